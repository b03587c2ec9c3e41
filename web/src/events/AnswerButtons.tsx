import type { Event } from '@app/contract/events'
import { Check, Clock, Star, Undo2 } from 'lucide-react'
import { useRef } from 'react'
import { useSession } from '../lib/http/session.ts'
import { useNumberInWords } from '../lib/text/number-words.ts'
import { useTexts } from '../lib/text/texts.ts'
import styles from './detail.module.css'
import { answerEvent } from './store.ts'
import { eventsTexts } from './texts.ts'

/** Shows the free seats, the member's position in the queue, or that the answer can be changed. */
function SeatsNote({ event: { capacity, coming, waitingPlace, sessionResponse } }: { event: Event }) {
  const t = useTexts(eventsTexts)
  const inWords = useNumberInWords()
  if (waitingPlace !== null) return t('inQueue', { place: waitingPlace })
  if (capacity === null || sessionResponse === 'YES') return t('canChange')
  const left = Math.max(0, capacity - coming)
  return left === 0 ? t('isFull', { capacity, words: inWords(capacity) }) : t('seatsLeft', { left, capacity })
}

/** Lets the member answer coming, interested or neither; for a full event coming means joining the queue. */
export function AnswerButtons({ event }: { event: Event }) {
  const t = useTexts(eventsTexts)
  const couple = useSession()?.couple ?? false
  const first = useRef<HTMLButtonElement>(null)
  const { sessionResponse, waitingPlace, capacity, coming } = event
  const isWaiting = waitingPlace !== null
  const isFull = capacity !== null && coming >= capacity && sessionResponse !== 'YES'
  const answered = isWaiting || sessionResponse !== 'NO_ANSWER'
  const Yes = isFull || isWaiting ? Clock : Check
  const yes =
    isFull || isWaiting
      ? t(couple ? 'answer.queueTwo' : 'answer.queue')
      : t(couple ? 'answer.attendingTwo' : 'answer.attending')
  // NOTE: answering removes the undo button, so the focus moves to the group.
  const undo = () => {
    first.current?.focus()
    void answerEvent(event, 'no-answer')
  }
  return (
    <fieldset className={styles.answers}>
      <legend className={styles.question}>{t(couple ? 'questionTwo' : 'question')}</legend>
      <div className={styles.buttons}>
        <button
          ref={first}
          type="button"
          className={styles.answer}
          data-answer={isWaiting ? 'waiting' : 'yes'}
          aria-pressed={isWaiting || sessionResponse === 'YES'}
          onClick={() => void answerEvent(event, 'attending')}
        >
          <Yes size="1.125rem" strokeWidth={1.75} aria-hidden />
          {yes}
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
        {answered && (
          <button type="button" className={styles.answer} onClick={undo}>
            <Undo2 size="1.125rem" strokeWidth={1.75} aria-hidden />
            {t('answer.none')}
          </button>
        )}
      </div>
      <p className={styles.note} role="status">
        <SeatsNote event={event} />
      </p>
    </fieldset>
  )
}
