import type { ChatSummary } from '@app/contract/chats'
import { MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { profileUrl } from '../../lib/navigation/profile-url.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { ButtonLink } from '../../ui/buttons/Button.tsx'
import { usePersons } from '../../ui/facts.ts'
import { VerifiedMark } from '../../ui/marks/VerifiedMark.tsx'
import { chatsTexts } from '../texts.ts'
import styles from './card.module.css'
import { cardTexts } from './card-texts.ts'
import { Portrait } from './Portrait.tsx'

type Props = { chat: ChatSummary; children: ReactNode }

/** Shows a card about the partner, beside the messages where there is room. Omits unknown facts. */
export function PartnerCard({ chat: { chatId, partner, badges }, children }: Props) {
  const t = useTexts(cardTexts)
  const tChats = useTexts(chatsTexts)
  const persons = usePersons()(partner.persons)
  const { pathname, search } = useLocation()
  return (
    <aside className={styles.card} aria-label={t('about', { name: partner.userName })}>
      <div key={chatId} className={styles.content} data-scroll-key="card">
        <Portrait name={partner.userName} photoUrl={partner.photoUrl} size="card" />
        <div className={styles.facts}>
          <h3 className={styles.name}>
            <span>{partner.userName}</span>
            {badges.includes('VERIFIED') && <VerifiedMark />}
          </h3>
          {(persons || partner.team) && <p>{persons || tChats('facts.team')}</p>}
          {partner.cities.length > 0 && (
            <p className={styles.cities}>
              <MapPin size="1.125rem" strokeWidth={1.75} aria-hidden />
              {partner.cities.join(', ')}
            </p>
          )}
        </div>
        {!partner.team && (
          <ButtonLink to={profileUrl(partner.userName)} state={{ from: pathname + search }} variant="outlined" wide>
            {t('profile')}
          </ButtonLink>
        )}
        {children}
      </div>
    </aside>
  )
}
