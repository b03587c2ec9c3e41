import type { ChatSummary } from '@app/contract/chats'
import { useState } from 'react'
import { useTexts } from '../../lib/text/texts.ts'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { leave } from '../chat-actions.ts'
import { chatsTexts } from '../texts.ts'
import { deleteTexts } from './delete-texts.ts'

type Props = { chat: ChatSummary; open: boolean; onClose: () => void }

/** Asks for confirmation before the chat is deleted. */
export function DeleteChat({ chat, open, onClose }: Props) {
  const t = useTexts(deleteTexts)
  const tChats = useTexts(chatsTexts)
  const [busy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    const hasSucceeded = await leave(chat)
    setBusy(false)
    if (!hasSucceeded) onClose()
  }
  return (
    <ConfirmDialog
      title={t('title', { name: chat.partner.userName })}
      confirm={tChats('menu.delete')}
      cancelLabel={t('keep')}
      open={open}
      busy={busy}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {t(chat.blocked ? 'textKept' : 'text')}
    </ConfirmDialog>
  )
}
