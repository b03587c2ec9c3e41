import type { SharedEvent } from '@app/contract/events'
import { Check } from 'lucide-react'
import { Link, useLocation } from 'react-router-dom'
import { useEventTimes } from '../lib/text/event-times.ts'
import { useTexts } from '../lib/text/texts.ts'
import { DateBlock } from '../ui/lists/DateBlock.tsx'
import { Chip } from '../ui/marks/Chip.tsx'
import styles from './shared-event.module.css'
import { sharedEventTexts } from './shared-event-texts.ts'
import { eventUrl } from './urls.ts'

/** Links to the next event that the member and a chat partner both attend or may attend. */
export function SharedEventCard({ event }: { event: NonNullable<SharedEvent['event']> }) {
  const t = useTexts(sharedEventTexts)
  const { time } = useEventTimes()
  const { pathname, search } = useLocation()
  return (
    <section className={styles.section}>
      <h4 className={styles.heading}>{t('title')}</h4>
      <Link className={styles.card} to={eventUrl(event.id)} state={{ from: pathname + search }}>
        <DateBlock instant={event.eventTime} />
        <span className={styles.text}>
          <span className={styles.title}>{event.title}</span>
          <span className={styles.place}>
            {time(event.eventTime)} · {event.place}
          </span>
          {event.bothComing && (
            <Chip tone="trust" small icon={Check}>
              {t('bothComing')}
            </Chip>
          )}
        </span>
      </Link>
    </section>
  )
}
