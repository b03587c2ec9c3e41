import type { ChatMessage } from '@app/contract/chats'
import { createLazyModule } from '../../lib/device/lazy-module.ts'

/**
 * The components that are not needed to read most messages: quotes, reactions, and the bar with the menu, with their
 * actions.
 */
export const bubbleExtras = createLazyModule(() => import('./BubbleExtras.tsx'))

/** Returns whether a message cannot be shown in its final size without the extras. */
export const hasExtras = ({ replyTo, reactions, removedByTeam }: ChatMessage): boolean =>
  Boolean(replyTo || reactions?.length || removedByTeam)
