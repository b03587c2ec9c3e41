import type { ChatMessage } from '@app/contract/chats'
import { useState } from 'react'
import { chatsTexts } from '../chats/texts.ts'
import { useTexts } from '../lib/texts.ts'
import { withoutMarks } from '../lib/without-marks.ts'
import type { Conversation } from './conversation.ts'
import { isAfter } from './ids.ts'
import { chatPhotoTexts } from './photo-texts.ts'

/** Reads aloud, once, what arrives from the other: neither history nor what I write myself. */
export function Announcer({ conversation: { messages, hasNewer } }: { conversation: Conversation<ChatMessage> }) {
  const t = useTexts(chatsTexts)
  const photo = useTexts(chatPhotoTexts)('photo')
  const last = messages.at(-1)?.id ?? null
  const [known, setKnown] = useState({ last, hasNewer, said: '' })
  if (last !== known.last || hasNewer !== known.hasNewer) {
    const arrived = known.hasNewer
      ? []
      : messages.filter(({ id, mine, deleted }) => !mine && !deleted && isAfter(id, known.last))
    const words = arrived.map(({ senderName, message }) =>
      t('message.spoken', { name: senderName, text: message === null ? photo : withoutMarks(message) }),
    )
    setKnown({ last, hasNewer, said: words.length > 0 ? words.join('\n') : known.said })
  }
  return (
    <p className="visually-hidden" role="status">
      {known.said}
    </p>
  )
}
