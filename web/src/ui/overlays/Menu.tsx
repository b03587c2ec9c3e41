import type { LucideIcon } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { lazy } from '../../lib/device/chunks.ts'
import { IconButton } from '../buttons/IconButton.tsx'
import type { MenuAction } from './menu-action.ts'

type Props = {
  /** The name of the button and of its menu. */
  label: string
  icon: LucideIcon
  actions: readonly MenuAction[]
}

const MenuPopover = lazy(async () => ({ default: (await import('./MenuPopover.tsx')).MenuPopover }))

/** Renders an icon button with a menu. The menu's code loads when the first one opens. */
export function Menu({ label, icon, actions }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton
        ref={button}
        icon={icon}
        label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      />
      {open && (
        <Suspense>
          <MenuPopover label={label} actions={actions} trigger={button} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
