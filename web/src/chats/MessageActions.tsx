import type { Id } from '@app/contract/base'
import type { ChatMessage } from '@app/contract/chats'
import { Copy, Maximize2, RotateCw, Trash2 } from 'lucide-react'
import { lazy, type RefObject, Suspense } from 'react'
import { chatPhotoTexts } from '../conversation/photo-texts.ts'
import { useTexts } from '../lib/texts.ts'
import { showToast } from '../lib/toasts.ts'
import type { MenuAction } from '../ui/Menu.tsx'
import { turnPhoto } from './photo-actions.ts'
import { chatsTexts } from './texts.ts'

const MenuPopover = lazy(async () => ({ default: (await import('../ui/MenuPopover.tsx')).MenuPopover }))

export type ActedOn = { message: ChatMessage; anchor: RefObject<HTMLElement | null> }

type Props = {
  chatId: Id
  acted: ActedOn | null
  onClose: () => void
  onPhoto: (message: ChatMessage) => void
  onRemove: (message: ChatMessage) => void
}

/** The menu of one message. One for the whole list. */
export function MessageActions({ chatId, acted, onClose, onPhoto, onRemove }: Props) {
  const t = useTexts(chatsTexts)
  const photo = useTexts(chatPhotoTexts)

  async function copy(text: string): Promise<void> {
    await navigator.clipboard?.writeText(text)
    showToast({ text: t('message.copied') })
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
    ...(mine
      ? [{ id: 'delete', label: t('message.delete'), icon: Trash2, danger: true, run: () => onRemove(carrier) }]
      : []),
  ]

  return (
    acted && (
      <Suspense>
        <MenuPopover
          label={t('message.actions')}
          actions={actionsOf(acted.message)}
          trigger={acted.anchor}
          onClose={onClose}
        />
      </Suspense>
    )
  )
}
