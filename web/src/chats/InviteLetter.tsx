import type { ChatSummary } from '@app/contract/chats'
import { useEffect, useRef } from 'react'
import { useTexts } from '../lib/texts.ts'
import { useFullTime, useRelativeTime } from '../lib/times.ts'
import { VerifiedMark } from '../ui/VerifiedMark.tsx'
import { inOneLine, usePersons } from './facts.ts'
import { InviteActions } from './InviteActions.tsx'
import { InviteQuote } from './InviteQuote.tsx'
import styles from './invites.module.css'
import { Portrait } from './Portrait.tsx'
import { chatsTexts } from './texts.ts'

type Props = { chat: ChatSummary; arrived: boolean; onAccepted: (chatId: string) => void }

const UNITS = /^\d+ (min|tim|h|dagar|days)$/

/** One invite, as a letter. */
export function InviteLetter({ chat, arrived, onAccepted }: Props) {
  const t = useTexts(chatsTexts)
  const heading = useRef<HTMLHeadingElement>(null)
  const persons = usePersons()
  const relative = useRelativeTime()
  const full = useFullTime()
  const { partner, createdByMe } = chat
  const name = partner.userName
  useEffect(() => {
    if (arrived) heading.current?.focus({ preventScroll: true })
  }, [arrived])
  const time = relative(chat.lastUpdate)
  return (
    <section className={styles.letter} aria-label={createdByMe ? t('invite.to', { name }) : t('invite.from', { name })}>
      <Portrait name={name} photoUrl={chat.profilePhotoUrl} size="letter" />
      <div className={styles.letterHead}>
        <h2 className={styles.letterName} ref={heading} tabIndex={-1}>
          <span>{name}</span>
          {chat.badges.includes('VERIFIED') && <VerifiedMark />}
        </h2>
        <time className={styles.letterTime} dateTime={chat.lastUpdate} title={full(chat.lastUpdate)}>
          {UNITS.test(time) ? t('ago', { time }) : time}
        </time>
      </div>
      <p className={styles.facts}>{inOneLine(persons(partner.persons), partner.cities.join(', '))}</p>
      <InviteQuote chat={chat} />
      <InviteActions chat={chat} onAccepted={onAccepted} />
      <p className={styles.hint}>
        {createdByMe ? t('invite.sentHint', { name }) : !chat.maybe && t('invite.maybeHint')}
      </p>
    </section>
  )
}
