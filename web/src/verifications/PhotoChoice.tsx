import type { MediaId } from '@app/contract/media'
import type { Photo as MemberPhoto } from '@app/contract/photos'
import { Check } from 'lucide-react'
import { useId } from 'react'
import { useTexts } from '../lib/text/texts.ts'
import { Photo } from '../ui/photos/Photo.tsx'
import { verificationsTexts } from './texts.ts'
import styles from './verifications.module.css'

type Props = {
  name: string
  photos: readonly MemberPhoto[]
  /** Photos that are already confirmed and cannot be deselected. */
  confirmed: readonly MediaId[]
  chosen: readonly MediaId[]
  onChange: (chosen: MediaId[]) => void
}

/** Lets the viewer choose among a member's photos. */
export function PhotoChoice({ name, photos, confirmed, chosen, onChange }: Props) {
  const t = useTexts(verificationsTexts)
  const id = useId()
  const toggle = (photoId: MediaId) =>
    onChange(chosen.includes(photoId) ? chosen.filter((other) => other !== photoId) : [...chosen, photoId])
  return (
    <fieldset aria-labelledby={id} aria-describedby={`${id}-hint`}>
      <p className={styles.legend} id={id}>
        {t('photos', { name })}
      </p>
      <p className={styles.quiet} id={`${id}-hint`}>
        {t('photosHint')}
      </p>
      <div className={styles.photos}>
        {photos.map((photo, index) => {
          const isConfirmed = confirmed.includes(photo.id)
          return (
            <button
              key={photo.id}
              type="button"
              className={styles.photo}
              aria-pressed={isConfirmed || chosen.includes(photo.id)}
              aria-label={t(isConfirmed ? 'photoConfirmed' : 'photo', { number: index + 1, total: photos.length })}
              disabled={isConfirmed}
              onClick={() => toggle(photo.id)}
            >
              <Photo photo={photo} alt="" sizes="120px" />
              <span className={styles.check} aria-hidden>
                <Check size="0.9375rem" strokeWidth={3} />
              </span>
            </button>
          )
        })}
      </div>
    </fieldset>
  )
}
