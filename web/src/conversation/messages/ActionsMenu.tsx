import { type RefObject, Suspense } from 'react'
import { lazy } from '../../lib/device/chunks.ts'
import { useTexts } from '../../lib/text/texts.ts'
import type { MenuAction } from '../../ui/overlays/menu-action.ts'
import { conversationTexts } from '../texts.ts'

const MenuPopover = lazy(async () => ({ default: (await import('../../ui/overlays/MenuPopover.tsx')).MenuPopover }))

type Props = { anchor: RefObject<HTMLElement | null>; actions: MenuAction[]; onClose: () => void }

/** Shows the menu of a message. A list has one menu, which it opens at the message. */
export function ActionsMenu({ anchor, actions, onClose }: Props) {
  const t = useTexts(conversationTexts)
  return (
    <Suspense>
      <MenuPopover label={t('message.actions')} actions={actions} trigger={anchor} onClose={onClose} />
    </Suspense>
  )
}
