import { ALT_TEXT_MAX, TEXT_AREA_MAX } from '@app/contract/limits'
import { movieRatioOf } from '@app/contract/movie-ratios'
import { normalizeText } from '@app/contract/text/normalize'
import { useState } from 'react'
import type { PhotoFile } from '../lib/photos/photo-file.ts'
import { useTexts } from '../lib/text/texts.ts'
import { RestrictedNote } from '../ui/feedback/RestrictedNote.tsx'
import { TextArea, TextField } from '../ui/forms/Field.tsx'
import { CropDialog } from '../ui/photos/CropDialog.tsx'
import type { Crop } from '../ui/photos/crop-area.ts'
import styles from './movie.module.css'
import { movieTexts } from './texts.ts'
import { uploadEntry } from './uploads.ts'

/** The longer side, in pixels, of the preview shown until the server has rendered its variants. */
const PREVIEW_SIDE_PX = 640

/** Lets the member crop a chosen photo, and add an optional caption and description, before uploading. */
export function UploadDialog({ file, onClose }: { file: Blob | null; onClose: () => void }) {
  const t = useTexts(movieTexts)
  const [message, setMessage] = useState('')
  const [altText, setAltText] = useState('')
  const lengthProblem = (text: string, max: number) => (text.length > max ? t('upload.tooLong', { max }) : undefined)
  const problems = { message: lengthProblem(message, TEXT_AREA_MAX), altText: lengthProblem(altText, ALT_TEXT_MAX) }
  const close = () => {
    setMessage('')
    setAltText('')
    onClose()
  }
  const send = (preview: PhotoFile, crop: Crop) => {
    if (!file || problems.message || problems.altText) return
    const entry = { file, crop, message: normalizeText(message), altText: normalizeText(altText) }
    uploadEntry(entry, { url: URL.createObjectURL(preview.file), ratio: movieRatioOf(preview) })
    close()
  }
  return (
    <CropDialog
      title={t('upload.title')}
      file={file}
      confirm={t('upload.send')}
      sideMax={PREVIEW_SIDE_PX}
      ratioOf={movieRatioOf}
      rotatable={false}
      caption={message}
      onCropped={send}
      onClose={close}
    >
      <div className={styles.text}>
        <RestrictedNote action="publishPhoto" />
        <p className={styles.note}>{t('upload.jpegOnly')}</p>
        <TextArea
          label={t('upload.message')}
          rows={2}
          dir="auto"
          value={message}
          error={problems.message}
          onChange={({ target }) => setMessage(target.value)}
        />
        <TextField
          label={t('upload.altText')}
          dir="auto"
          value={altText}
          error={problems.altText}
          onChange={({ target }) => setAltText(target.value)}
        />
      </div>
    </CropDialog>
  )
}
