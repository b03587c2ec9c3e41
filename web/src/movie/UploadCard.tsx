import { useTexts } from '../lib/text/texts.ts'
import { UploadingPhoto } from '../ui/photos/UploadingPhoto.tsx'
import styles from './movie.module.css'
import { movieTexts } from './texts.ts'
import { cancelUpload, retryUpload, type Upload } from './uploads.ts'

/** Shows an upload in progress at the position of the future entry. */
export function UploadCard({ upload }: { upload: Upload }) {
  const t = useTexts(movieTexts)
  const { clientId, preview, percent, problem, message } = upload
  return (
    <li className={styles.item}>
      <div className={styles.card}>
        <UploadingPhoto
          preview={preview.url}
          ratio={preview.ratio}
          progress={{ label: t('upload.progress', { percent }), percent }}
          problem={problem}
          retry={t('upload.retry')}
          cancel={problem ? t('upload.discard') : t('upload.cancel')}
          onRetry={() => retryUpload(clientId)}
          onCancel={() => cancelUpload(clientId)}
        />
        {message && (
          <p className={styles.message} dir="auto">
            {message}
          </p>
        )}
      </div>
    </li>
  )
}
