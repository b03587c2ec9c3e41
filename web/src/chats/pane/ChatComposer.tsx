import type { ChatSummary } from '@app/contract/chats'
import { type RefObject, useCallback } from 'react'
import { Composer } from '../../conversation/composer/Composer.tsx'
import { photoTexts } from '../../conversation/photo-texts.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { chatKey } from '../sending.ts'
import { chatsTexts } from '../texts.ts'
import { publishStoppedTyping, publishTyping } from '../typing.ts'

type Props = { chat: ChatSummary; field: RefObject<HTMLTextAreaElement | null> }

export function ChatComposer({ chat: { chatId, partner }, field }: Props) {
  const t = useTexts(chatsTexts)
  const photo = useTexts(photoTexts)
  const name = partner.userName
  const onTyping = useCallback(
    (typing: boolean) => (typing ? publishTyping(chatId) : publishStoppedTyping(chatId)),
    [chatId],
  )
  return (
    <Composer
      conversationKey={chatKey(chatId)}
      field={field}
      label={t('composer.label', { name })}
      placeholder={t('composer.placeholder')}
      photoTitle={photo('title', { name })}
      onTyping={onTyping}
    />
  )
}
