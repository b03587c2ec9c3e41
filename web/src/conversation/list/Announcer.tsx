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
  const photo = useTexts(photoTexts)('photo')
  const last = messages.at(-1)?.id ?? null
  const [known, setKnown] = useState({ last, hasNewer, announced: new Set<string>() })
  if (last !== known.last || hasNewer !== known.hasNewer) {
    const arrived = known.hasNewer
      ? []
      : messages.filter(({ id, mine, deleted }) => !mine && !deleted && isAfter(id, known.last)).map(({ id }) => id)
    setKnown({ last, hasNewer, announced: new Set([...known.announced, ...arrived]) })
  }
  const announced = messages.filter(({ id, deleted }) => !deleted && known.announced.has(id))
  return (
    <div className="visually-hidden" aria-live="polite" aria-relevant="additions">
      {announced.slice(-ANNOUNCED_MAX).map((message) => (
        <p key={message.id}>
          {t('list.spoken', {
            name: nameOf(message),
            text: message.message === null ? photo : stripMarkdown(message.message),
          })}
        </p>
      ))}
    </div>
  )
}
