import type { Id } from '@app/contract/base'
import { Maximize2, Pencil, Trash } from 'lucide-react'
import type { RefObject } from 'react'
import { keyOfMessage } from '../../conversation/list/rows.ts'
import { ActionsMenu } from '../../conversation/messages/ActionsMenu.tsx'
import { useCopyAction } from '../../conversation/messages/use-copy-action.ts'
import { photoTexts } from '../../conversation/photo-texts.ts'
import { conversationTexts } from '../../conversation/texts.ts'
import { useTexts } from '../../lib/text/texts.ts'
import type { MenuAction } from '../../ui/overlays/menu-action.ts'
import type { Target } from '../posts/post-context.ts'
import { groupChatTexts } from './texts.ts'

type Props = {
  target: Target
  anchor: RefObject<HTMLElement | null>
  /** Whether the member may delete other members' messages. */
  admin: boolean
  onClose: () => void
  onPhoto: (key: string) => void
  onEdit: (messageId: Id) => void
  onRemove: (target: Target) => void
}

/** The menu of a message or a comment. */
export function GroupChatMenu({ target, anchor, admin, onClose, onPhoto, onEdit, onRemove }: Props) {
  const t = useTexts(groupChatTexts)
  const words = useTexts(conversationTexts)
  const photo = useTexts(photoTexts)
  const copyOf = useCopyAction()
  const written = target.comment ?? target.message
  const { mine, message } = written
  const actions: MenuAction[] = [
    ...(written.photo
      ? [{ id: 'open', label: photo('open'), icon: Maximize2, run: () => onPhoto(keyOfMessage(written)) }]
      : []),
    ...copyOf(message),
    ...(mine && message && !target.comment
      ? [{ id: 'edit', label: t('edit'), icon: Pencil, run: () => onEdit(written.id) }]
      : []),
    ...(mine || admin
      ? [{ id: 'delete', label: words('message.delete'), icon: Trash, danger: true, run: () => onRemove(target) }]
      : []),
  ]
  return actions.length > 0 && <ActionsMenu anchor={anchor} actions={actions} onClose={onClose} />
}
