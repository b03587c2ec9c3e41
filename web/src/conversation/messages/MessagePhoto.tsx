import type { Picture } from '@app/contract/media'
import { useEffect } from 'react'
import { useTexts } from '../../lib/text/texts.ts'
import { CancelUpload } from '../../ui/feedback/CancelUpload.tsx'
import { Progress } from '../../ui/feedback/Progress.tsx'
import { Photo } from '../../ui/photos/Photo.tsx'
import type { OutgoingMessage } from '../outbox/outbox.ts'
import { discard } from '../outbox/outbox.ts'
import { findOrCreatePhotoPreview, releasePhotoPreview } from '../outbox/photo-previews.ts'
import { useUploadProgress } from '../outbox/upload-progress.ts'
import { photoTexts } from '../photo-texts.ts'
import styles from './message-photo.module.css'

/** The aspect ratio of a photo that the server has not processed yet, and of which this page has no copy. */
const UNKNOWN_RATIO = 1
/** The limits of the aspect ratio at which a photo is shown; only the viewer shows the whole photo. */
const [RATIO_MIN, RATIO_MAX] = [3 / 4, 16 / 9]

/**
 * Requests the same variant on 3x screens as on 2x screens: the larger one looks the same in a bubble and is nine times
 * as large.
 */
const SIZES = '(min-resolution: 2.5dppx) 193px, 290px'

const UNPROCESSED_PHOTO = {
  status: 'PROCESSING',
  url: '',
  smallUrl: '',
  largeUrl: '',
  width: null,
  height: null,
  rotation: 0,
  placeholder: null,
} as const

type Props = {
  photo: Picture | null
  /** The message's client id, under which this page may have a preview of the photo. */
  clientId: string
  alt: string
  /** The outgoing message until the server confirms it. */
  item: OutgoingMessage | null
  onOpen: () => void
}

/** Shows the photo of a message, at the same size before and after it is sent. */
export function MessagePhoto({ photo, clientId, alt, item, onOpen }: Props) {
  const t = useTexts(photoTexts)
  const percent = useUploadProgress(({ percents }) => percents.get(clientId))
  const localPreview = findOrCreatePhotoPreview(clientId, item?.photo)
  const processedRatio = photo?.width && photo.height ? photo.width / photo.height : undefined
  const ratio = Math.min(RATIO_MAX, Math.max(RATIO_MIN, processedRatio ?? localPreview?.ratio ?? UNKNOWN_RATIO))
  const isUploading = percent !== undefined
  const isReady = photo?.status === 'READY'
  useEffect(() => {
    if (isReady) releasePhotoPreview(clientId)
  }, [isReady, clientId])
  return (
    <div className={styles.photo}>
      <button type="button" className={styles.open} tabIndex={-1} aria-label={t('open')} onClick={onOpen}>
        <Photo
          photo={photo ?? UNPROCESSED_PHOTO}
          alt={alt}
          sizes={SIZES}
          ratio={ratio}
          preview={localPreview?.url ?? null}
          eager
        />
      </button>
      {isUploading && <Progress label={t('uploading', { percent })} percent={percent} />}
      {isUploading && <CancelUpload label={t('cancel')} onClick={() => discard(clientId)} />}
    </div>
  )
}
