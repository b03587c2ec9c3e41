import { useCallback, useEffect, useRef } from 'react'
import { isRefusal, wordsOf } from '../lib/api-error.ts'
import { onBrokenAddresses } from '../lib/picture-addresses.ts'
import { useTexts } from '../lib/texts.ts'
import { showErrorToast } from '../lib/toasts.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Failed } from '../ui/Failed.tsx'
import { Loading, Skeleton } from '../ui/Loading.tsx'
import { AdCard } from './AdCard.tsx'
import { AdFilterPills } from './AdFilterPills.tsx'
import styles from './ads.module.css'
import { loadAds, loadMoreAds, useAds } from './store.ts'
import { adsTexts } from './texts.ts'

const CARDS = ['70%', '48%', '62%', '56%']

const CardSkeletons = () => (
  <div className={styles.cards}>
    {CARDS.map((width) => (
      <div key={width} className={styles.card}>
        <Skeleton width="40%" height="40px" radius="var(--radius-control)" />
        <Skeleton width={width} height="26px" />
        <Skeleton />
        <Skeleton width="80%" />
        <Skeleton width="72px" height="24px" />
      </div>
    ))}
  </div>
)

/** How many stand there, told anew when the filter has changed; on a phone only read aloud. */
function Count() {
  const t = useTexts(adsTexts)
  const list = useAds((state) => state.list.data)
  const count = list?.ads.length ?? 0
  return (
    <p className={styles.count} role="status">
      {list && (list.hasMore ? t('shownOfMore', { count }) : t('shown', { count }))}
    </p>
  )
}

/** Where the last page takes the button away, reading goes on at its first ad. */
function More({ shown }: { shown: number }) {
  const t = useTexts(adsTexts)
  const row = useRef<HTMLDivElement>(null)
  async function load(): Promise<void> {
    const cards = row.current?.previousElementSibling
    await loadMoreAds()
    if (!useAds.getState().list.data?.hasMore) cards?.children[shown]?.querySelector('a')?.focus()
  }
  return (
    <div className={styles.more} ref={row}>
      <Button variant="quiet" onClick={() => void load().catch(showErrorToast)}>
        {t('more')}
      </Button>
    </div>
  )
}

function Shown() {
  const t = useTexts(adsTexts)
  const list = useAds((state) => state.list)
  const filter = useAds((state) => state.filter)
  const retry = useCallback(() => void loadAds(), [])
  if (!list.data && list.state === 'failed')
    return <Failed title={t('failed')} text={wordsOf(list.error)} retry={retry} byItself={!isRefusal(list.error)} />
  if (!list.data) {
    return (
      <Loading text={t('loading')}>
        <CardSkeletons />
      </Loading>
    )
  }
  if (list.data.ads.length === 0) {
    const nothingChosen = filter && !Object.values(filter).includes(true)
    return (
      <EmptyState title={nothingChosen ? t('nothingChosen') : t('empty')}>
        {nothingChosen ? undefined : t('emptyText')}
      </EmptyState>
    )
  }
  return (
    <>
      <ul className={styles.cards}>
        {list.data.ads.map((ad) => (
          <li key={ad.id}>
            <AdCard ad={ad} />
          </li>
        ))}
      </ul>
      {list.data.hasMore && <More shown={list.data.ads.length} />}
    </>
  )
}

/** All ads that the filter lets through, newest first. */
export function AdList() {
  useEffect(() => void loadAds(), [])
  useEffect(() => onBrokenAddresses(() => void loadAds()), [])
  return (
    <div className={styles.page}>
      <div className={styles.top}>
        <AdFilterPills />
        <Count />
      </div>
      <Shown />
    </div>
  )
}
