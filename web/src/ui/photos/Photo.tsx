import { Eye, ImageOff } from 'lucide-react'
import { type CSSProperties, useEffect, useState } from 'react'
import { useConnectivity } from '../../lib/device/online.ts'
import { reportBrokenUrl } from '../../lib/photos/picture-urls.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { classes } from '../classes.ts'
import { uiTexts } from '../texts.ts'
import styles from './photo.module.css'
import { placeholderOf, type ShownPhoto, type Source, sourceOf } from './photo-source.ts'
import { useBlur } from './use-blur.ts'

type Props = {
  photo: ShownPhoto
  alt: string
  /** The displayed width, as the `sizes` attribute from which the browser chooses a variant. */
  sizes?: string
  fit?: 'cover' | 'contain'
  /** Width divided by height of the reserved space; without it the photo fills its container. */
  ratio?: number
  /** The URL of a local copy, shown until the server has processed the photo. */
  preview?: string | null
  eager?: boolean
  /** Whether hovering reveals the photo in discreet mode. False for full-screen photos, which are always hovered. */
  hoverReveals?: boolean
}

/** The URLs of the last photos that have loaded, which the browser has in memory. */
const loadedUrls = new Set<string>()
const LOADED_URLS_MAX = 500

function rememberLoaded(url: string): void {
  loadedUrls.delete(url)
  loadedUrls.add(url)
  const [oldest] = loadedUrls
  if (loadedUrls.size > LOADED_URLS_MAX && oldest) loadedUrls.delete(oldest)
}

/** Keeps showing the current picture, with the rotation of the next one, until the next one has loaded. */
function useSources(next: Source | null) {
  const [shownSource, setShownSource] = useState<Source | null>(null)
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null)
  // Such a photo appears at once, instead of fading in again on each return to its page.
  const [wasLoaded] = useState(() => next !== null && loadedUrls.has(next.url))
  const online = useConnectivity((state) => state.online)
  useEffect(() => {
    if (online) setBrokenUrl(null)
  }, [online])
  const isNew = next !== null && next.key !== shownSource?.key
  const pending = isNew && next.url !== brokenUrl ? next : null
  const sources = [shownSource, pending].filter((source) => source !== null)
  const reportFailure = (url: string) => {
    setBrokenUrl(url)
    reportBrokenUrl(url)
  }
  const onLoad = (source: Source) => {
    setShownSource(source)
    rememberLoaded(source.url)
  }
  return { sources, shownSource, wasLoaded, onLoad, reportFailure, failed: isNew && !pending && !shownSource }
}

/**
 * Shows a photo in reserved space: first its placeholder colors, then the photo. In discreet mode it is blurred until
 * revealed.
 */
export function Photo({
  photo,
  alt,
  sizes = '100vw',
  fit = 'cover',
  ratio,
  preview,
  eager,
  hoverReveals = true,
}: Props) {
  const t = useTexts(uiTexts)
  const { ref, revealed, isStandalone } = useBlur({ hoverReveals })
  const { sources, shownSource, wasLoaded, onLoad, reportFailure, failed } = useSources(sourceOf(photo, preview))
  const status = typeof photo === 'string' ? 'READY' : photo.status
  const rotation = typeof photo === 'string' ? 0 : photo.rotation
  const colors = shownSource ? null : placeholderOf(photo)
  const style: CSSProperties & Record<'--colors', string> = {
    '--colors': colors ? `url("${colors}")` : 'none',
    aspectRatio: ratio,
  }
  const isBroken = failed || status === 'FAILED'
  return (
    <span
      ref={ref}
      className={classes(styles.photo, styles[fit], ratio === undefined && styles.fill)}
      style={style}
      data-revealed={revealed || undefined}
    >
      {!isBroken &&
        sources.map((source) => (
          <img
            key={source.key}
            className={classes(styles.image, (wasLoaded || source.key === shownSource?.key) && styles.loaded)}
            data-rotation={(rotation - source.rotation + 360) % 360 || undefined}
            src={source.url}
            srcSet={source.srcSet}
            sizes={source.srcSet && sizes}
            alt={source === sources.at(-1) ? alt : ''}
            loading={eager || wasLoaded ? undefined : 'lazy'}
            decoding="async"
            draggable={false}
            onLoad={() => onLoad(source)}
            onError={() => reportFailure(source.url)}
          />
        ))}
      {isBroken && (
        <span className={styles.broken} role="img" aria-label={t(status === 'FAILED' ? 'photoFailed' : 'photoBroken')}>
          <ImageOff size="1.5rem" strokeWidth={1.75} aria-hidden />
        </span>
      )}
      {status === 'PROCESSING' && sources.length === 0 && <span className={styles.note}>{t('photoProcessing')}</span>}
      {isStandalone && !isBroken ? (
        <button type="button" className={styles.eye} aria-label={t('reveal')} aria-pressed={revealed}>
          <Eye size="1.25rem" strokeWidth={1.75} aria-hidden />
        </button>
      ) : (
        <span className={styles.eye} aria-hidden>
          <Eye size="1.25rem" strokeWidth={1.75} />
        </span>
      )}
    </span>
  )
}
