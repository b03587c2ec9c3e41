import type { ChatMessage, ChatSummary } from '@app/contract/chats'
import { RotateCw, Trash } from 'lucide-react'
import { ConversationPhotoViewer } from '../../conversation/messages/ConversationPhotoViewer.tsx'
import { extrasTexts } from '../../conversation/messages/extras-texts.ts'
import { photoTexts } from '../../conversation/photo-texts.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { IconButton } from '../../ui/buttons/IconButton.tsx'
import { rotatePhoto } from '../messages/photo-actions.ts'

type Props = {
  chat: ChatSummary
  messages: readonly ChatMessage[]
  shownKey: string | null
  onShow: (key: string | null) => void
  onDelete: (message: ChatMessage) => void
}

export function ChatViewer({ chat, messages, shownKey, onShow, onDelete }: Props) {
  const t = useTexts(photoTexts)
  const tExtras = useTexts(extrasTexts)
  return (
    <ConversationPhotoViewer
      messages={messages}
      shownKey={shownKey}
      altOf={({ mine }) => (mine ? t('mine') : t('from', { name: chat.partner.userName }))}
      renderTools={(photoMessage) =>
        photoMessage.mine &&
        !chat.blocked && (
          <>
            <IconButton
              icon={RotateCw}
              label={t('rotate')}
              onClick={() => void rotatePhoto(chat.chatId, photoMessage)}
            />
            <IconButton icon={Trash} label={tExtras('delete')} onClick={() => onDelete(photoMessage)} />
          </>
        )
      }
      onShow={onShow}
    />
  )
}
