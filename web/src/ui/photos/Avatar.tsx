import { type CSSProperties, useState } from 'react'
import { reportBrokenUrl } from '../../lib/photos/picture-urls.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { classes } from '../classes.ts'
import { uiTexts } from '../texts.ts'
import styles from './avatar.module.css'
import { smallLandscape } from './Landscape.tsx'
import { useBlur } from './use-blur.ts'

/** The shape by kind: a circle for one person, a rounded square for a couple, an arch for a group. */
export type AvatarShape = 'person' | 'couple' | 'group'

type Props = {
  name: string
  shape: AvatarShape
  photoUrl?: string | null
  size?: 32 | 40 | 48 | 56 | 72 | 88
  online?: boolean
  /** Whether the name is next to the picture, which is then decorative. */
  decorative?: boolean
  /** Whether the name is not a member's, so that the letter is on a plain background instead of a landscape. */
  plain?: boolean
}

const initialOf = (name: string): string => Array.from(name.trim())[0]?.toLocaleUpperCase('sv') ?? ''

/** Shows a small photo; without one, the first letter of the name over the member's landscape. */
export function Avatar({ name, shape, photoUrl, size = 48, online = false, decorative = true, plain = false }: Props) {
  const t = useTexts(uiTexts)
  const { ref, revealed } = useBlur({ tapsThrough: true })
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null)
  const onError = () => {
    if (!photoUrl) return
    setBrokenUrl(photoUrl)
    reportBrokenUrl(photoUrl)
  }
  return (
    <span
      ref={ref}
      className={styles.avatar}
      style={{ '--size': `${size / 16}rem` } as CSSProperties}
      data-revealed={revealed || undefined}
    >
      {photoUrl && photoUrl !== brokenUrl ? (
        <span className={classes(styles.shape, styles[shape])}>
          <img
            className={styles.photo}
            src={photoUrl}
            alt={decorative ? '' : name}
            width={size}
            height={size}
            decoding="async"
            draggable={false}
            onError={onError}
          />
        </span>
      ) : (
        <span
          className={classes(styles.shape, styles[shape], !plain && smallLandscape(name))}
          {...(decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name })}
        >
          {initialOf(name)}
        </span>
      )}
      {online && (
        <span className={styles.presence}>
          <span className="visually-hidden">{t('online')}</span>
        </span>
      )}
    </span>
  )
}
