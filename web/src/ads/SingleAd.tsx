import type { Ad } from '@app/contract/ads'
import type { Id } from '@app/contract/base'
import { type ReactNode, useCallback, useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { isApiError } from '../lib/http/api-error.ts'
import { notStarted } from '../lib/http/loadable.ts'
import { onBrokenUrls } from '../lib/photos/picture-urls.ts'
import { useTexts } from '../lib/text/texts.ts'
import { ButtonLink } from '../ui/buttons/Button.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { Failed } from '../ui/feedback/Failed.tsx'
import { Loading, Skeleton } from '../ui/feedback/Loading.tsx'
import { AdFooter } from './AdFooter.tsx'
import { AdForm } from './AdForm.tsx'
import { AdHeader } from './AdHeader.tsx'
import styles from './ads.module.css'
import { openAd, useAds } from './store.ts'
import { adsTexts } from './texts.ts'
import { ADS } from './urls.ts'

function AdView({ ad, children }: { ad: Ad; children: ReactNode }) {
  const navigate = useNavigate()
  return (
    <article className={styles.fullAd}>
      <AdHeader ad={ad} />
      <h2 className={styles.title} dir="auto">
        {ad.title}
      </h2>
      <p className={styles.text} dir="auto">
        {ad.content}
      </p>
      <AdFooter ad={ad} onDeleted={() => void navigate(ADS, { replace: true })} />
      {!ad.mine && <div className={styles.answer}>{children}</div>}
    </article>
  )
}

type Props = {
  id: Id
  /** Shows the ad's form to its author instead of its text. */
  editing?: boolean
  /** Renders the actions for members other than the author. */
  actions: (ad: Ad) => ReactNode
}

/** Shows a single ad to read or answer, or to edit for its author. */
export function SingleAd({ id, editing, actions }: Props) {
  const t = useTexts(adsTexts)
  const ad = useAds(({ opened }) => opened.get(id) ?? notStarted)
  const open = useCallback(() => void openAd(id), [id])
  useEffect(open, [open])
  useEffect(() => onBrokenUrls(open), [open])
  if (ad.data?.mine && editing) return <AdForm ad={ad.data} />
  const missing = ad.state === 'failed' && (isApiError(ad.error, 'NOT_FOUND') || isApiError(ad.error, 'VALIDATION'))
  if (missing) {
    return <EmptyState motif="missing" title={t('gone')} action={<ButtonLink to={ADS}>{t('toAds')}</ButtonLink>} />
  }
  if (ad.data) {
    return (
      <div className={styles.page} data-scroll-key="ad">
        <AdView ad={ad.data}>{actions(ad.data)}</AdView>
      </div>
    )
  }
  if (ad.state === 'failed') return <Failed title={t('failed')} error={ad.error} retry={open} />
  return (
    <div className={styles.page} data-scroll-key="ad">
      <Loading text={t('loading')}>
        <div className={styles.fullAd}>
          <Skeleton width="40%" height="2.5rem" radius="var(--radius-control)" />
          <Skeleton width="70%" height="1.625rem" />
          <Skeleton />
          <Skeleton width="80%" />
        </div>
      </Loading>
    </div>
  )
}
