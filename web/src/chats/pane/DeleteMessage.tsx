import type { Id } from '@app/contract/base'
import type { ChatMessage } from '@app/contract/chats'
import { DeleteDialog } from '../../conversation/messages/DeleteDialog.tsx'
import { isConnected } from '../../lib/realtime/hub-connection.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { catchUp } from '../loads.ts'
import { postMessageDeletion } from '../message-api.ts'
import { deleteTexts } from './delete-texts.ts'

type Props = { chatId: Id; message: ChatMessage | null; onClose: () => void }

export function DeleteMessage({ chatId, message, onClose }: Props) {
  const t = useTexts(deleteTexts)
  const remove = async () => {
    if (message) await postMessageDeletion(chatId, message.id)
    if (!isConnected()) await catchUp(chatId)
  }
  return (
    <DeleteDialog open={message !== null} onDelete={remove} onClose={onClose}>
      {t('message')}
    </DeleteDialog>
  )
}
