import type { Id } from '@app/contract/base'
import { PAGE_MAX } from '@app/contract/limits'
import { mapData } from '../lib/http/loadable.ts'
import type { Conversation, Entry, Page } from './conversation.ts'
import { idAfter, isAfter } from './ids.ts'
import type { ConversationSource } from './loads.ts'

/** Access to the pictures in messages of one kind, whose URLs expire. */
export type Pictures<Message extends Entry> = {
  has: (message: Message) => boolean
  /** Returns the known message with the picture URLs of the fresh one. */
  refreshUrls: (known: Message, fresh: Message) => Message
}

type WithPhoto = Pick<Entry, 'photo' | 'photoUrl'>

export const hasPhoto = ({ photo }: Pick<WithPhoto, 'photo'>): boolean => photo !== null

export const withRefreshedPhoto = <Message extends WithPhoto>(
  entry: Message,
  { photo, photoUrl }: WithPhoto,
): Message => (entry.photo && photo ? { ...entry, photo, photoUrl } : entry)

/** Replaces the picture URLs of the loaded messages with those of a fresh page. */
function withRefreshedPictures<Message extends Entry>(
  conversation: Conversation<Message>,
  { messages }: Page<Message>,
  { refreshUrls }: Pictures<Message>,
): Conversation<Message> {
  const refreshed = new Map(messages.map((message) => [message.id, message]))
  return {
    ...conversation,
    messages: conversation.messages.map((message) => refreshUrls(message, refreshed.get(message.id) ?? message)),
  }
}

type Source<Message extends Entry, PageResponse extends Page<Message>> = Pick<
  ConversationSource<Message, PageResponse>,
  'find' | 'getBefore' | 'beginRequest' | 'isMissing'
> & { pictures: Pictures<Message> }

/** Creates the function that requests fresh picture URLs for the loaded messages, for one kind of conversation. */
export function createRefreshPictures<Message extends Entry, PageResponse extends Page<Message>>({
  find,
  getBefore,
  beginRequest,
  isMissing,
  pictures,
}: Source<Message, PageResponse>) {
  /** Requests fresh picture URLs for the messages before `end`, page by page from the newest. */
  return async function refreshPictures(id: Id, end?: Id): Promise<void> {
    const photoMessages = find(id)?.messages.filter(pictures.has) ?? []
    const last = photoMessages.findLast((message) => !end || isAfter(end, message.id))
    if (!last) return
    const { apply, onMissing } = beginRequest()
    const response = await getBefore(id, idAfter(last.id), PAGE_MAX).catch((error: unknown) => {
      if (!isMissing(error)) throw error
      onMissing(id)
      return null
    })
    const firstMessage = response?.messages[0]
    if (!response || !firstMessage) return
    apply(id, (previous) => mapData(previous, (current) => withRefreshedPictures(current, response, pictures)))
    await refreshPictures(id, firstMessage.id)
  }
}
