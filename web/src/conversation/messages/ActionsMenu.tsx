import type { Reaction, ReactionCount } from '@app/contract/reactions'
import { type RefObject, Suspense } from 'react'
import { lazy } from '../../lib/device/chunks.ts'
import { useTexts } from '../../lib/text/texts.ts'
import type { MenuAction } from '../../ui/overlays/menu-action.ts'
import { extrasTexts } from './extras-texts.ts'

const MenuPopover = lazy(async () => ({ default: (await import('../../ui/overlays/MenuPopover.tsx')).MenuPopover }))
const LiftedMessage = lazy(async () => ({ default: (await import('./LiftedMessage.tsx')).LiftedMessage }))

type Props = {
  anchor: RefObject<HTMLElement | null>
  actions: MenuAction[]
  /** The message that was pressed on a touch screen, shown between the choice of reactions and the menu; else null. */
  pressed: { id: string; mine: boolean; reactions?: readonly ReactionCount[] | undefined } | null
  /** Null if the member cannot react. */
  onReact: ((reaction: Reaction | null) => void) | null
  onClose: () => void
}

/** Shows the menu of a message. A list has one menu, which it opens at the message. */
export function ActionsMenu({ anchor, actions, pressed, onReact, onClose }: Props) {
  const t = useTexts(extrasTexts)
  const label = t('actions')
  return (
    <Suspense>
      {pressed ? (
        <LiftedMessage label={label} anchor={anchor} actions={actions} message={pressed} {...{ onReact, onClose }} />
      ) : (
        <MenuPopover label={label} actions={actions} trigger={anchor} onClose={onClose} />
      )}
    </Suspense>
  )
}
