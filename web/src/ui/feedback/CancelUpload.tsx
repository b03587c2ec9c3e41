import { X } from 'lucide-react'
import styles from './progress.module.css'

/** Cancels an upload, in the corner of its photo. */
export const CancelUpload = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <button type="button" className={styles.cancel} aria-label={label} onClick={onClick}>
    <X size="1.25rem" strokeWidth={1.75} aria-hidden />
  </button>
)
