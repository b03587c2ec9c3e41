import type { Picture } from '@app/contract/media'
import { useTexts } from '../lib/texts.ts'
import { CancelUpload } from '../ui/CancelUpload.tsx'
import { Photo } from '../ui/Photo.tsx'
import { Progress } from '../ui/Progress.tsx'
import styles from './message-photo.module.css'
import type { Outgoing } from './outbox.ts'
import { discard } from './outbox.ts'
import { getPhotoPreview } from './photo-previews.ts'
import { photoTexts } from './photo-texts.ts'
import { useTransfers } from './transfers.ts'

/** Until the server has drawn it, a photo is a square: that is what we crop. */
const UNKNOWN_RATIO = 1
/** Neither a thread nor a tower; the viewer shows all of it. */
const [NARROWEST, WIDEST] = [3 / 4, 16 / 9]

/** On the finest screens as on fine ones: more could not be told apart in a bubble, and weighs nine times as much. */
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
  /** The id that its sender gave the message, under which this device may have a copy. */
  clientId: string
  alt: string
  /** While it is on its way. */
  item: Outgoing | null
  onOpen: () => void
}

/** A photo in its bubble, in room that stays the same from the moment it is sent. */
export function MessagePhoto({ photo, clientId, alt, item, onOpen }: Props) {
  const t = useTexts(photoTexts)
  const percent = useTransfers(({ percents }) => percents.get(clientId))
  const localPreview = getPhotoPreview(clientId, item?.photo)
  const drawn = photo?.width && photo.height ? photo.width / photo.height : undefined
  const ratio = Math.min(WIDEST, Math.max(NARROWEST, drawn ?? localPreview?.ratio ?? UNKNOWN_RATIO))
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
