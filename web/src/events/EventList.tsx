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
import type { Period, Source } from './api.ts'
import { EventRow } from './EventRow.tsx'
import styles from './list.module.css'
import { loadEvents, loadMoreEvents } from './store.ts'
import { eventsTexts } from './texts.ts'
import { useEventsIn } from './use-events-in.ts'

const ROW_WIDTHS = ['62%', '48%', '56%', '40%']

const ListSkeleton = () => (
  <div className={styles.skeletons}>
    {ROW_WIDTHS.map((width) => (
      <div key={width} className={styles.skeleton}>
        <Skeleton width="3.75rem" height="4.625rem" radius="var(--radius-card)" />
        <span className={styles.text}>
          <Skeleton width={width} height="0.875rem" />
          <Skeleton width="44%" />
          <Skeleton width="4rem" height="1.5rem" />
        </span>
      </div>
    ))}
  </div>
)

/** Loads the first page of each list when its source is added. */
function useLoadEvents(sources: readonly Source[], period: Period): void {
  const sourcesKey = sources.join()
  useEffect(() => {
    for (const source of sourcesKey.split(',').filter(Boolean) as Source[]) void loadEvents(source, period)
  }, [sourcesKey, period])
}

type Props = {
  sources: readonly Source[]
  /** Returns whether to list an event. */
  matches: (event: Event) => boolean
  showsPast: boolean
  selected: Id | null
  /** The empty state of the list. */
  empty: { title: string; text?: string }
}

type PeriodProps = Omit<Props, 'showsPast'> & { period: Period }

function EventsOfPeriod({ sources, matches, period, selected, empty }: PeriodProps) {
  const t = useTexts(eventsTexts)
  const now = useNow()
  useLoadEvents(sources, period)
  const { events: loadedEvents, lists } = useEventsIn(sources, period)
  const events = loadedEvents.filter(matches)
  const failure = lists.flatMap(({ list }) => (list.state === 'failed' ? [list.error] : []))[0]
  const retry = () => sources.forEach((source) => void loadEvents(source, period))
  if (failure && events.length === 0) return <Failed title={t('failed')} error={failure} retry={retry} />
  if (lists.some(({ list }) => list.data === undefined)) {
    return (
      <Loading text={t('loading')}>
        <ListSkeleton />
      </Loading>
    )
  }
  const incompleteLists = lists.filter(({ list }) => list.data?.hasMore)
  const loadMore = async () =>
    void (await Promise.all(incompleteLists.map(({ source }) => loadMoreEvents(source, period))))
  if (events.length === 0 && incompleteLists.length === 0)
    return period === 'past' ? null : <EmptyState title={empty.title}>{empty.text}</EmptyState>
  return (
    <ListRows
      title={period === 'past' ? t('pastHeading') : undefined}
      more={incompleteLists.length > 0 && <ShowMore label={t('more')} load={loadMore} />}
    >
      {events.map((event) => (
        <EventRow
          key={event.id}
          event={event}
          isPast={Date.parse(event.eventTime) <= now.getTime()}
          selected={event.id === selected}
        />
      ))}
    </ListRows>
  )
}

/** Lists upcoming events, soonest first, and optionally past events below them. */
export const EventList = ({ showsPast, ...props }: Props) => (
  <>
    <EventsOfPeriod {...props} period="coming" />
    {showsPast && <EventsOfPeriod {...props} period="past" />}
  </>
)
