import type { Id } from '@app/contract/base'
import type { ChatMessage } from '@app/contract/chats'
import type { Reaction } from '@app/contract/reactions'
import type { ReactNode } from 'react'
import type { RowHandlers } from '../../conversation/list/ConversationList.tsx'
import type { AvatarShape } from '../../ui/photos/Avatar.tsx'
import type { MessageRow, OutgoingRow } from './rows.ts'

/** Values that the list passes to every bubble. */
export type BubbleContext = {
  chatId: Id
  partner: { name: string; shape: AvatarShape; photoUrl: string | null }
  /** The member's own photo in the opening invite. */
  ownPhoto: ReactNode
  onActions: (row: MessageRow, anchor: HTMLElement, isPressed: boolean) => void
  onPhoto: (key: string) => void
  onQuote: (messageId: Id) => void
  /** Null if the member cannot write in the chat. */
  writing: {
    onReact: (messageId: Id, reaction: Reaction | null) => void
    onReply: (message: ChatMessage) => void
  } | null
}

export type BubbleProps = {
  row: MessageRow | OutgoingRow
  /** Whether this bubble is the list's tab stop. */
  tabStop: boolean
  context: BubbleContext
  handlers: RowHandlers
}
