import type { Picture } from '@app/contract/media'
import { useTexts } from '../../lib/text/texts.ts'
import { CancelUpload } from '../../ui/feedback/CancelUpload.tsx'
import { Progress } from '../../ui/feedback/Progress.tsx'
import { Photo } from '../../ui/photos/Photo.tsx'
import type { Outgoing } from '../outbox/outbox.ts'
import { discard } from '../outbox/outbox.ts'
import { getPhotoPreview } from '../outbox/photo-previews.ts'
import { useTransfers } from '../outbox/transfers.ts'
import { photoTexts } from '../photo-texts.ts'
import styles from './message-photo.module.css'

/** A photo is square until the server has processed it, since the crop is square, too. */
const UNKNOWN_RATIO = 1
/** Limits for the aspect ratio of a bubble; the viewer shows the whole photo. */
const [NARROWEST, WIDEST] = [3 / 4, 16 / 9]

/**
 * Requests the same variant on 3x screens as on 2x screens: the larger one looks the same in a bubble and is nine times
 * as heavy.
 */
const SIZES = '(min-resolution: 2.5dppx) 193px, 290px'

const WAITING = {
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
  /** The message's client id, under which this device may have a copy of the photo. */
  clientId: string
  alt: string
  /** The outgoing message until the server confirms it. */
  item: Outgoing | null
  onOpen: () => void
}

/** A photo in its bubble, whose size stays the same from the moment it is sent. */
export function MessagePhoto({ photo, clientId, alt, item, onOpen }: Props) {
  const t = useTexts(photoTexts)
  const percent = useTransfers(({ percents }) => percents.get(clientId))
  const localPreview = getPhotoPreview(clientId, item?.photo)
  const processedRatio = photo?.width && photo.height ? photo.width / photo.height : undefined
  const ratio = Math.min(WIDEST, Math.max(NARROWEST, processedRatio ?? localPreview?.ratio ?? UNKNOWN_RATIO))
  const isUploading = percent !== undefined
  return (
    <div className={styles.photo}>
      <button type="button" className={styles.open} tabIndex={-1} aria-label={t('open')} onClick={onOpen}>
        <Photo
          photo={photo ?? WAITING}
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
