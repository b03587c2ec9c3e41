import type { Id } from '@app/contract/base'
import type { ChatMessage } from '@app/contract/chats'
import { Maximize2, RotateCw, Trash } from 'lucide-react'
import type { RefObject } from 'react'
import { ActionsMenu } from '../../conversation/messages/ActionsMenu.tsx'
import { useCopyAction } from '../../conversation/messages/use-copy-action.ts'
import { photoTexts } from '../../conversation/photo-texts.ts'
import { conversationTexts } from '../../conversation/texts.ts'
import { useTexts } from '../../lib/text/texts.ts'
import type { MenuAction } from '../../ui/overlays/menu-action.ts'
import { turnPhoto } from './photo-actions.ts'

export type ActionTarget = { message: ChatMessage; anchor: RefObject<HTMLElement | null> }

type Props = {
  chatId: Id
  target: ActionTarget | null
  onClose: () => void
  onPhoto: (message: ChatMessage) => void
  onRemove: (message: ChatMessage) => void
}

export function MessageActions({ chatId, target, onClose, onPhoto, onRemove }: Props) {
  const t = useTexts(conversationTexts)
  const photo = useTexts(photoTexts)
  const copyOf = useCopyAction()

  const photoActionsOf = (photoMessage: ChatMessage): MenuAction[] => [
    { id: 'open', label: photo('open'), icon: Maximize2, run: () => onPhoto(photoMessage) },
    ...(photoMessage.mine
      ? [{ id: 'turn', label: photo('turn'), icon: RotateCw, run: () => void turnPhoto(chatId, photoMessage) }]
      : []),
  ]

  const actionsOf = (photoMessage: ChatMessage, { message, mine } = photoMessage): MenuAction[] => [
    ...(photoMessage.photo ? photoActionsOf(photoMessage) : []),
    ...copyOf(message),
    ...(mine
      ? [{ id: 'delete', label: t('message.delete'), icon: Trash, danger: true, run: () => onRemove(photoMessage) }]
      : []),
  ]

  return target && <ActionsMenu anchor={target.anchor} actions={actionsOf(target.message)} onClose={onClose} />
}
