import type { LucideIcon } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { IconButton } from './IconButton.tsx'

export type MenuAction = {
  id: string
  label: string
  icon?: LucideIcon
  danger?: boolean
  disabled?: boolean
  run: () => void
}

type Props = {
  /** Names the button and the menu that it opens. */
  label: string
  icon: LucideIcon
  actions: readonly MenuAction[]
}

const MenuPopover = lazy(async () => ({ default: (await import('./MenuPopover.tsx')).MenuPopover }))

/** An icon button with a menu behind it. What the menu is made of is loaded when the first opens. */
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
