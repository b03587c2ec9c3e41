import type { MediaId } from '@app/contract/media'
import type { MemberResponse } from '@app/contract/members/members'
import { useState } from 'react'
import { useTexts } from '../lib/text/texts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { Dialog } from '../ui/overlays/Dialog.tsx'
import { PhotoChoice } from './PhotoChoice.tsx'
import { verificationsTexts } from './texts.ts'
import { useVerificationAction } from './use-verification-action.ts'
import styles from './verifications.module.css'

type Props = {
  member: MemberResponse
  confirmed: readonly MediaId[]
  open: boolean
  onClose: () => void
}

/** Lets the viewer verify a member, and confirm the photos that show them. */
export function ConfirmMember({ member: { profile, photos }, confirmed, open, onClose }: Props) {
  const t = useTexts(verificationsTexts)
  const { busy, run } = useVerificationAction()
  const [photoIds, setPhotoIds] = useState<MediaId[]>([])
  const name = profile.userName
  const readyPhotos = photos.filter(({ status }) => status === 'READY')
  const close = () => {
    setPhotoIds([])
    onClose()
  }
  const confirm = () =>
    run({
      name,
      action: 'CONFIRM',
      photoIds: photoIds.length > 0 ? photoIds : undefined,
      done: t('confirmed', { name }),
    })
  return (
    <Dialog title={t('verifyThem', { name })} open={open} onClose={close} unsaved={photoIds.length > 0}>
      <div className={styles.form}>
        <p>{t('dialogText', { name })}</p>
        {readyPhotos.length > 0 && (
          <PhotoChoice
            name={name}
            photos={readyPhotos}
            confirmed={confirmed}
            chosen={photoIds}
            onChange={setPhotoIds}
          />
        )}
        <div className={styles.actions}>
          <Button variant="quiet" onClick={close}>
            {t('cancel')}
          </Button>
          <Button busy={busy} busyLabel={t('busy')} onClick={() => void confirm().then(close)}>
            {t('confirm')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
