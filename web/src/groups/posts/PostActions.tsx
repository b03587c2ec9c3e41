import { EllipsisVertical } from 'lucide-react'
import { useRef } from 'react'
import styles from './post.module.css'

type Props = {
  label: string
  /** Enter on the message or comment opens the menu, so that the button is not a tab stop. */
  byEnter?: boolean
  onOpen: (anchor: HTMLElement) => void
}

/** The button that opens the menu of a message or a comment. */
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
