import { LATEST } from '@app/contract/safety/report-rules'
import type { PastContact } from '@app/contract/safety/reports'
import { Flag } from 'lucide-react'
import { useEffect } from 'react'
import { requestReport } from '../lib/reporting/request-report.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { Failed } from '../ui/feedback/Failed.tsx'
import { Loading, Skeleton } from '../ui/feedback/Loading.tsx'
import styles from './own-reports.module.css'
import { ownReportTexts } from './own-texts.ts'
import { loadPastContacts, useReports } from './store.ts'
import { useReportTimes } from './use-report-times.ts'

const load = () => void loadPastContacts()

/** Shows a chat that has vanished, with a button that reports the other member's last message. */
function ContactRow({ contact: { chatId, userName, goneAt } }: { contact: PastContact }) {
  const t = useTexts(ownReportTexts)
  const { date } = useReportTimes()
  const report = () =>
    requestReport({ subject: { kind: 'CHAT_MESSAGE', id: LATEST, parentId: chatId }, name: userName })
  return (
    <li className={styles.contact}>
      <div className={styles.contactText}>
        <h2 className={styles.kind}>{userName}</h2>
        <p className={styles.facts}>{t('pastGone', { date: date(goneAt) })}</p>
      </div>
      <Button variant="dangerQuiet" icon={Flag} aria-label={t('pastReportNamed', { name: userName })} onClick={report}>
        {t('pastReport')}
      </Button>
    </li>
  )
}

function Contacts() {
  const t = useTexts(ownReportTexts)
  const past = useReports((state) => state.past)
  useEffect(load, [])
  if (past.data) {
    return past.data.length === 0 ? (
      <EmptyState title={t('pastEmpty')}>{t('pastEmptyText')}</EmptyState>
    ) : (
      <ul>
        {past.data.map((contact) => (
          <ContactRow key={contact.chatId} contact={contact} />
        ))}
      </ul>
    )
  }
  return past.state === 'failed' ? (
    <Failed title={t('pastFailed')} error={past.error} retry={load} />
  ) : (
    <Loading text={t('pastLoading')}>
      <Skeleton height="3.75rem" radius="var(--radius-card)" />
    </Loading>
  )
}

/** Lists the chats that have vanished from the member's lists. */
export function PastContacts() {
  const t = useTexts(ownReportTexts)
  return (
    <div className={styles.panel}>
      <p className={styles.lead}>{t('pastLead')}</p>
      <Contacts />
    </div>
  )
}
