import { EllipsisVertical } from 'lucide-react'
import { useRef } from 'react'
import styles from './post.module.css'

/** Opens the menu of a message or a comment; reached by Enter on what it belongs to. */
export function PostActions({ label, onOpen }: { label: string; onOpen: (anchor: HTMLElement) => void }) {
  const button = useRef<HTMLButtonElement>(null)
  return (
    <button
      ref={button}
      type="button"
      className={styles.actions}
      aria-label={label}
      aria-haspopup="menu"
      onClick={() => button.current && onOpen(button.current)}
    >
      <EllipsisVertical size={18} strokeWidth={1.75} aria-hidden />
    </button>
  )
}
