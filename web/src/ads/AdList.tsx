import { useCallback, useEffect } from 'react'
import { onBrokenUrls } from '../lib/photos/picture-urls.ts'
import { useTexts } from '../lib/text/texts.ts'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { Failed } from '../ui/feedback/Failed.tsx'
import { Loading, Skeleton } from '../ui/feedback/Loading.tsx'
import { ShowMore } from '../ui/lists/ShowMore.tsx'
import { AdCard } from './AdCard.tsx'
import { AdFilterPills } from './AdFilterPills.tsx'
import styles from './ads.module.css'
import { isCurrent, loadAds, loadMoreAds, useAds } from './store.ts'
import { adsTexts } from './texts.ts'

const CARD_WIDTHS = ['70%', '48%', '62%', '56%']

const CardSkeletons = () => (
  <div className={styles.cards}>
    {CARD_WIDTHS.map((width) => (
      <div key={width} className={styles.card}>
        <Skeleton width="40%" height="2.5rem" radius="var(--radius-control)" />
        <Skeleton width={width} height="1.625rem" />
        <Skeleton />
        <Skeleton width="80%" />
        <Skeleton width="4.5rem" height="1.5rem" />
      </div>
    ))}
  </div>
)

/** Announces how many ads are shown; on a phone it is visually hidden. */
function Count() {
  const t = useTexts(adsTexts)
  const list = useAds((state) => state.list.data)
  const isListCurrent = useAds(isCurrent)
  const count = list?.ads.length ?? 0
  return (
    <p className={styles.count} role="status">
      {list && isListCurrent && (list.hasMore ? t('shownOfMore', { count }) : t('shown', { count }))}
    </p>
  )
}

function Cards() {
  const t = useTexts(adsTexts)
  const list = useAds((state) => state.list.data)
  if (!list) return null
  if (list.ads.length === 0) {
    const hasNoSelection = !Object.values(list.filter).includes(true)
    return (
      <EmptyState title={hasNoSelection ? t('nothingChosen') : t('empty')}>
        {hasNoSelection ? undefined : t('emptyText')}
      </EmptyState>
    )
  }
  return (
    <>
      <ul className={styles.cards}>
        {list.ads.map((ad) => (
          <li key={ad.id}>
            <AdCard ad={ad} />
          </li>
        ))}
      </ul>
      {list.hasMore && <ShowMore label={t('more')} load={loadMoreAds} />}
    </>
  )
}

/** Lists the loaded ads; after a change to the filter, dims the previous ads until the new ones are loaded. */
function ListContent() {
  const t = useTexts(adsTexts)
  const list = useAds((state) => state.list)
  const isListCurrent = useAds(isCurrent)
  const retry = useCallback(() => void loadAds(), [])
  if (list.state === 'failed' && !(list.data && isListCurrent))
    return <Failed title={t('failed')} error={list.error} retry={retry} />
  if (!list.data) {
    return (
      <Loading text={t('loading')}>
        <CardSkeletons />
      </Loading>
    )
  }
  return (
    <div className={styles.shown} inert={!isListCurrent} aria-busy={!isListCurrent}>
      <Cards />
    </div>
  )
}

/** Lists the ads that match the filter, newest first and page by page. */
export function AdList() {
  useEffect(() => void loadAds(), [])
  useEffect(() => onBrokenUrls(() => void loadAds()), [])
  return (
    <div className={styles.page} data-scroll-key="ads">
      <div className={styles.top}>
        <AdFilterPills />
        <Count />
      </div>
      <ListContent />
    </div>
  )
}
