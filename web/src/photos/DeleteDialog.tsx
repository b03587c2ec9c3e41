import type { Photo } from '@app/contract/photos'
import { useState } from 'react'
import { useTexts } from '../lib/text/texts.ts'
import { ConfirmDialog } from '../ui/overlays/ConfirmDialog.tsx'
import { deletePhoto } from './actions.ts'
import { photosTexts } from './texts.ts'

export function DeleteDialog({ photo, onClose }: { photo: Photo | null; onClose: () => void }) {
  const t = useTexts(photosTexts)
  const [busy, setBusy] = useState(false)
  const confirm = async (photoToRemove: Photo) => {
    setBusy(true)
    if (await deletePhoto(photoToRemove)) onClose()
    setBusy(false)
  }
  return (
    <ConfirmDialog
      title={t('removeTitle')}
      confirm={t('removeConfirm')}
      cancelLabel={t('keep')}
      open={photo !== null}
      busy={busy}
      onConfirm={() => photo && void confirm(photo)}
      onClose={onClose}
    >
      {t('removeText')}
    </ConfirmDialog>
  )
}
