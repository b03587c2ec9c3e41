import { AWAY_NEW_MEMBERS_MAX } from '@app/contract/limits'
import type { Absence } from '@app/contract/welcome'
import { ChevronRight, Eye, type LucideIcon, Mail, UserRoundPlus, X } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router-dom'
import { useSession } from '../../lib/http/session.ts'
import { focusHeading } from '../../lib/navigation/focus-heading.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { useShortDate } from '../../lib/text/times.ts'
import { IconButton } from '../../ui/buttons/IconButton.tsx'
import { Lips } from '../../ui/marks/lips-icon.ts'
import styles from './absence.module.css'
import { startTexts } from './start-texts.ts'
import { useCountInWords } from './use-count-in-words.ts'

type RowProps = { icon: LucideIcon; to: string; children: string }

const Row = ({ icon: Icon, to, children }: RowProps) => (
  <li>
    <Link className={styles.row} to={to}>
      <Icon size="1.125rem" strokeWidth={1.75} aria-hidden />
      <span>{children}</span>
      <ChevronRight size="1.125rem" strokeWidth={1.75} aria-hidden />
    </Link>
  </li>
)

const VISITORS = '/myprofile?tab=visitors'

/** Shows a returning member what happened during their absence, without rows for counts of zero. */
export function AbsenceCard({ absence, onClose }: { absence: Absence; onClose: () => void }) {
  const t = useTexts(startTexts)
  const shortDate = useShortDate()
  const countInWords = useCountInWords()
  const couple = useSession()?.couple
  const id = useId()
  const { since, visits, kisses, invites, newMembers } = absence
  const newMembersText =
    newMembers >= AWAY_NEW_MEMBERS_MAX
      ? t('absence.manyNewMembers', { count: newMembers })
      : t('absence.newMembers', countInWords(newMembers))
  return (
    <section className={styles.card} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 className={styles.title} id={id}>
          {t('absence.title')}
        </h2>
        <span className={styles.since}>{t('absence.since', { time: shortDate(since) })}</span>
        <IconButton
          icon={X}
          label={t('absence.close')}
          onClick={() => {
            onClose()
            focusHeading()
          }}
        />
      </div>
      <ul>
        {visits > 0 && (
          <Row icon={Eye} to={VISITORS}>
            {t(couple ? 'absence.visitsOfTwo' : 'absence.visits', countInWords(visits))}
          </Row>
        )}
        {kisses > 0 && (
          <Row icon={Lips} to={VISITORS}>
            {t('absence.kisses', countInWords(kisses))}
          </Row>
        )}
        {invites > 0 && (
          <Row icon={Mail} to="/chats?tab=invites">
            {t('absence.invites', countInWords(invites))}
          </Row>
        )}
        {newMembers > 0 && (
          <Row icon={UserRoundPlus} to="/profilelist">
            {newMembersText}
          </Row>
        )}
      </ul>
    </section>
  )
}
