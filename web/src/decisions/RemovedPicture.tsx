import { Eye } from 'lucide-react'
import { useEffect, useState } from 'react'
import { showErrorToast } from '../lib/feedback/toasts.ts'
import { isApiError } from '../lib/http/api-error.ts'
import { focusIfLost } from '../lib/navigation/focus-if-lost.ts'
import { useTexts } from '../lib/text/texts.ts'
import { LocalPicture } from '../ui/photos/LocalPicture.tsx'
import styles from './decision.module.css'
import { decisionTexts } from './texts.ts'

type Props = { load: () => Promise<Blob> }

/**
 * Shows a button in place of the removed picture, which loads only when the member requests it. After a failure the
 * button stays, unless the picture no longer exists.
 */
export function RemovedPicture({ load }: Props) {
  const t = useTexts(decisionTexts)
  const [url, setUrl] = useState<string | null>(null)
  const [isGone, setGone] = useState(false)
  useEffect(
    () => () => {
      if (url) URL.revokeObjectURL(url)
    },
    [url],
  )
  const show = () =>
    void load().then(
      (blob) => setUrl(URL.createObjectURL(blob)),
      (error: unknown) => (isApiError(error, 'NOT_FOUND') ? setGone(true) : showErrorToast(error)),
    )
  if (url) {
    return (
      <div ref={focusIfLost} tabIndex={-1} className={styles.picture}>
        <LocalPicture className={undefined} url={url} alt={t('picture')} />
      </div>
    )
  }
  if (isGone) {
    return (
      <p ref={focusIfLost} tabIndex={-1} className={styles.small}>
        {t('pictureGone')}
      </p>
    )
  }
  return (
    <button type="button" className={styles.showPicture} aria-label={t('showPicture')} onClick={show}>
      <Eye size="1.25rem" strokeWidth={1.75} aria-hidden />
    </button>
  )
}
