import 'react-easy-crop/react-easy-crop.css'
import { Eye, Image, type LucideIcon, Pencil, RotateCw, SendHorizontal } from 'lucide-react'
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react'
import Cropper from 'react-easy-crop'
import {
  type Area,
  type DecodedPhoto,
  type PhotoFile,
  type Rotation,
  renderPhoto,
} from '../../lib/photos/photo-file.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../buttons/Button.tsx'
import { IconButton } from '../buttons/IconButton.tsx'
import { Slider } from '../forms/Slider.tsx'
import styles from './crop.module.css'
import { type Crop, centerArea, magnification, toCrop, toOriginalArea, ZOOM_MAX, zoomOf } from './crop-area.ts'
import { cropTexts } from './crop-texts.ts'

/** Pixels per key press: a hundredth of the crop window's side. */
const STEP_PX = 3

const NEXT_ROTATION: Record<Rotation, Rotation> = { 0: 90, 90: 180, 180: 270, 270: 0 }

type Props = {
  decoded: DecodedPhoto
  confirm: string
  confirmIcon?: LucideIcon
  sideMax: number
  caption?: string
  /** The shape of the result, as width divided by height. */
  ratio?: number
  /** False if the photo cannot be rotated here. */
  rotatable?: boolean
  onCropped: (photo: PhotoFile, crop: Crop) => void
  onClose: () => void
  children?: ReactNode
}

/** Manages the preview of the result, and revokes its URL when it is replaced or removed. */
function usePreview() {
  const [preview, setPreview] = useState<{ photo: PhotoFile; url: string } | null>(null)
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview.url)), [preview])
  return {
    preview,
    show: (photo: PhotoFile | null) => setPreview(photo && { photo, url: URL.createObjectURL(photo.file) }),
  }
}

export function CropBody(props: Props) {
  const { decoded, confirm, confirmIcon = SendHorizontal, sideMax, caption, ratio = 1, rotatable = true } = props
  const { onCropped, onClose, children } = props
  const t = useTexts(cropTexts)
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(0)
  const [rotation, setRotation] = useState<Rotation>(0)
  // The cropper reports its area only once it has measured the picture.
  const [area, setArea] = useState<Area>(() => centerArea(decoded, ratio))
  const { preview, show } = usePreview()
  const [hasPreviewed, setHasPreviewed] = useState(false)
  const stage = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => {
      const step = key === '+' ? 1 : key === '-' ? -1 : 0
      if (step !== 0) setZoom((previous) => Math.max(0, Math.min(ZOOM_MAX, previous + step)))
    }
    const element = stage.current
    element?.addEventListener('keydown', onKeyDown)
    return () => element?.removeEventListener('keydown', onKeyDown)
  })

  const renderPreview = (): Promise<PhotoFile> =>
    renderPhoto(decoded.image, toOriginalArea(area, rotation, decoded), { rotation, sideMax })
  const showPreview = async () => {
    show(await renderPreview())
    setHasPreviewed(true)
  }
  const send = async () => {
    onCropped(preview?.photo ?? (await renderPreview()), toCrop(area, decoded))
  }

  return (
    <>
      {preview ? (
        <figure className={styles.preview}>
          <img
            className={styles.previewed}
            src={preview.url}
            alt={t('result')}
            width={preview.photo.width}
            height={preview.photo.height}
          />
          {caption?.trim() && <figcaption dir="auto">{caption}</figcaption>}
        </figure>
      ) : (
        <>
          <div className={styles.stage} ref={stage}>
            <div className={styles.window} style={{ '--ratio': ratio } as CSSProperties}>
              <Cropper
                image={decoded.url}
                crop={crop}
                zoom={magnification(zoom)}
                rotation={rotation}
                aspect={ratio}
                minZoom={1}
                maxZoom={magnification(ZOOM_MAX)}
                objectFit="cover"
                keyboardStep={STEP_PX}
                disableAutomaticStylesInjection
                onCropChange={setCrop}
                onZoomChange={(magnified) => setZoom(zoomOf(magnified))}
                onCropAreaChange={(_, pixels) => setArea(pixels)}
                style={{
                  containerStyle: { overflow: 'visible' },
                  cropAreaStyle: { border: '2px solid #fff', color: 'rgb(30 16 29 / 0.6)' },
                }}
                mediaProps={{ alt: '' }}
                cropperProps={{ role: 'group', 'aria-label': t('window') }}
              />
            </div>
          </div>
          <div className={styles.zoom}>
            <Image size="1rem" strokeWidth={1.75} aria-hidden />
            <Slider
              label={t('zoom')}
              valueText={t('zoomed', { zoom })}
              max={ZOOM_MAX}
              value={zoom}
              onChange={setZoom}
            />
            <Image size="1.5rem" strokeWidth={1.75} aria-hidden />
            <output className={styles.value}>{zoom}</output>
          </div>
          <p className={styles.hint}>{t('hint')}</p>
          {children}
        </>
      )}
      <div className={styles.actions}>
        {preview ? (
          <IconButton icon={Pencil} label={t('change')} autoFocus onClick={() => show(null)} />
        ) : (
          <>
            {rotatable && (
              <IconButton icon={RotateCw} label={t('rotate')} onClick={() => setRotation(NEXT_ROTATION[rotation])} />
            )}
            <IconButton icon={Eye} label={t('preview')} autoFocus={hasPreviewed} onClick={() => void showPreview()} />
          </>
        )}
        <span className={styles.spacer} />
        <Button variant="quiet" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button icon={confirmIcon} onClick={() => void send()}>
          {confirm}
        </Button>
      </div>
    </>
  )
}
