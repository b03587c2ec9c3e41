import { useState } from 'react'
import { useTexts } from '../lib/texts.ts'
import { withoutMarks } from '../lib/without-marks.ts'
import type { Conversation, Entry } from './conversation.ts'
import { isAfter } from './ids.ts'
import { photoTexts } from './photo-texts.ts'
import { conversationTexts } from './texts.ts'

type Props<Message extends Entry> = {
  conversation: Pick<Conversation<Message>, 'messages' | 'hasNewer'>
  nameOf: (message: Message) => string
}

/** Reads aloud, once, what arrives from others: neither history nor what I write myself. */
export function Announcer<Message extends Entry>({ conversation: { messages, hasNewer }, nameOf }: Props<Message>) {
  const t = useTexts(conversationTexts)
  const photo = useTexts(photoTexts)('photo')
  const last = messages.at(-1)?.id ?? null
  const [known, setKnown] = useState({ last, hasNewer, said: '' })
  if (last !== known.last || hasNewer !== known.hasNewer) {
    const arrived = known.hasNewer
      ? []
      : messages.filter(({ id, mine, deleted }) => !mine && !deleted && isAfter(id, known.last))
    const words = arrived.map((message) =>
      t('list.spoken', {
        name: nameOf(message),
        text: message.message === null ? photo : withoutMarks(message.message),
      }),
    )
    setKnown({ last, hasNewer, said: words.length > 0 ? words.join('\n') : known.said })
  }
  return (
    <p className="visually-hidden" role="status">
      {known.said}
    </p>
  )
}
