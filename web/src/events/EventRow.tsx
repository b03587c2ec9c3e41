import type { Event } from '@app/contract/events'
import { Check, Clock, Star } from 'lucide-react'
import { memo } from 'react'
import { useEventTimes } from '../lib/text/event-times.ts'
import { useTexts } from '../lib/text/texts.ts'
import { DateBlock } from '../ui/lists/DateBlock.tsx'
import { ListRow } from '../ui/lists/ListPane.tsx'
import { Chip } from '../ui/marks/Chip.tsx'
import { eventAddress } from './address.ts'
import styles from './list.module.css'
import { eventsTexts } from './texts.ts'

/** Shows the member's answer in color and words. */
function AnswerChip({ event: { cancelled, sessionResponse, waitingPlace } }: { event: Event }) {
  const t = useTexts(eventsTexts)
  if (cancelled) return <Chip small>{t('cancelled')}</Chip>
  if (waitingPlace !== null) {
    return (
      <Chip tone="turn" small icon={Clock}>
        {t('waits', { place: waitingPlace })}
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

type Props = { event: Event; past: boolean; selected: boolean }

export const EventRow = memo(function EventRow({ event, past, selected }: Props) {
  const t = useTexts(eventsTexts)
  const { time } = useEventTimes()
  return (
    <ListRow to={eventAddress(event.id)} selected={selected}>
      <DateBlock instant={event.eventTime} past={past || event.cancelled} />
      <span className={styles.words}>
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
