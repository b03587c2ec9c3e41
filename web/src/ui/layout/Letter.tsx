import type { Instant } from '@app/contract/base'
import { type ReactNode, useEffect, useRef } from 'react'
import { useFullTime, useRelativeTime } from '../../lib/text/times.ts'
import { useTimeAgo } from '../facts.ts'
import styles from './letter.module.css'

type Words = {
  /** The accessible name, with the sender. */
  label: string
  picture: ReactNode
  name: ReactNode
  /** Rendered after the name. */
  marks?: ReactNode
  time: Instant
  facts: ReactNode
  /** The sender's text; an invite may have none. */
  quote?: ReactNode
  hint?: ReactNode
  actions: ReactNode
}

type Props = Words & {
  /** The member has just navigated here: the focus starts on the name. */
  arrived: boolean
  /** Rendered below the actions. */
  children?: ReactNode
}

/** Shows one invite in full: the sender, their text, and the actions. */
export function Letter({ label, picture, name, marks, time, facts, quote, hint, actions, arrived, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const timeAgo = useTimeAgo()
  const full = useFullTime()
  useEffect(() => {
    if (arrived) heading.current?.focus({ preventScroll: true })
  }, [arrived])
  return (
    <section className={styles.letter} aria-label={label} data-letter data-place="letter">
      {picture}
      <div className={styles.head}>
        <h2 className={styles.name} ref={heading} tabIndex={-1}>
          {name}
          {marks}
        </h2>
        <time className={styles.time} dateTime={time} title={full(time)}>
          {timeAgo(time)}
        </time>
      </div>
      <p className={styles.facts}>{facts}</p>
      {quote && (
        <blockquote className={styles.quote} dir="auto">
          {quote}
        </blockquote>
      )}
      <div className={styles.actions}>{actions}</div>
      {hint && <p className={styles.hint}>{hint}</p>}
      {children}
    </section>
  )
}

/** Shows an invite as a card in a list, on a phone. */
export function LetterCard({ label, picture, name, marks, time, facts, quote, hint, actions }: Words) {
  const relative = useRelativeTime()
  return (
    <li className={styles.card}>
      <article aria-label={label} data-letter-card>
        <div className={styles.cardHead}>
          {picture}
          <div className={styles.cardWho}>
            <h3 className={styles.cardName} tabIndex={-1}>
              {name}
              {marks}
              <time className={styles.cardTime} dateTime={time}>
                {relative(time)}
              </time>
            </h3>
            <p className={styles.facts}>{facts}</p>
          </div>
        </div>
        {quote && (
          <blockquote className={styles.quote} dir="auto">
            {quote}
          </blockquote>
        )}
        {hint && <p className={styles.hint}>{hint}</p>}
        <div className={styles.actions}>{actions}</div>
      </article>
    </li>
  )
}
