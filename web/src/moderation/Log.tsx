import type { Duty } from '@app/contract/members/duties'
import type { LogAct, LogEntry } from '@app/contract/safety/team'
import { ShieldAlert } from 'lucide-react'
import { useEffect } from 'react'
import { useTexts } from '../lib/text/texts.ts'
import { useFullTime } from '../lib/text/times.ts'
import { Banner } from '../ui/feedback/Banner.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { Failed } from '../ui/feedback/Failed.tsx'
import { Loading, Skeleton } from '../ui/feedback/Loading.tsx'
import { ShowMore } from '../ui/lists/ShowMore.tsx'
import { loadLog, loadOlderLog, useLog } from './log.ts'
import styles from './moderation.module.css'
import { moderationTexts } from './texts.ts'

const ACTS: readonly string[] = [
  'DUTIES_CHANGED',
  'PASSKEY_ADDED',
  'PASSKEY_DELETED',
  'CASE_OPENED',
  'CONTENT_FOUND',
  'CLAIMED',
  'RELEASED',
  'EVIDENCE_READ',
  'FILE_READ',
  'NAME_SHOWN',
  'ASKED',
  'WIDER_WANTED',
  'WIDER_APPROVED',
  'DECIDED',
  'CONFIRMED',
  'BAN_LAPSED',
  'APPEAL_DECIDED',
  'HANDED_OVER',
  'LIMIT_REACHED',
  'REFUSED',
  'EVIDENCE_PURGED',
] satisfies LogAct[]

/** Returns whether this version has a text for an act; a newer server may log others. */
const isKnown = (act: string): act is LogAct => ACTS.includes(act)

const DUTY = /\b(?:MODERATE|LEAD|PUBLISH|OPERATE)\b/g

/** Returns a function that describes the subject of an entry, with the duties of an admin translated. */
function useAbout(): (entry: LogEntry) => string {
  const t = useTexts(moderationTexts)
  return ({ act, about }) => {
    const end = about.lastIndexOf(': ')
    if (act !== 'DUTIES_CHANGED' || end === -1) return about
    return about.slice(0, end) + about.slice(end).replace(DUTY, (duty) => t(duty as Duty))
  }
}

const load = () => void loadLog()

/**
 * Shows one entry: who did what, and when. Focusable, because the focus moves to the first new row when a page loads.
 */
function Row({ entry }: { entry: LogEntry }) {
  const { id, at, by, act, caseId } = entry
  const t = useTexts(moderationTexts)
  const about = useAbout()(entry)
  const formatTime = useFullTime()
  return (
    <li className={styles.entry} tabIndex={-1}>
      <span className={styles.what}>
        <strong dir="auto">{by ?? t('nobody')}</strong>{' '}
        <span>{isKnown(act) ? t(`act.${act}`) : t('unknownAct', { act })}</span>
      </span>
      {about && (
        <span className={styles.about} dir="auto">
          {about}
        </span>
      )}
      <span className={styles.meta}>
        <time dateTime={at}>{formatTime(at)}</time>
        <span>{t('row', { id })}</span>
        {caseId !== null && <span>{t('case', { id: caseId })}</span>}
      </span>
    </li>
  )
}

function LogSkeleton() {
  const t = useTexts(moderationTexts)
  return (
    <Loading text={t('logLoading')}>
      <div className={styles.skeletons}>
        {['62%', '48%', '56%', '40%'].map((width) => (
          <div key={width} className={styles.entry}>
            <Skeleton width={width} height="0.875rem" />
            <Skeleton width="30%" />
          </div>
        ))}
      </div>
    </Loading>
  )
}

/** Shows the team log, newest first, and warns if its chain of hashes is broken. */
export function Log() {
  const t = useTexts(moderationTexts)
  const log = useLog((state) => state.log)
  useEffect(load, [])
  if (!log.data && log.state === 'failed') return <Failed title={t('logFailed')} error={log.error} retry={load} />
  if (!log.data) return <LogSkeleton />
  const { entries, hasMore, broken } = log.data
  return (
    <>
      {broken && (
        <div className={styles.broken}>
          <Banner tone="error" icon={ShieldAlert} role="alert">
            <strong>{t('logBroken', broken)}</strong> {t('logBrokenText')}
          </Banner>
        </div>
      )}
      <p className={styles.lead}>{t('logHead')}</p>
      {entries.length === 0 ? (
        <EmptyState title={t('logEmpty')}>{t('logEmptyText')}</EmptyState>
      ) : (
        <>
          <ol className={styles.log} aria-label={t('log')}>
            {entries.map((entry) => (
              <Row key={entry.id} entry={entry} />
            ))}
          </ol>
          {hasMore && <ShowMore label={t('more')} load={loadOlderLog} />}
        </>
      )}
    </>
  )
}
