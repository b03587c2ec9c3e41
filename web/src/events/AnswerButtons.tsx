import type { Event } from '@app/contract/events'
import { CalendarPlus, Check, Clock, Star, Undo2, UsersRound } from 'lucide-react'
import { useRef } from 'react'
import { useSession } from '../lib/http/session.ts'
import { useNumberInWords } from '../lib/text/number-words.ts'
import { useTexts } from '../lib/text/texts.ts'
import { downloadCalendarFile } from './calendar-file.ts'
import styles from './detail.module.css'
import { answerEvent } from './store.ts'
import { eventsTexts } from './texts.ts'

/**
 * Shows the free seats, or that there are none; without a limit, or to a member with a seat, that the answer can be
 * changed.
 */
function SeatsNote({ event: { capacity, coming, sessionResponse } }: { event: Event }) {
  const t = useTexts(eventsTexts)
  const toWords = useNumberInWords()
  if (capacity === null || sessionResponse === 'YES') return t('canChange')
  const freeSeats = Math.max(0, capacity - coming)
  return freeSeats === 0
    ? t('isFull', { capacity, words: toWords(capacity) })
    : t('seatsLeft', { left: freeSeats, capacity })
}

/** Shows what the member's answer means: they are coming, are interested, or have a position in the queue. */
function AnswerNote({ event }: { event: Event }) {
  const t = useTexts(eventsTexts)
  const couple = useSession()?.couple ?? false
  const { waitingPlace, sessionResponse } = event
  if (waitingPlace !== null) return t('inQueue', { place: waitingPlace })
  return (
    <>
      {sessionResponse === 'YES' && `${t(couple ? 'areComing' : 'isComing')} `}
      {sessionResponse === 'MAYBE' && `${t(couple ? 'areInterested' : 'isInterested')} `}
      <SeatsNote event={event} />
    </>
  )
}

type Props = {
  event: Event
  /** Called when the member opens the list of participants. */
  onShowParticipants: () => void
}

/**
 * Offers the calendar file and the participants to a member who is coming or interested. Otherwise only reserves the
 * space.
 */
function NextSteps({ event, onShowParticipants }: Props) {
  const t = useTexts(eventsTexts)
  const hasAccepted = event.sessionResponse === 'YES' || event.sessionResponse === 'MAYBE'
  const seesParticipants = event.participantsShownTo !== 'HOST' || event.mayChange
  return (
    <div className={styles.next} style={hasAccepted ? undefined : { visibility: 'hidden' }}>
      <button type="button" className={styles.step} onClick={() => void downloadCalendarFile(event)}>
        <CalendarPlus size="1.125rem" strokeWidth={1.75} aria-hidden />
        {t('calendarFile')}
      </button>
      {seesParticipants && (
        <button type="button" className={styles.step} onClick={onShowParticipants}>
          <UsersRound size="1.125rem" strokeWidth={1.75} aria-hidden />
          {t('seeParticipants')}
        </button>
      )}
    </div>
  )
}

/**
 * Lets the member answer that they are coming, interested, or neither. If the event is full, a member who answers that
 * they are coming joins the queue instead.
 */
export function AnswerButtons({ event, onShowParticipants }: Props) {
  const t = useTexts(eventsTexts)
  const couple = useSession()?.couple ?? false
  const firstButton = useRef<HTMLButtonElement>(null)
  const { sessionResponse, waitingPlace, capacity, coming } = event
  const isWaiting = waitingPlace !== null
  const isFull = capacity !== null && coming >= capacity && sessionResponse !== 'YES'
  const hasAnswered = isWaiting || sessionResponse !== 'NO_ANSWER'
  const AttendIcon = isFull || isWaiting ? Clock : Check
  const attendLabel =
    isFull || isWaiting
      ? t(couple ? 'answer.queueTwo' : 'answer.queue')
      : t(couple ? 'answer.attendingTwo' : 'answer.attending')
  // NOTE: undoing removes its own button, so the focus moves to the first one.
  const undoAnswer = () => {
    firstButton.current?.focus()
    void answerEvent(event, 'no-answer')
  }
  return (
    <>
      <fieldset className={styles.answers}>
        <legend className={styles.question}>{t(couple ? 'questionTwo' : 'question')}</legend>
        <div className={styles.buttons}>
          <button
            ref={firstButton}
            type="button"
            className={styles.answer}
            data-answer={isWaiting ? 'waiting' : 'yes'}
            aria-pressed={isWaiting || sessionResponse === 'YES'}
            onClick={() => void answerEvent(event, 'attending')}
          >
            <AttendIcon size="1.125rem" strokeWidth={1.75} aria-hidden />
            {attendLabel}
          </button>
          <button
            type="button"
            className={styles.answer}
            data-answer="maybe"
            aria-pressed={sessionResponse === 'MAYBE'}
            onClick={() => void answerEvent(event, 'interested')}
          >
            <Star size="1.125rem" strokeWidth={1.75} aria-hidden />
            {t('answer.interested')}
          </button>
          {hasAnswered && (
            <button type="button" className={styles.answer} onClick={undoAnswer}>
              <Undo2 size="1.125rem" strokeWidth={1.75} aria-hidden />
              {t('answer.none')}
            </button>
          )}
        </div>
        <p className={styles.note} role="status">
          <AnswerNote event={event} />
        </p>
      </fieldset>
      <NextSteps event={event} onShowParticipants={onShowParticipants} />
    </>
  )
}
