import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { isApiError } from '../lib/http/api-error.ts'
import type { Loadable } from '../lib/http/loadable.ts'
import { useHasDuty, useSession } from '../lib/http/session.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Duties } from '../moderation/Duties.tsx'
import { useTeam } from '../moderation/duties.ts'
import { Log } from '../moderation/Log.tsx'
import { useLog } from '../moderation/log.ts'
import styles from '../moderation/moderation.module.css'
import { moderationTexts } from '../moderation/texts.ts'
import { loadPasskeys, usePasskeys } from '../passkeys/store.ts'
import { ButtonLink } from '../ui/buttons/Button.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { Loading, Skeleton } from '../ui/feedback/Loading.tsx'
import { PageTop } from '../ui/layout/PageTop.tsx'
import { Tabs } from '../ui/layout/Tabs.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'

const MODERATION = '/moderation'
const TABS = ['duties', 'log'] as const
type Tab = (typeof TABS)[number]

const isRefused = (loadable: Loadable<unknown>): boolean =>
  loadable.state === 'failed' && isApiError(loadable.error, 'PASSKEY_REQUIRED')

/** Returns whether this session lets the member use the page: it began with a passkey, and the server agrees. */
function useHasPasskeySession(): boolean {
  const began = useSession()?.passkey === true
  const isTeamRefused = useTeam(({ team }) => isRefused(team))
  const isLogRefused = useLog(({ log }) => isRefused(log))
  return began && !isTeamRefused && !isLogRefused
}

/** Leads to the login with a passkey, or to the settings if the account has none. */
function PasskeyNeeded() {
  const t = useTexts(moderationTexts)
  const { data, state } = usePasskeys(({ passkeys }) => passkeys)
  useEffect(() => void loadPasskeys(), [])
  if (!data && state !== 'failed')
    return (
      <Loading text={t('loading')}>
        <Skeleton height="19.5rem" radius="var(--radius-card)" />
      </Loading>
    )
  const hasNone = data?.length === 0
  return (
    <EmptyState
      title={t('passkeyTitle')}
      action={
        hasNone ? (
          <ButtonLink to="/myprofile?tab=settings">{t('passkeyAdd')}</ButtonLink>
        ) : (
          <ButtonLink to="/passkey" state={{ from: MODERATION }}>
            {t('passkeyLogin')}
          </ButtonLink>
        )
      }
    >
      {t(hasNone ? 'passkeyNone' : 'passkeyNeeded')}
    </EmptyState>
  )
}

function ModerationTabs() {
  const t = useTexts(moderationTexts)
  const [params, setParams] = useSearchParams()
  const selected: Tab = TABS.find((tab) => tab === params.get('tab')) ?? 'duties'
  return (
    <Tabs
      label={t('parts')}
      selected={selected}
      onSelect={(tab) => setParams({ tab }, { replace: true })}
      tabs={[
        { id: 'duties', label: t('duties'), panel: <Duties /> },
        { id: 'log', label: t('log'), panel: <Log /> },
      ]}
    />
  )
}

function ModerationForLead() {
  const t = useTexts(moderationTexts)
  const hasPasskeySession = useHasPasskeySession()
  return (
    <>
      <PageTop title={t('title')} />
      <div className={styles.page}>{hasPasskeySession ? <ModerationTabs /> : <PasskeyNeeded />}</div>
    </>
  )
}

/** Shows the duties and the log to those who lead the team, and the not-found page to all others. */
export const ModerationPage = () => (useHasDuty('LEAD') ? <ModerationForLead /> : <NotFoundPage />)
