import type { EventMinimalInfo } from '@app/contract/events'
import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useEventTimes } from '../../lib/text/event-times.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { joinFacts } from '../../ui/facts.ts'
import { DateBlock } from '../../ui/lists/DateBlock.tsx'
import { groupChatTexts } from '../chat/texts.ts'
import styles from './post-event.module.css'

/** Shows the event that a post announces. */
export function PostEvent({ event }: { event: EventMinimalInfo }) {
  const t = useTexts(groupChatTexts)
  const { time } = useEventTimes()
  const { eventId, title, place, eventTime, cancelled, sessionResponse } = event
  const responseText = sessionResponse === 'NO_ANSWER' ? null : t(`event.${sessionResponse}`)
  return (
    <Link to={`/events?id=${eventId}`} className={styles.event}>
      <DateBlock instant={eventTime} past={cancelled} />
      <span className={styles.text}>
        <span className={styles.title} dir="auto">
          {title}
        </span>
        <span className={styles.facts} dir="auto">
          {joinFacts(time(eventTime), place, cancelled ? t('event.cancelled') : responseText)}
        </span>
      </span>
      <ChevronRight size="1.25rem" strokeWidth={1.75} aria-hidden />
    </Link>
  )
}
