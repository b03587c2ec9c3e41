import type { GettingStarted } from '@app/contract/welcome'
import { Check, ChevronRight } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router-dom'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Loading, Skeleton } from '../../ui/feedback/Loading.tsx'
import { welcomeUrl } from '../steps.ts'
import styles from './start.module.css'
import { startTexts } from './start-texts.ts'
import { useCountInWords } from './use-count-in-words.ts'

const STEPS = ['photo', 'words', 'hello'] as const
type StartStep = (typeof STEPS)[number]

type RowProps = { isDone: boolean; isNext: boolean; title: string; text: string; to?: string; onClick?: () => void }

/** Shows one step, as a link or a button until it is done. */
function Row({ isDone, isNext, title, text, to, onClick }: RowProps) {
  const t = useTexts(startTexts)
  const content: ReactNode = (
    <>
      <span className={classes(styles.tick, isDone && styles.ticked)}>
        {isDone && <Check size="1rem" strokeWidth={2.25} aria-hidden />}
      </span>
      <span className={styles.rowText}>
        <span className={styles.rowTitle}>{title}</span>
        {isDone && <span className="visually-hidden">{t('done')}. </span>}
        <span className={styles.rowHint}>{text}</span>
      </span>
      {isNext && <ChevronRight size="1.25rem" strokeWidth={1.75} aria-hidden />}
    </>
  )
  const className = classes(styles.row, isDone && styles.rowDone)
  if (isDone) return <div className={className}>{content}</div>
  if (to) {
    return (
      <Link to={to} state={{ fromPage: true }} className={className}>
        {content}
      </Link>
    )
  }
  return (
    <button type="button" className={className} onClick={onClick}>
      {content}
    </button>
  )
}

type Props = {
  started: GettingStarted
  couple: boolean
  /** The number of answers in the presentation. */
  answers: number
  onSayHello: () => void
  onHide: () => void
}

/** Shows a newcomer which of the first steps they have taken. */
export function GettingStartedCard({ started, couple, answers, onSayHello, onHide }: Props) {
  const t = useTexts(startTexts)
  const countInWords = useCountInWords()
  const id = useId()
  const done = STEPS.filter((step) => started[step]).length
  const next = STEPS.find((step) => !started[step])
  const doneText: Record<StartStep, string> = {
    photo: t(couple ? 'rows.photoDoneOfTwo' : 'rows.photoDone'),
    words: answers > 0 ? t('rows.answersDone', countInWords(answers)) : t('rows.wordsDone'),
    hello: t('rows.helloDone'),
  }
  const row = (step: StartStep) => ({
    isDone: started[step],
    isNext: step === next,
    title: t(couple && step === 'words' ? 'rows.wordsOfTwo' : `rows.${step}`),
    text: started[step] ? doneText[step] : t(`rows.${step}Next`),
  })
  return (
    <section className={styles.card} aria-labelledby={id}>
      <div className={styles.cardHead}>
        <h2 className={styles.cardTitle} id={id}>
          {t('title')}
        </h2>
        <span className={styles.count} aria-hidden>
          {t('count', { done, steps: STEPS.length })}
        </span>
      </div>
      <div
        className={styles.track}
        role="progressbar"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={STEPS.length}
        aria-valuenow={done}
        aria-valuetext={t('progress', { done, steps: STEPS.length })}
      >
        <span className={styles.bar} style={{ scale: `${done / STEPS.length} 1` }} />
      </div>
      <ul className={styles.rows}>
        <li>
          <Row {...row('photo')} to={welcomeUrl('photo')} />
        </li>
        <li>
          <Row {...row('words')} to={welcomeUrl('words')} />
        </li>
        <li>
          <Row {...row('hello')} onClick={onSayHello} />
        </li>
      </ul>
      <span className={styles.hide}>
        <Button variant="quiet" onClick={onHide}>
          {t('hide')}
        </Button>
      </span>
    </section>
  )
}

/** Reserves the space of the card while it loads. */
export function GettingStartedSkeleton() {
  const t = useTexts(startTexts)
  return (
    <Loading text={t('loading')}>
      <div className={styles.card}>
        <div className={styles.cardHead}>
          <Skeleton width="45%" height="1.625rem" />
        </div>
        <Skeleton height="0.375rem" />
        <div className={styles.rows}>
          {STEPS.map((step) => (
            <div key={step} className={styles.row}>
              <Skeleton width="1.625rem" height="1.625rem" />
              <span className={styles.rowText}>
                <Skeleton width="60%" />
              </span>
            </div>
          ))}
        </div>
        <div className={styles.hideSkeleton} />
      </div>
    </Loading>
  )
}
