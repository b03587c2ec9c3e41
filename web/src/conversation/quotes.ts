import type { ChatMessage } from '@app/contract/chats'
import { QUOTE_LENGTH } from '@app/contract/limits'
import type { Quote } from '@app/contract/replies'
import { takeCharacters } from '../lib/text/strip-markdown.ts'

type Original = Pick<ChatMessage, 'id' | 'mine' | 'message' | 'photo' | 'deleted'>

/** Returns the parts of a quote that change with the quoted message. */
const quotedContentOf = ({ message, photo, deleted }: Original): Pick<Quote, 'message' | 'photo' | 'deleted'> => ({
  message: deleted || message === null ? null : takeCharacters(message, QUOTE_LENGTH),
  photo: !deleted && photo !== null,
  deleted,
})

/** Returns the quote of a message that a reply to it contains. */
export const quoteOf = (original: Original, senderName: string): Quote => ({
  id: original.id,
  senderName,
  mine: original.mine,
  ...quotedContentOf(original),
})

/**
 * Updates the quotes in `messages` to the content of the originals; if two originals have the same id, the later one
 * wins. Returns the same objects where nothing has changed.
 */
export function withCurrentQuotes<Message extends Pick<ChatMessage, 'replyTo'>>(
  messages: readonly Message[],
  originals: readonly Original[],
): readonly Message[] {
  if (!messages.some(({ replyTo }) => replyTo)) return messages
  const byId = new Map(originals.map((original) => [original.id, original]))
  const next = messages.map((message) => {
    const { replyTo } = message
    const original = replyTo && byId.get(replyTo.id)
    if (!original) return message
    const content = quotedContentOf(original)
    const isSame =
      content.message === replyTo.message && content.photo === replyTo.photo && content.deleted === replyTo.deleted
    return isSame ? message : { ...message, replyTo: { ...replyTo, ...content } }
  })
  return next.some((message, index) => message !== messages[index]) ? next : messages
}
