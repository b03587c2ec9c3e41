import { EllipsisVertical } from 'lucide-react'
import { useRef } from 'react'
import styles from './post.module.css'

type Props = {
  label: string
  /** Whether Enter on the message opens the menu, so that the button does not have to be a tab stop. */
  isOpenedByEnter?: boolean
  onOpen: (anchor: HTMLElement) => void
}

/** Shows the button that opens the menu of a message or a comment. */
export function PostActions({ label, isOpenedByEnter, onOpen }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  return (
    <button
      ref={button}
      type="button"
      tabIndex={isOpenedByEnter ? -1 : undefined}
      className={styles.actions}
      aria-label={label}
      aria-haspopup="menu"
      onClick={() => button.current && onOpen(button.current)}
    >
      <EllipsisVertical size="1.125rem" strokeWidth={1.75} aria-hidden />
    </button>
  )
}
