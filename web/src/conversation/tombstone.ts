import type { ChatMessage } from '@app/contract/chats'

type Entry = Pick<ChatMessage, 'message' | 'photo' | 'photoUrl' | 'deleted' | 'replyTo' | 'reactions'>

/** Returns the tombstone of a deleted message, without its content. */
export const toTombstone = <Message extends Entry>(message: Message): Message => ({
  ...message,
  message: null,
  photo: null,
  photoUrl: null,
  deleted: true,
  replyTo: undefined,
  reactions: undefined,
})
