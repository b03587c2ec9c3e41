import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import styles from './button.module.css'
import { Tooltip, useTooltip } from './Tooltip.tsx'

type Props = Omit<ComponentProps<'button'>, 'className' | 'children' | 'aria-label' | 'title'> & {
  icon: LucideIcon
  /** The accessible name, also shown as a tooltip. */
  label: string
}

/** Renders a button that consists of an icon. */
export function IconButton({ icon: Icon, label, ...rest }: Props) {
  const { anchor, ...tooltip } = useTooltip()
  return (
    <>
      <button type="button" {...rest} {...tooltip} className={styles.iconButton} aria-label={label}>
        <Icon size="1.25rem" strokeWidth={1.75} aria-hidden />
      </button>
      {anchor && <Tooltip anchor={anchor}>{label}</Tooltip>}
    </>
  )
}
