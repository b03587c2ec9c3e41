import { RotateCcw } from 'lucide-react'
import type { CSSProperties } from 'react'
import { classes } from '../classes.ts'
import { CancelUpload } from '../feedback/CancelUpload.tsx'
import { Progress } from '../feedback/Progress.tsx'
import { Photo } from './Photo.tsx'
import type { UploadProblem } from './photo-problem.ts'
import styles from './uploading-photo.module.css'

type Props = {
  /** The URL of the local copy. */
  preview: string
  /** The width of the photo divided by its height. */
  ratio?: number
  progress: { label: string; percent: number; text?: string | undefined }
  /** The reason for the failure; null if it has not failed. */
  problem: UploadProblem | null
  retry: string
  cancel: string
  onRetry: () => void
  onCancel: () => void
}

/** Shows an upload: the local copy, its progress or the reason for its failure, and a cancel button. */
export const UploadingPhoto = ({ preview, ratio = 1, progress, problem, retry, cancel, onRetry, onCancel }: Props) => (
  <div
    className={classes(styles.uploading, problem !== null && styles.failed)}
    style={{ '--ratio': ratio } as CSSProperties}
  >
    <Photo photo={preview} alt="" eager />
    {problem ? (
      <div className={styles.problem} role="alert">
        <p>{problem.text}</p>
        {!problem.final && (
          <button type="button" className={styles.again} onClick={onRetry}>
            <RotateCcw size="1rem" strokeWidth={1.75} aria-hidden />
            {retry}
          </button>
        )}
      </div>
    ) : (
      <Progress {...progress} />
    )}
    <CancelUpload label={cancel} onClick={onCancel} />
  </div>
)
