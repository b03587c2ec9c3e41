import type { Instant } from '@app/contract/base'
import { type ReactNode, useEffect, useRef } from 'react'
import { useFullTime, useRelativeTime } from '../../lib/text/times.ts'
import { useTimeAgo } from '../facts.ts'
import styles from './invite-layout.module.css'

type Content = {
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
  /** The buttons that answer the invite. */
  actions: ReactNode
  /** The button of the menu with further actions. */
  menu: ReactNode
}

type Props = Content & {
  /** Whether the member has just navigated here, so that the name takes the focus. */
  takesFocus: boolean
  /** Rendered below the actions. */
  children?: ReactNode
}

/** Shows one invite in full: the sender, their text, and the actions. */
export function InviteLayout({
  label,
  picture,
  name,
  marks,
  time,
  facts,
  quote,
  hint,
  actions,
  menu,
  takesFocus,
  children,
}: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const timeAgo = useTimeAgo()
  const formatFullTime = useFullTime()
  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true })
  }, [takesFocus])
  return (
    <section className={styles.invite} aria-label={label} data-open-invite data-scroll-key="invite">
      {picture}
      <div className={styles.header}>
        <h2 className={styles.name} ref={heading} tabIndex={-1}>
          {name}
          {marks}
        </h2>
        <time className={styles.time} dateTime={time} title={formatFullTime(time)}>
          {timeAgo(time)}
        </time>
      </div>
      <p className={styles.facts}>{facts}</p>
      {quote && (
        <blockquote className={styles.quote} dir="auto">
          {quote}
        </blockquote>
      )}
      <div className={styles.actions}>
        {actions}
        {menu}
      </div>
      {hint && <p className={styles.hint}>{hint}</p>}
      {children}
    </section>
  )
}

/** Shows an invite as a card in a list, on a phone. */
export function InviteCardLayout({ label, picture, name, marks, time, facts, quote, hint, actions, menu }: Content) {
  const formatRelative = useRelativeTime()
  return (
    <li className={styles.card}>
      <article aria-label={label} data-invite-card>
        <div className={styles.cardHead}>
          {picture}
          <div className={styles.cardSender}>
            <h3 className={styles.cardName} tabIndex={-1}>
              {name}
              {marks}
              <time className={styles.cardTime} dateTime={time}>
                {formatRelative(time)}
              </time>
            </h3>
            <p className={styles.facts}>{facts}</p>
          </div>
          {menu && <div className={styles.cardMenu}>{menu}</div>}
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
