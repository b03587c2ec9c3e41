import { useState } from 'react'
import { stripMarkdown } from '../../lib/text/strip-markdown.ts'
import { useTexts } from '../../lib/text/texts.ts'
import type { Conversation, Entry } from '../conversation.ts'
import { isAfter } from '../ids.ts'
import { photoTexts } from '../photo-texts.ts'
import { conversationTexts } from '../texts.ts'

/** The number of announcements that stay in the document; screen readers have already queued older ones. */
const ANNOUNCED_MAX = 50

type Props<Message extends Entry> = {
  conversation: Pick<Conversation<Message>, 'messages' | 'hasNewer'>
  nameOf: (message: Message) => string
}

/**
 * Announces each incoming message once and in full, but neither history nor own messages. It is a separate live region,
 * because the list adds and removes rows on scrolling. Each announcement is a separate node, so that a later one does
 * not interrupt it.
 */
export function Announcer<Message extends Entry>({ conversation: { messages, hasNewer }, nameOf }: Props<Message>) {
  const t = useTexts(conversationTexts)
  const photoText = useTexts(photoTexts)('photo')
  const lastId = messages.at(-1)?.id ?? null
  const [announcedState, setAnnouncedState] = useState({ lastId, hasNewer, announcedIds: new Set<string>() })
  if (lastId !== announcedState.lastId || hasNewer !== announcedState.hasNewer) {
    const newIds = announcedState.hasNewer
      ? []
      : messages
          .filter(({ id, mine, deleted }) => !mine && !deleted && isAfter(id, announcedState.lastId))
          .map(({ id }) => id)
    setAnnouncedState({ lastId, hasNewer, announcedIds: new Set([...announcedState.announcedIds, ...newIds]) })
  }
  const announcedMessages = messages.filter(({ id, deleted }) => !deleted && announcedState.announcedIds.has(id))
  return (
    <div className="visually-hidden" aria-live="polite" aria-relevant="additions">
      {announcedMessages.slice(-ANNOUNCED_MAX).map((message) => (
        <p key={message.id}>
          {t('list.spoken', {
            name: nameOf(message),
            text: message.message === null ? photoText : stripMarkdown(message.message),
          })}
        </p>
      ))}
    </div>
  )
}
