import { Eye } from 'lucide-react'
import { useTexts } from '../../lib/text/texts.ts'
import { classes } from '../classes.ts'
import { uiTexts } from '../texts.ts'
import styles from './photo.module.css'
import { useBlur } from './use-blur.ts'

type Props = { url: string; alt: string; className: string | undefined }

/** Shows a loaded picture of unknown size, such as evidence. In discreet mode it is blurred until revealed. */
export function LocalPicture({ url, alt, className }: Props) {
  const t = useTexts(uiTexts)
  const { ref, revealed, isStandalone } = useBlur()
  return (
    <span ref={ref} className={classes(styles.local, className)} data-revealed={revealed || undefined}>
      <img className={styles.localImage} src={url} alt={alt} />
      {isStandalone && (
        <button type="button" className={styles.eye} aria-label={t('reveal')} aria-pressed={revealed}>
          <Eye size="1.25rem" strokeWidth={1.75} aria-hidden />
        </button>
      )}
    </span>
  )
}
