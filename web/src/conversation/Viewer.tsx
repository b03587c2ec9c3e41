import type { ChatMessage, ChatSummary } from '@app/contract/chats'
import { RotateCw, Trash2 } from 'lucide-react'
import { turnPhoto } from '../chats/photo-actions.ts'
import { keyOfMessage } from '../chats/rows.ts'
import { chatsTexts } from '../chats/texts.ts'
import { useTexts } from '../lib/texts.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { PhotoViewer } from '../ui/PhotoViewer.tsx'
import { copyOf } from './photo-copies.ts'
import { chatPhotoTexts } from './photo-texts.ts'

type Props = {
  chat: ChatSummary
  messages: readonly ChatMessage[]
  shown: string | null
  onShow: (key: string | null) => void
  onRemove: (message: ChatMessage) => void
}

/** The photos of a chat large, one after the other. */
export function ChatViewer({ chat, messages, shown, onShow, onRemove }: Props) {
  const t = useTexts(chatPhotoTexts)
  const words = useTexts(chatsTexts)
  const carriers = messages.filter(({ photo, deleted }) => photo && !deleted)
  const carrier = carriers.find((message) => keyOfMessage(message) === shown)
  return (
    <PhotoViewer
      photos={carriers.flatMap(({ photo, message, ...rest }) =>
        photo
          ? {
              key: keyOfMessage({ photo, message, ...rest }),
              photo,
              alt: rest.mine ? t('mine') : t('from', { name: chat.partner.userName }),
              caption: message,
              preview: copyOf(rest.clientId)?.url ?? null,
            }
          : [],
      )}
      shown={shown}
      onShow={onShow}
      onClose={() => onShow(null)}
      tools={
        carrier?.mine && (
          <>
            <IconButton icon={RotateCw} label={t('turn')} onClick={() => void turnPhoto(chat.chatId, carrier)} />
            <IconButton icon={Trash2} label={words('message.delete')} onClick={() => onRemove(carrier)} />
          </>
        )
      }
    />
  )
}
