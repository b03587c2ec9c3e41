import type { ChatSummary } from '@app/contract/chats'
import { useEffect, useRef } from 'react'
import { useTexts } from '../lib/texts.ts'
import { useFullTime } from '../lib/times.ts'
import { inOneLine, usePersons, useTimeAgo } from '../ui/facts.ts'
import { ProfileLink } from '../ui/ProfileLink.tsx'
import { VerifiedMark } from '../ui/VerifiedMark.tsx'
import { InviteActions } from './InviteActions.tsx'
import { InviteQuote } from './InviteQuote.tsx'
import styles from './invites.module.css'
import { Portrait } from './Portrait.tsx'
import { chatsTexts } from './texts.ts'

type Props = { chat: ChatSummary; arrived: boolean; onAccepted: (chatId: string) => void }

/** One invite, as a letter. */
export function InviteLetter({ chat, arrived, onAccepted }: Props) {
  const t = useTexts(chatsTexts)
  const heading = useRef<HTMLHeadingElement>(null)
  const persons = usePersons()
  const timeAgo = useTimeAgo()
  const full = useFullTime()
  const { partner, createdByMe } = chat
  const name = partner.userName
  useEffect(() => {
    if (arrived) heading.current?.focus({ preventScroll: true })
  }, [arrived])
  return (
    <section className={styles.letter} aria-label={createdByMe ? t('invite.to', { name }) : t('invite.from', { name })}>
      <Portrait name={name} photoUrl={partner.photoUrl} size="letter" />
      <div className={styles.letterHead}>
        <h2 className={styles.letterName} ref={heading} tabIndex={-1}>
          <ProfileLink name={name}>{name}</ProfileLink>
          {chat.badges.includes('VERIFIED') && <VerifiedMark />}
        </h2>
        <time className={styles.letterTime} dateTime={chat.lastUpdate} title={full(chat.lastUpdate)}>
          {timeAgo(chat.lastUpdate)}
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
