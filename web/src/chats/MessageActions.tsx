import type { Id } from '@app/contract/base'
import type { ChatMessage } from '@app/contract/chats'
import { Copy, Maximize2, RotateCw, Trash2 } from 'lucide-react'
import { lazy, type RefObject, Suspense, useState } from 'react'
import { ApiError } from '../lib/api-error.ts'
import { isConnected } from '../lib/link.ts'
import { useTexts } from '../lib/texts.ts'
import { showToast } from '../lib/toasts.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import type { MenuAction } from '../ui/Menu.tsx'
import { postMessageDeletion } from './api.ts'
import { catchUp } from './loads.ts'
import { turnPhoto } from './photo-actions.ts'
import { chatPhotoTexts } from './photo-texts.ts'
import { chatsTexts } from './texts.ts'

const MenuPopover = lazy(async () => ({ default: (await import('../ui/MenuPopover.tsx')).MenuPopover }))

export type ActedOn = { message: ChatMessage; anchor: RefObject<HTMLElement | null> }

type Props = { chatId: Id; acted: ActedOn | null; onClose: () => void; onPhoto: (message: ChatMessage) => void }

/** The menu of one message, and the question before it is taken back. One for the whole list. */
export function MessageActions({ chatId, acted, onClose, onPhoto }: Props) {
  const t = useTexts(chatsTexts)
  const photo = useTexts(chatPhotoTexts)
  const [leaving, setLeaving] = useState<ChatMessage | null>(null)
  const [busy, setBusy] = useState(false)

  async function copy(text: string): Promise<void> {
    await navigator.clipboard?.writeText(text)
    showToast({ text: t('message.copied') })
  }

  async function remove(message: ChatMessage): Promise<void> {
    setBusy(true)
    try {
      await postMessageDeletion(chatId, message.id)
      if (!isConnected()) await catchUp(chatId)
      setLeaving(null)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      showToast({ text: error.message })
    } finally {
      setBusy(false)
    }
  }

  const photoActionsOf = (carrier: ChatMessage): MenuAction[] => [
    { id: 'open', label: photo('open'), icon: Maximize2, run: () => onPhoto(carrier) },
    ...(carrier.mine
      ? [{ id: 'turn', label: photo('turn'), icon: RotateCw, run: () => void turnPhoto(chatId, carrier) }]
      : []),
  ]

  const actionsOf = (carrier: ChatMessage, { message, mine } = carrier): MenuAction[] => [
    ...(carrier.photo ? photoActionsOf(carrier) : []),
    ...(message ? [{ id: 'copy', label: t('message.copy'), icon: Copy, run: () => void copy(message) }] : []),
    ...(mine && acted
      ? [{ id: 'delete', label: t('message.delete'), icon: Trash2, danger: true, run: () => setLeaving(acted.message) }]
      : []),
  ]

  return (
    <>
      {acted && (
        <Suspense>
          <MenuPopover
            label={t('message.actions')}
            actions={actionsOf(acted.message)}
            trigger={acted.anchor}
            onClose={onClose}
          />
        </Suspense>
      )}
      <ConfirmDialog
        title={t('message.deleteTitle')}
        confirm={t('message.delete')}
        keep={t('message.keep')}
        open={leaving !== null}
        busy={busy}
        onConfirm={() => leaving && void remove(leaving)}
        onClose={() => setLeaving(null)}
      >
        {t('message.deleteText')}
      </ConfirmDialog>
    </>
  )
}
