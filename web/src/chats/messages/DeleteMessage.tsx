import type { Id } from '@app/contract/base'
import type { ChatMessage } from '@app/contract/chats'
import { DeleteDialog } from '../../conversation/messages/DeleteDialog.tsx'
import { useTexts } from '../../lib/text/texts.ts'
import { deleteMessage } from '../message-changes.ts'
import { deleteTexts } from '../pane/delete-texts.ts'

type Props = { chatId: Id; message: ChatMessage | null; onClose: () => void }

export function DeleteMessage({ chatId, message, onClose }: Props) {
  const t = useTexts(deleteTexts)
  const remove = async () => {
    if (message) await deleteMessage(chatId, message.id)
  }
  return (
    <DeleteDialog open={message !== null} onDelete={remove} onClose={onClose}>
      {t('message')}
    </DeleteDialog>
  )
}
