import type { Id } from '@app/contract/base'
import type { Event } from '@app/contract/events'
import { type ReactNode, useEffect } from 'react'
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

/** Loads the first page of each list, and reloads it when the sources change. */
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
  /** Whether events near the member come first. */
  showsNear?: boolean
  /** The empty state of the list. */
  empty: { title: string; text?: string; action?: ReactNode }
}

type PeriodProps = Omit<Props, 'showsPast'> & { period: Period }

const NEAR: readonly Source[] = ['near']
const NONE: readonly Source[] = []

/**
 * Returns the events near the member; undefined while they are loading, none if they cannot be loaded or are not shown.
 */
function useNearEvents(period: Period, isShown: boolean): Event[] | undefined {
  const sources = isShown && period === 'coming' ? NEAR : NONE
  useLoadEvents(sources, period)
  const { events, lists } = useEventsIn(sources, period)
  return lists.every(({ list }) => list.data || list.state === 'failed') ? events : undefined
}

function EventsOfPeriod({ sources, matches, period, selected, showsNear = false, empty }: PeriodProps) {
  const t = useTexts(eventsTexts)
  const now = useNow()
  useLoadEvents(sources, period)
  const { events: loadedEvents, lists } = useEventsIn(sources, period)
  const nearEvents = useNearEvents(period, showsNear)?.filter(matches)
  const nearIds = new Set(nearEvents?.map(({ id }) => id))
  const events = loadedEvents.filter((event) => matches(event) && !nearIds.has(event.id))
  const failure = lists.flatMap(({ list }) => (list.state === 'failed' ? [list.error] : []))[0]
  const retry = () => sources.forEach((source) => void loadEvents(source, period))
  if (failure && events.length === 0 && !nearEvents?.length)
    return <Failed title={t('failed')} error={failure} retry={retry} />
  // Waits for the events nearby, which would otherwise move the others down.
  if (!nearEvents || lists.some(({ list }) => list.data === undefined && list.state !== 'failed')) {
    return (
      <Loading text={t('loading')}>
        <ListSkeleton />
      </Loading>
    )
  }
  const incompleteLists = lists.filter(({ list }) => list.data?.hasMore)
  const loadMore = async () =>
    void (await Promise.all(incompleteLists.map(({ source }) => loadMoreEvents(source, period))))
  const hasNear = nearEvents.length > 0
  const hasOthers = events.length > 0 || incompleteLists.length > 0
  if (!hasNear && !hasOthers) {
    return period === 'past' ? null : (
      <EmptyState title={empty.title} action={empty.action}>
        {empty.text}
      </EmptyState>
    )
  }
  const renderRow = (event: Event) => (
    <EventRow
      key={event.id}
      event={event}
      isPast={Date.parse(event.eventTime) <= now.getTime()}
      selected={event.id === selected}
    />
  )
  return (
    <>
      {hasNear && <ListRows title={t('near')}>{nearEvents.map(renderRow)}</ListRows>}
      {hasOthers && (
        <ListRows
          title={period === 'past' ? t('pastHeading') : hasNear ? t('others') : undefined}
          more={incompleteLists.length > 0 && <ShowMore label={t('more')} load={loadMore} />}
        >
          {events.map(renderRow)}
        </ListRows>
      )}
    </>
  )
}

/** Lists upcoming events, soonest first, and optionally past events below them. */
export const EventList = ({ showsPast, ...props }: Props) => (
  <>
    <EventsOfPeriod {...props} period="coming" />
    {showsPast && <EventsOfPeriod {...props} period="past" />}
  </>
)
