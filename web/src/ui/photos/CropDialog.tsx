import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { type Decoded, decodePhoto, type PhotoFile, PhotoRefusal } from '../../lib/photos/photo-file.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { FieldError } from '../forms/Field.tsx'
import { Dialog } from '../overlays/Dialog.tsx'
import { uiTexts } from '../texts.ts'
import type { Cut } from './crop-area.ts'

type Props = {
  title: string
  /** The chosen file; null while the dialog is closed. */
  file: Blob | null
  /** The label of the confirm button. */
  confirm: string
  /** The longer side of the result, in pixels. */
  sideMax: number
  turnable?: boolean
  onCropped: (photo: PhotoFile, cut: Cut) => void
  onClose: () => void
  /** Rendered between the picture and the buttons. */
  children?: ReactNode
  /** The caption under the photo, for the preview. */
  caption?: string
}

const CropBody = lazy(async () => ({ default: (await import('./CropBody.tsx')).CropBody }))

function useDecoded(file: Blob | null) {
  const [decoded, setDecoded] = useState<Decoded | PhotoRefusal | null>(null)
  useEffect(() => {
    if (!file) return
    let left = false
    let url: string | null = null
    decodePhoto(file).then(
      (opened) => {
        url = opened.url
        if (left) URL.revokeObjectURL(opened.url)
        else setDecoded(opened)
      },
      (error: unknown) => {
        if (!(error instanceof PhotoRefusal)) throw error
        if (!left) setDecoded(error)
      },
    )
    return () => {
      left = true
      setDecoded(null)
      if (url) URL.revokeObjectURL(url)
    }
  }, [file])
  return decoded
}

/** Crops a picture to a square. The code loads when the first picture is chosen. */
export function CropDialog({ title, file, onClose, children, ...rest }: Props) {
  const t = useTexts(uiTexts)
  const decoded = useDecoded(file)
  return (
    <Dialog title={title} open={file !== null} onClose={onClose} unsaved>
      <Suspense>
        {decoded instanceof PhotoRefusal && (
          <div role="alert">
            <FieldError>{t(`photoProblem.${decoded.problem}`)}</FieldError>
          </div>
        )}
        {decoded && !(decoded instanceof PhotoRefusal) && (
          <CropBody decoded={decoded} onClose={onClose} {...rest}>
            {children}
          </CropBody>
        )}
      </Suspense>
    </Dialog>
  )
}
