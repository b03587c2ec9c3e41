import type { ChatSummary } from '@app/contract/chats'
import { type RefObject, useCallback } from 'react'
import { Composer } from '../conversation/Composer.tsx'
import { photoTexts } from '../conversation/photo-texts.ts'
import { useTexts } from '../lib/texts.ts'
import { keyOf } from './sending.ts'
import { chatsTexts } from './texts.ts'
import { stoppedTyping, typed } from './typing.ts'

type Props = { chat: ChatSummary; field: RefObject<HTMLTextAreaElement | null> }

export function ChatComposer({ chat: { chatId, partner }, field }: Props) {
  const t = useTexts(chatsTexts)
  const photo = useTexts(photoTexts)
  const name = partner.userName
  const onTyping = useCallback((typing: boolean) => (typing ? typed(chatId) : stoppedTyping(chatId)), [chatId])
  return (
    <Composer
      of={keyOf(chatId)}
      field={field}
      label={t('composer.label', { name })}
      placeholder={t('composer.placeholder')}
      photoTitle={photo('title', { name })}
      onTyping={onTyping}
    />
  )
}
