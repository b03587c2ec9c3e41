import type { SessionEntry } from '@app/contract/members/sessions'
import { useEffect, useState } from 'react'
import { watchForFocusLoss } from '../lib/navigation/focus-loss.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { useTimeAgo } from '../ui/facts.ts'
import { Failed } from '../ui/feedback/Failed.tsx'
import { Loading, Skeleton } from '../ui/feedback/Loading.tsx'
import { Card } from '../ui/layout/Card.tsx'
import { Chip } from '../ui/marks/Chip.tsx'
import { ConfirmDialog } from '../ui/overlays/ConfirmDialog.tsx'
import styles from './settings.module.css'
import { loadSessions, logOutEverywhere, revokeOtherSession, useSettings } from './store.ts'
import { settingsTexts } from './texts.ts'

const load = () => void loadSessions()

function SessionRow({ entry }: { entry: SessionEntry }) {
  const t = useTexts(settingsTexts)
  const timeAgo = useTimeAgo()
  const device = entry.device || t('unknownDevice')
  return (
    <li className={styles.session}>
      <div className={styles.rowText}>
        <span className={styles.device}>{device}</span>
        <span className={styles.rowHint}>
          {entry.current ? (
            <Chip tone="trust" small>
              {t('thisDevice')}
            </Chip>
          ) : (
            t('lastSeen', { time: timeAgo(entry.lastSeenAt) })
          )}
        </span>
      </div>
      {!entry.current && (
        <Button
          variant="outlined"
          aria-label={t('endNamed', { device })}
          onClick={({ currentTarget }) => {
            watchForFocusLoss(currentTarget)
            void revokeOtherSession(entry.id, device)
          }}
        >
          {t('end')}
        </Button>
      )}
    </li>
  )
}

export type SessionsProps = {
  /** Calls `logOut`, by default the logout on this device; first asks for confirmation if data would be lost. */
  requestLogOut: (logOut?: () => void) => void
}

function EndEverywhere({ requestLogOut }: SessionsProps) {
  const t = useTexts(settingsTexts)
  const [confirming, setConfirming] = useState(false)
  return (
    <>
      <Button variant="dangerQuiet" onClick={() => setConfirming(true)}>
        {t('endAll')}
      </Button>
      <ConfirmDialog
        title={t('endAllTitle')}
        confirm={t('endAll')}
        cancelLabel={t('keep')}
        open={confirming}
        onConfirm={() => {
          setConfirming(false)
          requestLogOut(() => void logOutEverywhere())
        }}
        onClose={() => setConfirming(false)}
      >
        {t('endAllText')}
      </ConfirmDialog>
    </>
  )
}

/** Lists the devices on which the member is logged in, and logs out from one or all of them. */
export function SessionsCard({ requestLogOut }: SessionsProps) {
  const t = useTexts(settingsTexts)
  const sessions = useSettings((state) => state.sessions)
  useEffect(load, [])
  return (
    <Card title={t('sessions')}>
      <p className={styles.lead}>{t('sessionsLead')}</p>
      {sessions.data ? (
        <ul>
          {sessions.data.map((entry) => (
            <SessionRow key={entry.id} entry={entry} />
          ))}
        </ul>
      ) : sessions.state === 'failed' ? (
        <Failed text={t('sessionsFailed')} retry={load} />
      ) : (
        <Loading text={t('loadingSessions')}>
          <div className={styles.skeletons}>
            <Skeleton height="2.75rem" radius="0.75rem" />
          </div>
        </Loading>
      )}
      <div className={styles.actions}>
        <Button variant="outlined" onClick={() => requestLogOut()}>
          {t('logOut')}
        </Button>
        <EndEverywhere requestLogOut={requestLogOut} />
      </div>
    </Card>
  )
}
