import type { Event } from '@app/contract/events'
import { Check, Clock, Star } from 'lucide-react'
import { memo } from 'react'
import { useEventTimes } from '../lib/text/event-times.ts'
import { useTexts } from '../lib/text/texts.ts'
import { DateBlock } from '../ui/lists/DateBlock.tsx'
import { ListRow } from '../ui/lists/ListPane.tsx'
import { Chip } from '../ui/marks/Chip.tsx'
import styles from './list.module.css'
import { eventsTexts } from './texts.ts'
import { eventUrl } from './urls.ts'

/** Shows that an event is canceled, or else the member's answer, in color and words. */
function AnswerChip({ event: { cancelled, sessionResponse, waitingPlace } }: { event: Event }) {
  const t = useTexts(eventsTexts)
  if (cancelled) return <Chip small>{t('cancelled')}</Chip>
  if (waitingPlace !== null) {
    return (
      <Chip tone="turn" small icon={Clock}>
        {t('queuePosition', { place: waitingPlace })}
      </Chip>
    )
  }
  if (sessionResponse === 'YES') {
    return (
      <Chip tone="trust" small icon={Check}>
        {t('comes')}
      </Chip>
    )
  }
  return sessionResponse === 'MAYBE' ? (
    <Chip tone="turn" small icon={Star}>
      {t('interested')}
    </Chip>
  ) : null
}

type Props = { event: Event; isPast: boolean; selected: boolean }

/** Shows an event in a list: date, title, time, venue, audience and the member's answer. */
export const EventRow = memo(function EventRow({ event, isPast, selected }: Props) {
  const t = useTexts(eventsTexts)
  const { time } = useEventTimes()
  return (
    <ListRow to={eventUrl(event.id)} selected={selected}>
      <DateBlock instant={event.eventTime} past={isPast || event.cancelled} />
      <span className={styles.text}>
        <span className={styles.title}>{event.title}</span>
        <span className={styles.place}>
          {time(event.eventTime)} · {event.place}
        </span>
        <span className={styles.chips}>
          {event.groupName === null ? (
            <Chip tone="info" small>
              {t('isPublic')}
            </Chip>
          ) : (
            <span className={styles.group}>
              <Chip small>
                <span className={styles.groupName}>{event.groupName}</span>
              </Chip>
            </span>
          )}
          <AnswerChip event={event} />
        </span>
      </span>
    </ListRow>
  )
})
