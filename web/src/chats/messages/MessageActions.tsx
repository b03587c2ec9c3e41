import type { Id } from '@app/contract/base'
import type { ChatMessage } from '@app/contract/chats'
import { Maximize2, Pencil, Reply, RotateCw, Trash } from 'lucide-react'
import type { RefObject } from 'react'
import { ActionsMenu } from '../../conversation/messages/ActionsMenu.tsx'
import { minutesToEdit } from '../../conversation/messages/edit-period.ts'
import { extrasTexts } from '../../conversation/messages/extras-texts.ts'
import { useCopyAction } from '../../conversation/messages/use-copy-action.ts'
import { photoTexts } from '../../conversation/photo-texts.ts'
import { useReportActions } from '../../lib/reporting/use-report-actions.ts'
import { useNow } from '../../lib/text/clock.ts'
import { useTexts } from '../../lib/text/texts.ts'
import type { MenuAction } from '../../ui/overlays/menu-action.ts'
import { useChat } from '../use-chats.ts'
import type { BubbleContext } from './bubble-props.ts'
import { rotatePhoto } from './photo-actions.ts'

export type ActionTarget = {
  message: ChatMessage
  anchor: RefObject<HTMLElement | null>
  /** Whether the message was pressed on a touch screen. */
  isPressed: boolean
}

type Props = {
  chatId: Id
  target: ActionTarget | null
  writing: BubbleContext['writing']
  onClose: () => void
  onEdit: (message: ChatMessage) => void
  onPhoto: (message: ChatMessage) => void
  onDelete: (message: ChatMessage) => void
}

export function MessageActions({ chatId, target, writing, onClose, onEdit, onPhoto, onDelete }: Props) {
  const tPhoto = useTexts(photoTexts)
  const tExtras = useTexts(extrasTexts)
  const now = useNow()
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
      : [{ id: 'delete', label: tExtras('delete'), icon: Trash, danger: true, run: () => onDelete(message) }]

  const writingActionsOf = (message: ChatMessage): MenuAction[] => {
    if (!writing) return []
    const minutes = minutesToEdit(message, now.getTime())
    const reply = { id: 'reply', label: tExtras('reply'), icon: Reply, run: () => writing.onReply(message) }
    const edit = { id: 'edit', label: tExtras('edit'), hint: tExtras('left', { count: minutes }), icon: Pencil }
    return [reply, ...(minutes > 0 ? [{ ...edit, run: () => onEdit(message) }] : [])]
  }

  const actionsOf = (message: ChatMessage): MenuAction[] => [
    ...writingActionsOf(message),
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

  if (!target) return null
  const { message, anchor, isPressed } = target
  return (
    <ActionsMenu
      anchor={anchor}
      actions={actionsOf(message)}
      pressed={isPressed ? message : null}
      onReact={writing && ((reaction) => writing.onReact(message.id, reaction))}
      onClose={onClose}
    />
  )
}
