import type { Statement } from '@app/contract/safety/decisions'
import { useSearchParams } from 'react-router-dom'
import { StatementPreview } from '../decisions/StatementPreview.tsx'
import { isApiError } from '../lib/http/api-error.ts'
import type { Loadable } from '../lib/http/loadable.ts'
import { useDuties, useHasDuty, useSession } from '../lib/http/session.ts'
import { useTexts } from '../lib/text/texts.ts'
import { CaseView } from '../moderation/case/CaseView.tsx'
import { caseTexts } from '../moderation/case/case-texts.ts'
import { useOpenCase } from '../moderation/case/open-case.ts'
import { Duties } from '../moderation/Duties.tsx'
import { useTeam } from '../moderation/duties.ts'
import { Figures } from '../moderation/figures/Figures.tsx'
import { useFigures } from '../moderation/figures/figures.ts'
import { Log } from '../moderation/Log.tsx'
import { useLog } from '../moderation/log.ts'
import styles from '../moderation/moderation.module.css'
import { Queue, viewOf } from '../moderation/queue/Queue.tsx'
import { useQueue } from '../moderation/queue/queue.ts'
import { moderationTexts } from '../moderation/texts.ts'
import { classes } from '../ui/classes.ts'
import { PageTop } from '../ui/layout/PageTop.tsx'
import { type TabSpec, Tabs } from '../ui/layout/Tabs.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'
import { PasskeyNeeded } from './PasskeyNeeded.tsx'

const MODERATION = '/moderation'
type Tab = 'cases' | 'duties' | 'log' | 'figures'

/** Shows a decision as the member will read it. */
const preview = (statement: Statement) => <StatementPreview statement={statement} />

const isRefused = (loadable: Loadable<unknown>): boolean =>
  loadable.state === 'failed' && isApiError(loadable.error, 'PASSKEY_REQUIRED')

/** Returns whether the session began with a passkey, and no request was refused with `PASSKEY_REQUIRED`. */
function useHasPasskeySession(): boolean {
  const hasPasskey = useSession()?.passkey === true
  const isTeamRefused = useTeam(({ team }) => isRefused(team))
  const isLogRefused = useLog(({ log }) => isRefused(log))
  const isQueueRefused = useQueue(({ queue }) => isRefused(queue))
  const isCaseRefused = useOpenCase(({ shown }) => isRefused(shown))
  const isFiguresRefused = useFigures(({ figures }) => isRefused(figures))
  return hasPasskey && !isFiguresRefused && !isTeamRefused && !isLogRefused && !isQueueRefused && !isCaseRefused
}

function Cases() {
  const [params, setParams] = useSearchParams()
  return (
    <Queue
      view={viewOf(params.get('view'))}
      onView={(view) => setParams(view === 'OPEN' ? {} : { view }, { replace: true })}
    />
  )
}

/** Shows the parts of the page that the admin's duties allow, as tabs. */
function ModerationTabs() {
  const t = useTexts(moderationTexts)
  const [params, setParams] = useSearchParams()
  const isModerator = useHasDuty('MODERATE')
  const isLead = useHasDuty('LEAD')
  const figures = (
    <Figures half={params.get('half')} onHalf={(half) => setParams({ tab: 'figures', half }, { replace: true })} />
  )
  const tabs: TabSpec<Tab>[] = [
    ...(isModerator ? [{ id: 'cases' as const, label: t('cases'), panel: <Cases /> }] : []),
    ...(isLead
      ? [
          { id: 'duties' as const, label: t('duties'), panel: <Duties /> },
          { id: 'log' as const, label: t('log'), panel: <Log /> },
        ]
      : []),
    { id: 'figures', label: t('figures'), panel: figures },
  ]
  const selected = tabs.find(({ id }) => id === params.get('tab'))?.id ?? (isModerator ? 'cases' : 'duties')
  return (
    <Tabs
      label={t('parts')}
      className={styles.tabs}
      selected={selected}
      onSelect={(tab) => setParams({ tab }, { replace: true })}
      tabs={tabs}
    />
  )
}

function ModerationForTeam() {
  const t = useTexts(moderationTexts)
  const tCase = useTexts(caseTexts)
  const [params] = useSearchParams()
  const hasPasskeySession = useHasPasskeySession()
  const isModerator = useHasDuty('MODERATE')
  const opened = isModerator ? params.get('case') : null
  return (
    <>
      {opened ? (
        <PageTop title={tCase('case', { number: opened })} back={MODERATION} />
      ) : (
        <PageTop title={t('title')} />
      )}
      <div className={classes(styles.page, opened !== null && hasPasskeySession && styles.casePage)}>
        {!hasPasskeySession && <PasskeyNeeded from={MODERATION} />}
        {hasPasskeySession && (opened ? <CaseView key={opened} id={opened} preview={preview} /> : <ModerationTabs />)}
      </div>
    </>
  )
}

/**
 * Shows the cases to moderators, the duties and the log to leads, the figures to both, and the not-found page to all
 * others.
 */
export function ModerationPage() {
  const duties = useDuties()
  return duties.includes('MODERATE') || duties.includes('LEAD') ? <ModerationForTeam /> : <NotFoundPage />
}
