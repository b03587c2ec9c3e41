import { useTexts } from '../lib/text/texts.ts'
import { UploadingPhoto } from '../ui/photos/UploadingPhoto.tsx'
import { photosTexts } from './texts.ts'
import styles from './tile.module.css'
import { cancelUpload, retryUpload, type Upload } from './uploads.ts'

/** Shows a photo that is uploading to an album. */
export function UploadTile({ upload: { clientId, preview, state, percent, problem } }: { upload: Upload }) {
  const t = useTexts(photosTexts)
  const waiting = state === 'waiting' ? t('waiting') : undefined
  return (
    <li className={styles.tile}>
      <UploadingPhoto
        preview={preview.url}
        progress={{ label: waiting ?? t('uploading', { percent }), text: waiting, percent }}
        problem={problem}
        retry={t('retry')}
        cancel={state === 'failed' ? t('discard') : t('cancel')}
        onRetry={() => retryUpload(clientId)}
        onCancel={() => cancelUpload(clientId)}
      />
    </li>
  )
}
