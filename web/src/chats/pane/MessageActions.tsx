import type { Id } from '@app/contract/base'
import type { ChatMessage } from '@app/contract/chats'
import { Maximize2, RotateCw, Trash } from 'lucide-react'
import type { RefObject } from 'react'
import { ActionsMenu } from '../../conversation/messages/ActionsMenu.tsx'
import { useCopyAction } from '../../conversation/messages/use-copy-action.ts'
import { photoTexts } from '../../conversation/photo-texts.ts'
import { conversationTexts } from '../../conversation/texts.ts'
import { useReportActions } from '../../lib/reporting/use-report-actions.ts'
import { useTexts } from '../../lib/text/texts.ts'
import type { MenuAction } from '../../ui/overlays/menu-action.ts'
import { useChat } from '../use-chats.ts'
import { rotatePhoto } from './photo-actions.ts'

export type ActionTarget = { message: ChatMessage; anchor: RefObject<HTMLElement | null> }

type Props = {
  chatId: Id
  target: ActionTarget | null
  onClose: () => void
  onPhoto: (message: ChatMessage) => void
  onDelete: (message: ChatMessage) => void
}

export function MessageActions({ chatId, target, onClose, onPhoto, onDelete }: Props) {
  const t = useTexts(conversationTexts)
  const tPhoto = useTexts(photoTexts)
  const copyActionsOf = useCopyAction()
  const reportActionsOf = useReportActions()
  const chat = useChat(chatId)
  const name = chat?.partner.userName ?? null

  const photoActionsOf = (photoMessage: ChatMessage): MenuAction[] => [
    { id: 'open', label: tPhoto('open'), icon: Maximize2, run: () => onPhoto(photoMessage) },
    ...(photoMessage.mine && !chat?.blocked
      ? [{ id: 'rotate', label: tPhoto('rotate'), icon: RotateCw, run: () => void rotatePhoto(chatId, photoMessage) }]
      : []),
  ]

  // A chat that a block closed can only be read.
  const deleteActionsOf = (message: ChatMessage): MenuAction[] =>
    chat?.blocked
      ? []
      : [{ id: 'delete', label: t('message.delete'), icon: Trash, danger: true, run: () => onDelete(message) }]

  const actionsOf = (message: ChatMessage): MenuAction[] => [
    ...(message.photo ? photoActionsOf(message) : []),
    ...copyActionsOf(message.message),
    ...(message.mine
      ? deleteActionsOf(message)
      : reportActionsOf({
          subject: { kind: 'CHAT_MESSAGE', id: message.id, parentId: chatId },
          name,
          sentAt: message.sendTime,
          ...(chat?.blocked ? { isBlocked: true } : {}),
        })),
  ]

  return target && <ActionsMenu anchor={target.anchor} actions={actionsOf(target.message)} onClose={onClose} />
}
