import type { Id } from '@app/contract/base'
import { Maximize2, Pencil, Trash } from 'lucide-react'
import type { RefObject } from 'react'
import { keyOfMessage } from '../../conversation/list/rows.ts'
import { ActionsMenu } from '../../conversation/messages/ActionsMenu.tsx'
import { useCopyAction } from '../../conversation/messages/use-copy-action.ts'
import { photoTexts } from '../../conversation/photo-texts.ts'
import { conversationTexts } from '../../conversation/texts.ts'
import { useBlockActions } from '../../lib/blocking/use-block-actions.ts'
import { useReportActions } from '../../lib/reporting/use-report-actions.ts'
import { useTexts } from '../../lib/text/texts.ts'
import type { MenuAction } from '../../ui/overlays/menu-action.ts'
import type { ActionTarget } from '../posts/post-context.ts'
import { groupChatTexts } from './texts.ts'

type Props = {
  groupId: Id
  target: ActionTarget
  anchor: RefObject<HTMLElement | null>
  /** Whether the member may delete other members' messages. */
  isAdmin: boolean
  onClose: () => void
  onPhoto: (key: string) => void
  onEdit: (messageId: Id) => void
  onDelete: (target: ActionTarget) => void
}

/** Shows the menu of a message or a comment. */
export function GroupChatMenu({ groupId, target, anchor, isAdmin, onClose, onPhoto, onEdit, onDelete }: Props) {
  const t = useTexts(groupChatTexts)
  const tConversation = useTexts(conversationTexts)
  const tPhoto = useTexts(photoTexts)
  const copyActionsOf = useCopyAction()
  const blockActionsOf = useBlockActions()
  const reportActionsOf = useReportActions()
  const entry = target.comment ?? target.message
  const { id, mine, message, userName, sendTime } = entry
  const actions: MenuAction[] = [
    ...(entry.photo
      ? [{ id: 'open', label: tPhoto('open'), icon: Maximize2, run: () => onPhoto(keyOfMessage(entry)) }]
      : []),
    ...copyActionsOf(message),
    ...(mine && message && !target.comment
      ? [{ id: 'edit', label: t('edit'), icon: Pencil, run: () => onEdit(entry.id) }]
      : []),
    ...(mine || isAdmin
      ? [
          {
            id: 'delete',
            label: tConversation('message.delete'),
            icon: Trash,
            danger: true,
            run: () => onDelete(target),
          },
        ]
      : []),
    ...(mine ? [] : blockActionsOf(userName)),
    ...(mine
      ? []
      : reportActionsOf({
          subject: { kind: 'GROUP_MESSAGE', id, parentId: groupId },
          name: userName || null,
          sentAt: sendTime,
          isComment: target.comment !== null,
        })),
  ]
  return actions.length > 0 && <ActionsMenu anchor={anchor} actions={actions} onClose={onClose} />
}
