import type { LucideIcon } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { lazy } from '../../lib/device/chunks.ts'
import { type DecodedPhoto, decodePhoto, type PhotoFile, PhotoRejection } from '../../lib/photos/photo-file.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { FieldError } from '../forms/Field.tsx'
import { Dialog } from '../overlays/Dialog.tsx'
import type { Crop } from './crop-area.ts'
import { cropTexts } from './crop-texts.ts'

type Props = {
  title: string
  /** The chosen file; null while the dialog is closed. */
  file: Blob | null
  /** The label of the confirm button. */
  confirm: string
  /** The icon of the confirm button; by default the one that stands for sending. */
  confirmIcon?: LucideIcon
  /** The maximum length of the longer side of the result, in pixels. */
  sideMax: number
  /** Returns the shape of the result, as width divided by height; square by default. */
  ratioOf?: (photo: { width: number; height: number }) => number
  rotatable?: boolean
  onCropped: (photo: PhotoFile, crop: Crop) => void
  onClose: () => void
  /** Rendered between the picture and the buttons. */
  children?: ReactNode
  /** The caption under the photo, for the preview. */
  caption?: string
}

const CropBody = lazy(async () => ({ default: (await import('./CropBody.tsx')).CropBody }))

function useDecodedPhoto(file: Blob | null) {
  const [decoded, setDecoded] = useState<DecodedPhoto | PhotoRejection | null>(null)
  useEffect(() => {
    if (!file) return
    let isCanceled = false
    let url: string | null = null
    decodePhoto(file).then(
      (photo) => {
        url = photo.url
        if (isCanceled) URL.revokeObjectURL(photo.url)
        else setDecoded(photo)
      },
      (error: unknown) => {
        if (!(error instanceof PhotoRejection)) throw error
        if (!isCanceled) setDecoded(error)
      },
    )
    return () => {
      isCanceled = true
      setDecoded(null)
      if (url) URL.revokeObjectURL(url)
    }
  }, [file])
  return decoded
}

/** Shows a dialog that crops a picture. The code loads when the first picture is chosen. */
export function CropDialog({ title, file, ratioOf = () => 1, onClose, children, ...rest }: Props) {
  const t = useTexts(cropTexts)
  const decoded = useDecodedPhoto(file)
  return (
    <Dialog title={title} open={file !== null} onClose={onClose} unsaved>
      <Suspense>
        {decoded instanceof PhotoRejection && (
          <div role="alert">
            <FieldError>{t(`problem.${decoded.problem}`)}</FieldError>
          </div>
        )}
        {decoded && !(decoded instanceof PhotoRejection) && (
          <CropBody decoded={decoded} ratio={ratioOf(decoded)} onClose={onClose} {...rest}>
            {children}
          </CropBody>
        )}
      </Suspense>
    </Dialog>
  )
}
