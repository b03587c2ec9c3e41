import { RotateCcw, X } from 'lucide-react'
import { useTexts } from '../lib/texts.ts'
import { classes } from '../ui/classes.ts'
import { Photo } from '../ui/Photo.tsx'
import { Progress } from '../ui/Progress.tsx'
import { photosTexts } from './texts.ts'
import styles from './tile.module.css'
import { cancelUpload, retryUpload, type Uploading } from './uploads.ts'

/** A photo on its way: itself at once, how far it has come, and the way back. */
export function UploadTile({ upload: { id, preview, state, percent, problem } }: { upload: Uploading }) {
  const t = useTexts(photosTexts)
  return (
    <li className={styles.tile}>
      <div className={classes(styles.uploading, state === 'failed' && styles.failed)}>
        <Photo photo={preview} alt="" eager />
        {state === 'failed' ? (
          <div className={styles.problem} role="alert">
            <p>{problem?.text}</p>
            {!problem?.final && (
              <button type="button" className={styles.again} onClick={() => retryUpload(id)}>
                <RotateCcw size={16} strokeWidth={1.75} aria-hidden />
                {t('retry')}
              </button>
            )}
          </div>
        ) : (
          <Progress
            label={state === 'waiting' ? t('waiting') : t('uploading', { percent })}
            text={state === 'waiting' ? t('waiting') : undefined}
            percent={percent}
          />
        )}
        <button
          type="button"
          className={styles.cancel}
          aria-label={state === 'failed' ? t('discard') : t('cancel')}
          onClick={() => cancelUpload(id)}
        >
          <X size={20} strokeWidth={1.75} aria-hidden />
        </button>
      </div>
    </li>
  )
}
