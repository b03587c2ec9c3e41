import type { ChatMessage, ChatSummary } from '@app/contract/chats'
import { RotateCw, Trash } from 'lucide-react'
import { Viewer } from '../../conversation/messages/Viewer.tsx'
import { photoTexts } from '../../conversation/photo-texts.ts'
import { conversationTexts } from '../../conversation/texts.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { IconButton } from '../../ui/buttons/IconButton.tsx'
import { turnPhoto } from './photo-actions.ts'

type Props = {
  chat: ChatSummary
  messages: readonly ChatMessage[]
  shown: string | null
  onShow: (key: string | null) => void
  onRemove: (message: ChatMessage) => void
}

export function ChatViewer({ chat, messages, shown, onShow, onRemove }: Props) {
  const t = useTexts(photoTexts)
  const words = useTexts(conversationTexts)
  return (
    <Viewer
      messages={messages}
      shown={shown}
      altOf={({ mine }) => (mine ? t('mine') : t('from', { name: chat.partner.userName }))}
      toolsOf={(photoMessage) =>
        photoMessage.mine && (
          <>
            <IconButton icon={RotateCw} label={t('turn')} onClick={() => void turnPhoto(chat.chatId, photoMessage)} />
            <IconButton icon={Trash} label={words('message.delete')} onClick={() => onRemove(photoMessage)} />
          </>
        )
      }
      onShow={onShow}
    />
  )
}
