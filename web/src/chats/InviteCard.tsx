import type { ChatSummary } from '@app/contract/chats'
import { useTexts } from '../lib/texts.ts'
import { useRelativeTime } from '../lib/times.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { inOneLine, shapeOf, usePersons } from '../ui/facts.ts'
import { ProfileLink } from '../ui/ProfileLink.tsx'
import { VerifiedMark } from '../ui/VerifiedMark.tsx'
import { InviteActions } from './InviteActions.tsx'
import { InviteQuote } from './InviteQuote.tsx'
import styles from './invites.module.css'
import { chatsTexts } from './texts.ts'

type Props = { chat: ChatSummary; onAccepted: (chatId: string) => void }

/** An invite among others on a phone: whole, with its buttons. */
export function InviteCard({ chat, onAccepted }: Props) {
  const t = useTexts(chatsTexts)
  const persons = usePersons()
  const relative = useRelativeTime()
  const { partner } = chat
  const name = partner.userName
  return (
    <li className={styles.card}>
      <article aria-label={chat.createdByMe ? t('invite.to', { name }) : t('invite.from', { name })}>
        <div className={styles.cardHead}>
          <Avatar name={name} shape={shapeOf(partner.persons)} photoUrl={chat.profilePhotoUrl} size={56} />
          <div className={styles.cardWho}>
            <h3 className={styles.cardName}>
              <ProfileLink name={name}>{name}</ProfileLink>
              {chat.badges.includes('VERIFIED') && <VerifiedMark />}
              <time className={styles.time} dateTime={chat.lastUpdate}>
                {relative(chat.lastUpdate)}
              </time>
            </h3>
            <p className={styles.facts}>{inOneLine(persons(partner.persons), partner.cities[0])}</p>
          </div>
        </div>
        <InviteQuote chat={chat} />
        {chat.createdByMe && <p className={styles.cardHint}>{t('invite.sentHint', { name })}</p>}
        <InviteActions chat={chat} onAccepted={onAccepted} />
      </article>
    </li>
  )
}
