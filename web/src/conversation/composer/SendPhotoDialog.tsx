import { MESSAGE_MAX } from '@app/contract/limits'
import type { Quote } from '@app/contract/replies'
import { findMessageProblem } from '@app/contract/text/message-text'
import { normalizeText } from '@app/contract/text/normalize'
import { translateProblem } from '@app/contract/text/problems'
import { useState } from 'react'
import type { PhotoFile } from '../../lib/photos/photo-file.ts'
import { useLanguage } from '../../lib/text/language.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { TextField } from '../../ui/forms/Field.tsx'
import { CropDialog } from '../../ui/photos/CropDialog.tsx'
import type { ConversationKey } from '../adapters.ts'
import { enqueuePhoto } from '../outbox/outbox.ts'
import { setReply } from './drafts.ts'
import { sendPhotoTexts } from './send-photo-texts.ts'

/** The longer side, in pixels, of the largest variant that the interface shows. */
const SIDE_MAX_PX = 1_600

type Props = {
  conversationKey: ConversationKey
  title: string
  file: Blob | null
  replyTo: Quote | undefined
  onClose: () => void
}

/** Shows the dialog that crops a picked photo and adds an optional caption before sending. */
export function SendPhotoDialog({ conversationKey, title, file, replyTo, onClose }: Props) {
  const t = useTexts(sendPhotoTexts)
  const language = useLanguage()
  const [caption, setCaption] = useState('')
  const problem = caption.trim() === '' ? null : findMessageProblem(caption)
  const error =
    problem === 'message.long'
      ? t('captionTooLong', { max: MESSAGE_MAX })
      : (problem && translateProblem(problem, language)) || undefined
  const close = () => {
    setCaption('')
    onClose()
  }
  const send = async ({ file: jpeg, width, height }: PhotoFile) => {
    if (problem) return
    const bytes = await jpeg.arrayBuffer()
    const photo = { bytes, width, height, url: null, uploadedAt: 0 }
    enqueuePhoto(conversationKey, photo, normalizeText(caption), { replyTo })
    setReply(conversationKey, null)
    close()
  }
  return (
    <CropDialog
      title={title}
      file={file}
      confirm={t('send')}
      sideMax={SIDE_MAX_PX}
      caption={caption}
      onCropped={(photo) => void send(photo)}
      onClose={close}
    >
      <TextField
        label={t('caption')}
        dir="auto"
        value={caption}
        error={error}
        onChange={({ target }) => setCaption(target.value)}
      />
    </CropDialog>
  )
}
