import type { ChatMessage } from '@app/contract/chats'
import { createLazyModule } from '../../lib/device/lazy-module.ts'

/**
 * The parts of a chat that are not needed to read most messages: quotes, reactions, the bar with the menu, and what they
 * do.
 */
export const bubbleExtras = createLazyModule(() => import('./BubbleExtras.tsx'))

/** Returns whether a message cannot be shown in its final size without the extras. */
export const hasExtras = ({ replyTo, reactions, removedByTeam }: ChatMessage): boolean =>
  Boolean(replyTo || reactions?.length || removedByTeam)
