import type { ChatSummary } from '@app/contract/chats'
import { MapPin } from 'lucide-react'
import { useTexts } from '../../lib/text/texts.ts'
import { usePersons } from '../../ui/facts.ts'
import { ProfileLink } from '../../ui/marks/ProfileLink.tsx'
import { VerifiedMark } from '../../ui/marks/VerifiedMark.tsx'
import { chatsTexts } from '../texts.ts'
import styles from './card.module.css'
import { useActivity } from './facts.ts'
import { Portrait } from './Portrait.tsx'

/** Shows a card about the partner, beside the messages where there is room. Omits unknown facts. */
export function PartnerCard({ chat: { partner, badges } }: { chat: ChatSummary }) {
  const t = useTexts(chatsTexts)
  const persons = usePersons()(partner.persons)
  const activity = useActivity()(partner)
  return (
    <aside className={styles.card} aria-label={t('card.about', { name: partner.userName })} data-scroll-key="card">
      <Portrait name={partner.userName} photoUrl={partner.photoUrl} size="card" />
      <h3 className={styles.name}>
        <span>
          {partner.team ? partner.userName : <ProfileLink name={partner.userName}>{partner.userName}</ProfileLink>}
        </span>
        {badges.includes('VERIFIED') && <VerifiedMark />}
      </h3>
      {(persons || partner.team) && <p>{persons || t('facts.team')}</p>}
      {partner.cities.length > 0 && (
        <p className={styles.place}>
          <MapPin size="1.125rem" strokeWidth={1.75} aria-hidden />
          {partner.cities.join(', ')}
        </p>
      )}
      {activity && <p className={styles.activity}>{activity}</p>}
    </aside>
  )
}
