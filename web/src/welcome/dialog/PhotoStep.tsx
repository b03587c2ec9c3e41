import { Camera, Check } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { PHOTO_TYPES } from '../../lib/photos/photo-types.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Progress } from '../../ui/feedback/Progress.tsx'
import { Segmented } from '../../ui/forms/Segmented.tsx'
import { useFilePicker } from '../../ui/forms/use-file-picker.tsx'
import { CropDialog } from '../../ui/photos/CropDialog.tsx'
import { Photo } from '../../ui/photos/Photo.tsx'
import type { UploadProblem } from '../../ui/photos/photo-problem.ts'
import type { ShownPhoto } from '../../ui/photos/photo-source.ts'
import { FIRST_PHOTO_ALBUMS, type FirstPhotoAlbum } from '../first-photo-album.ts'
import { BacklightArt, DistanceArt, VaseArt } from './art.tsx'
import styles from './photo.module.css'
import { welcomeTexts } from './welcome-texts.ts'

/**
 * The maximum length of the longer side of the cropped photo, in pixels: the largest variant that the server renders.
 */
const SIDE_MAX_PX = 1_600

/** The photo of the step: stored, or uploading with the URL of its local copy. */
export type StepPhoto =
  | { state: 'stored'; photo: ShownPhoto; preview: string | undefined; isUnreadable: boolean }
  | { state: 'waiting' | 'sending' | 'failed'; preview: string; percent: number; problem: UploadProblem | null }

type Props = {
  couple: boolean
  photo: StepPhoto | null
  audience: FirstPhotoAlbum
  onAudience: (audience: FirstPhotoAlbum) => void
  /** Called with a cropped photo to upload, and the original file. */
  onUpload: (photo: Blob, source: Blob) => void
  onRetry: () => void
  /** Cancels the upload, or discards a failed one. */
  onCancel: () => void
  /** Returns the file of the photo to crop again; undefined if only another photo can be chosen. */
  getSource: (() => Promise<Blob>) | undefined
}

type TextKey = 'none' | 'chosen' | 'private' | 'unreadable' | 'uploading' | 'waiting' | 'notUploaded'

const UPLOAD_STATES = { waiting: 'waiting', sending: 'uploading', failed: 'notUploaded' } as const

function stateOf(photo: StepPhoto | null, audience: FirstPhotoAlbum): TextKey {
  if (!photo) return 'none'
  if (photo.state !== 'stored') return UPLOAD_STATES[photo.state]
  if (photo.isUnreadable) return 'unreadable'
  return audience === 'PUBLIC' ? 'chosen' : 'private'
}

function useStateText(couple: boolean) {
  const t = useTexts(welcomeTexts)
  return (state: TextKey, photo: StepPhoto | null): { title: string; text: string } => {
    const percent = photo && 'percent' in photo ? photo.percent : 0
    const problem = photo && 'problem' in photo ? photo.problem?.text : undefined
    const titles = {
      none: t('photo.none'),
      chosen: t(couple ? 'photo.chosenOfTwo' : 'photo.chosen'),
      private: t(couple ? 'photo.privateOfTwo' : 'photo.private'),
      unreadable: t('photo.unreadable'),
      uploading: t('photo.uploading', { percent }),
      waiting: t('photo.waiting'),
      notUploaded: t('photo.notUploaded'),
    }
    const texts = {
      none: t('photo.noneText'),
      chosen: t('photo.chosenText'),
      private: t('photo.chosenText'),
      unreadable: t('photo.unreadableText'),
      uploading: t('photo.uploadingText'),
      waiting: t('photo.uploadingText'),
      notUploaded: problem ?? '',
    }
    return { title: titles[state], text: texts[state] }
  }
}

/** Shows the photo as others see it: a circle for one person, a rounded square for a couple. */
function Portrait({ photo, couple }: Pick<Props, 'photo' | 'couple'>) {
  const t = useTexts(welcomeTexts)
  const alt = t(couple ? 'photo.altOfTwo' : 'photo.alt')
  const isStored = photo?.state === 'stored' && !photo.isUnreadable
  return (
    <div className={styles.portrait}>
      <div className={classes(styles.shape, couple && styles.couple)}>
        {photo === null && <Camera size="2.5rem" strokeWidth={1.25} aria-hidden />}
        {photo?.state === 'stored' && (
          <Photo photo={photo.photo} preview={photo.preview} alt={alt} sizes="168px" eager />
        )}
        {photo && photo.state !== 'stored' && <Photo photo={photo.preview} alt={alt} eager />}
        {(photo?.state === 'waiting' || photo?.state === 'sending') && (
          <Progress label={t('photo.uploading', { percent: photo.percent })} percent={photo.percent} />
        )}
      </div>
      {isStored && (
        <span className={styles.tick}>
          <Check size="1.25rem" strokeWidth={2} aria-hidden />
        </span>
      )}
    </div>
  )
}

const Example = ({ art, children }: { art: ReactNode; children: ReactNode }) => (
  <li>
    {art}
    <span>{children}</span>
  </li>
)

/** Asks for a photo, and who may see it. */
export function PhotoStep(props: Props) {
  const { couple, photo, audience, onAudience, onUpload, onRetry, onCancel, getSource } = props
  const t = useTexts(welcomeTexts)
  const [file, setFile] = useState<Blob | null>(null)
  const [hasCropFailed, setHasCropFailed] = useState(false)
  const { open, input } = useFilePicker({ accept: PHOTO_TYPES, onFiles: ([chosen]) => setFile(chosen ?? null) })
  const state = stateOf(photo, audience)
  const { title, text } = useStateText(couple)(state, photo)
  const isUploading = state === 'uploading' || state === 'waiting'
  const crop = async (source: () => Promise<Blob>) => {
    setHasCropFailed(false)
    await source().then(setFile, () => setHasCropFailed(true))
  }
  return (
    <>
      <div className={styles.chosen}>
        <Portrait photo={photo} couple={couple} />
        <div className={styles.side}>
          <div role="status">
            <p className={styles.state}>{title}</p>
            <p className={styles.hint}>{hasCropFailed ? t('photo.cropFailed') : text}</p>
          </div>
          <div className={styles.actions}>
            {isUploading ? (
              <Button variant="outlined" onClick={onCancel}>
                {t('photo.cancel')}
              </Button>
            ) : (
              <>
                {state === 'notUploaded' && photo && 'problem' in photo && !photo.problem?.final && (
                  <Button variant="outlined" onClick={onRetry}>
                    {t('photo.retry')}
                  </Button>
                )}
                {state !== 'notUploaded' || (photo && 'problem' in photo && photo.problem?.final) ? (
                  <Button variant="outlined" icon={Camera} onClick={open}>
                    {t(photo ? 'photo.change' : 'photo.choose')}
                  </Button>
                ) : null}
                {state === 'notUploaded' && (
                  <Button variant="quiet" onClick={onCancel}>
                    {t('photo.discard')}
                  </Button>
                )}
                {getSource && (state === 'chosen' || state === 'private') && (
                  <Button variant="quiet" onClick={() => void crop(getSource)}>
                    {t('photo.crop')}
                  </Button>
                )}
              </>
            )}
            {input}
          </div>
        </div>
      </div>
      <p className={styles.label}>{t('photo.audience')}</p>
      <div className={styles.audience}>
        <Segmented
          label={t('photo.audience')}
          choices={FIRST_PHOTO_ALBUMS.map((value) => ({
            value,
            label: t(couple && value === 'PRIVATE' ? 'photo.PRIVATEOfTwo' : `photo.${value}`),
          }))}
          value={audience}
          onChange={onAudience}
          stretch
        />
      </div>
      <p className={styles.audienceHint} aria-live="polite">
        {t(audience === 'PUBLIC' ? 'photo.publicHint' : 'photo.privateHint')}
      </p>
      <ul className={styles.examples} aria-label={t('photo.examples')}>
        <Example art={<VaseArt />}>{t(couple ? 'photo.thingOfTwo' : 'photo.thing')}</Example>
        <Example art={<DistanceArt />}>{t('photo.distance')}</Example>
        <Example art={<BacklightArt />}>{t('photo.backlight')}</Example>
      </ul>
      <CropDialog
        title={t('photo.cropTitle')}
        file={file}
        confirm={t('photo.use')}
        confirmIcon={Check}
        sideMax={SIDE_MAX_PX}
        onClose={() => setFile(null)}
        onCropped={(cropped) => {
          setFile(null)
          if (file) onUpload(cropped.file, file)
        }}
      />
    </>
  )
}
