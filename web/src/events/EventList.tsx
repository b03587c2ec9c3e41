import type { Id } from '@app/contract/base'
import type { Event } from '@app/contract/events'
import { useEffect } from 'react'
import { useNow } from '../lib/text/clock.ts'
import { useTexts } from '../lib/text/texts.ts'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { Failed } from '../ui/feedback/Failed.tsx'
import { Loading, Skeleton } from '../ui/feedback/Loading.tsx'
import { ListRows } from '../ui/lists/ListPane.tsx'
import { ShowMore } from '../ui/lists/ShowMore.tsx'
import type { Source } from './api.ts'
import { EventRow } from './EventRow.tsx'
import styles from './list.module.css'
import { loadEvents, loadMoreEvents } from './store.ts'
import { eventsTexts } from './texts.ts'
import { useEventsIn } from './use-events-in.ts'

const ROWS = ['62%', '48%', '56%', '40%']

const ListSkeleton = () => (
  <div className={styles.skeletons}>
    {ROWS.map((width) => (
      <div key={width} className={styles.skeleton}>
        <Skeleton width="3.75rem" height="4.625rem" radius="var(--radius-card)" />
        <span className={styles.words}>
          <Skeleton width={width} height="0.875rem" />
          <Skeleton width="44%" />
          <Skeleton width="4rem" height="1.5rem" />
        </span>
      </div>
    ))}
  </div>
)

/** Loads the shown lists, once per source. */
function useLoaded(sources: readonly Source[], older: boolean): void {
  const sourcesKey = sources.join()
  useEffect(() => {
    for (const source of sourcesKey.split(',').filter(Boolean) as Source[]) void loadEvents(source, older)
  }, [sourcesKey, older])
}

type Props = {
  sources: readonly Source[]
  /** Selects the events to list. */
  shows: (event: Event) => boolean
  older: boolean
  selected: Id | null
  /** The empty state of the list. */
  empty: { title: string; text?: string }
}

function Part({ sources, shows, older, selected, empty }: Props) {
  const t = useTexts(eventsTexts)
  const now = useNow()
  useLoaded(sources, older)
  const { events: all, lists } = useEventsIn(sources, older)
  const events = all.filter(shows)
  const failure = lists.flatMap(({ list }) => (list.state === 'failed' ? [list.error] : []))[0]
  const load = () => sources.forEach((source) => void loadEvents(source, older))
  if (failure && events.length === 0) return <Failed title={t('failed')} error={failure} retry={load} />
  if (lists.some(({ list }) => list.data === undefined)) {
    return (
      <Loading text={t('loading')}>
        <ListSkeleton />
      </Loading>
    )
  }
  const unfinished = lists.filter(({ list }) => list.data?.hasMore)
  const loadMore = async () => void (await Promise.all(unfinished.map(({ source }) => loadMoreEvents(source, older))))
  if (events.length === 0 && unfinished.length === 0)
    return older ? null : <EmptyState title={empty.title}>{empty.text}</EmptyState>
  return (
    <ListRows
      title={older ? t('olderHeading') : undefined}
      more={unfinished.length > 0 && <ShowMore label={t('more')} load={loadMore} />}
    >
      {events.map((event) => (
        <EventRow
          key={event.id}
          event={event}
          past={Date.parse(event.eventTime) <= now.getTime()}
          selected={event.id === selected}
        />
      ))}
    </ListRows>
  )
}

/** Lists coming events, soonest first, and below them, if enabled, past events. */
export const EventList = ({ older, ...rest }: Props) => (
  <>
    <Part {...rest} older={false} />
    {older && <Part {...rest} older />}
  </>
)
