import { EllipsisVertical } from 'lucide-react'
import { useRef } from 'react'
import styles from './post.module.css'

type Props = {
  label: string
  /** Enter on what it belongs to opens it, so that Tab need not stop here. */
  byEnter?: boolean
  onOpen: (anchor: HTMLElement) => void
}

/** Opens the menu of a message or a comment. */
export function PostActions({ label, byEnter, onOpen }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  return (
    <button
      ref={button}
      type="button"
      tabIndex={byEnter ? -1 : undefined}
      className={styles.actions}
      aria-label={label}
      aria-haspopup="menu"
      onClick={() => button.current && onOpen(button.current)}
    >
      <EllipsisVertical size="1.125rem" strokeWidth={1.75} aria-hidden />
    </button>
  )
}
