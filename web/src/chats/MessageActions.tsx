import type { Id } from '@app/contract/base'
import type { ChatMessage } from '@app/contract/chats'
import { Maximize2, RotateCw, Trash } from 'lucide-react'
import type { RefObject } from 'react'
import { ActionsMenu } from '../conversation/ActionsMenu.tsx'
import { photoTexts } from '../conversation/photo-texts.ts'
import { conversationTexts } from '../conversation/texts.ts'
import { useCopyAction } from '../conversation/use-copy-action.ts'
import { useTexts } from '../lib/texts.ts'
import type { MenuAction } from '../ui/Menu.tsx'
import { turnPhoto } from './photo-actions.ts'

export type ActedOn = { message: ChatMessage; anchor: RefObject<HTMLElement | null> }

type Props = {
  chatId: Id
  acted: ActedOn | null
  onClose: () => void
  onPhoto: (message: ChatMessage) => void
  onRemove: (message: ChatMessage) => void
}

export function MessageActions({ chatId, acted, onClose, onPhoto, onRemove }: Props) {
  const t = useTexts(conversationTexts)
  const photo = useTexts(photoTexts)
  const copyOf = useCopyAction()

  const photoActionsOf = (carrier: ChatMessage): MenuAction[] => [
    { id: 'open', label: photo('open'), icon: Maximize2, run: () => onPhoto(carrier) },
    ...(carrier.mine
      ? [{ id: 'turn', label: photo('turn'), icon: RotateCw, run: () => void turnPhoto(chatId, carrier) }]
      : []),
  ]

  const actionsOf = (carrier: ChatMessage, { message, mine } = carrier): MenuAction[] => [
    ...(carrier.photo ? photoActionsOf(carrier) : []),
    ...copyOf(message),
    ...(mine
      ? [{ id: 'delete', label: t('message.delete'), icon: Trash, danger: true, run: () => onRemove(carrier) }]
      : []),
  ]

  return acted && <ActionsMenu anchor={acted.anchor} actions={actionsOf(acted.message)} onClose={onClose} />
}
