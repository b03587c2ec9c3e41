import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../ui/buttons/IconButton.tsx'
import styles from './composer-note.module.css'

type Props = { title: string; cancelLabel: string; onCancel: () => void; children: ReactNode }

/** Shows above a message field that its text is a reply or an edit. */
export const ComposerNote = ({ title, cancelLabel, onCancel, children }: Props) => (
  <div className={styles.note}>
    <div className={styles.text}>
      <p className={styles.title}>{title}</p>
      {children}
    </div>
    <IconButton icon={X} label={cancelLabel} onClick={onCancel} />
  </div>
)
