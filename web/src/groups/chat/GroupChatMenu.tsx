import type { Id } from '@app/contract/base'
import { Maximize2, Pencil, Reply, Trash } from 'lucide-react'
import type { RefObject } from 'react'
import { keyOfMessage } from '../../conversation/list/rows.ts'
import { ActionsMenu } from '../../conversation/messages/ActionsMenu.tsx'
import { minutesToEdit } from '../../conversation/messages/edit-period.ts'
import { extrasTexts } from '../../conversation/messages/extras-texts.ts'
import { useCopyAction } from '../../conversation/messages/use-copy-action.ts'
import { photoTexts } from '../../conversation/photo-texts.ts'
import { useBlockActions } from '../../lib/blocking/use-block-actions.ts'
import { useReportActions } from '../../lib/reporting/use-report-actions.ts'
import { useNow } from '../../lib/text/clock.ts'
import { useTexts } from '../../lib/text/texts.ts'
import type { MenuAction } from '../../ui/overlays/menu-action.ts'
import type { ActionTarget, PostContext } from '../posts/post-context.ts'

type Props = {
  groupId: Id
  target: ActionTarget
  anchor: RefObject<HTMLElement | null>
  /** Whether the post or comment was pressed on a touch screen. */
  isPressed: boolean
  context: Pick<PostContext, 'onReact' | 'onReply'>
  /** Whether the member may delete other members' messages. */
  isAdmin: boolean
  onClose: () => void
  onPhoto: (key: string) => void
  onEdit: (messageId: Id) => void
  onDelete: (target: ActionTarget) => void
}

/** Shows the menu of a post or a comment. */
export function GroupChatMenu({ groupId, target, anchor, isPressed, context, isAdmin, onClose, ...on }: Props) {
  const { onPhoto, onEdit, onDelete } = on
  const t = useTexts(extrasTexts)
  const now = useNow()
  const tPhoto = useTexts(photoTexts)
  const copyActionsOf = useCopyAction()
  const blockActionsOf = useBlockActions()
  const reportActionsOf = useReportActions()
  const entry = target.comment ?? target.message
  const { id, mine, message, userName, sendTime } = entry
  // Posts can be edited at any time, comments for a while.
  const minutes = target.comment ? minutesToEdit(entry, now.getTime()) : Number(mine && message !== null)
  const edit = { id: 'edit', label: t('edit'), icon: Pencil, run: () => onEdit(id) }
  const actions: MenuAction[] = [
    { id: 'reply', label: t('reply'), icon: Reply, run: () => context.onReply(target) },
    ...(minutes > 0 ? [target.comment ? { ...edit, hint: t('left', { count: minutes }) } : edit] : []),
    ...(entry.photo
      ? [{ id: 'open', label: tPhoto('open'), icon: Maximize2, run: () => onPhoto(keyOfMessage(entry)) }]
      : []),
    ...copyActionsOf(message),
    ...(mine || isAdmin
      ? [
          {
            id: 'delete',
            label: t('delete'),
            icon: Trash,
            danger: true,
            run: () => onDelete(target),
          },
        ]
      : []),
    ...(mine
      ? []
      : reportActionsOf({
          subject: { kind: 'GROUP_MESSAGE', id, parentId: groupId },
          name: userName || null,
          sentAt: sendTime,
          isComment: target.comment !== null,
        })),
    ...(mine ? [] : blockActionsOf(userName)),
  ]
  return (
    <ActionsMenu
      anchor={anchor}
      actions={actions}
      pressed={isPressed ? entry : null}
      onReact={(reaction) => context.onReact(target, reaction)}
      onClose={onClose}
    />
  )
}
