import type { Id } from '@app/contract/base'
import type { ChatMessage } from '@app/contract/chats'
import { useState } from 'react'
import { ApiError } from '../lib/api-error.ts'
import { isConnected } from '../lib/link.ts'
import { useTexts } from '../lib/texts.ts'
import { showToast } from '../lib/toasts.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { postMessageDeletion } from './api.ts'
import { catchUp } from './loads.ts'
import { chatsTexts } from './texts.ts'

type Props = { chatId: Id; message: ChatMessage | null; onClose: () => void }

/** The question before a message is taken back. */
export function RemoveMessage({ chatId, message, onClose }: Props) {
  const t = useTexts(chatsTexts)
  const [busy, setBusy] = useState(false)

  async function remove({ id }: ChatMessage): Promise<void> {
    setBusy(true)
    try {
      await postMessageDeletion(chatId, id)
      if (!isConnected()) await catchUp(chatId)
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      showToast({ text: error.message })
    } finally {
      setBusy(false)
    }
  }

  return (
    <ConfirmDialog
      title={t('message.deleteTitle')}
      confirm={t('message.delete')}
      keep={t('message.keep')}
      open={message !== null}
      busy={busy}
      onConfirm={() => message && void remove(message)}
      onClose={onClose}
    >
      {t('message.deleteText')}
    </ConfirmDialog>
  )
}
