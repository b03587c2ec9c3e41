import type { Id } from '@app/contract/base'
import type { Case } from '@app/contract/safety/cases'
import { Gavel } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { useMediaQuery } from '../../lib/device/use-media-query.ts'
import { showErrorToast, showToast } from '../../lib/feedback/toasts.ts'
import { useLeaveGuard } from '../../lib/forms/use-leave-guard.ts'
import { type ApiError, isApiError } from '../../lib/http/api-error.ts'
import { useHasDuty } from '../../lib/http/session.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Button, ButtonLink } from '../../ui/buttons/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { Loading, Skeleton } from '../../ui/feedback/Loading.tsx'
import { Tabs } from '../../ui/layout/Tabs.tsx'
import { useScrollableByKeys } from '../../ui/layout/use-scrollable-by-keys.ts'
import { CountMark } from '../../ui/marks/CountMark.tsx'
import { LeaveConfirmation } from '../../ui/overlays/LeaveConfirmation.tsx'
import { postRelease, releaseOnUnload } from '../api.ts'
import { caseUrl, QUEUE } from '../case-url.ts'
import type { RenderPreview } from '../decide/DecideForm.tsx'
import { DecisionColumn } from '../decide/DecisionColumn.tsx'
import { DismissDialog } from '../decide/DismissDialog.tsx'
import { decideTexts } from '../decide/decide-texts.ts'
import { initialDecision } from '../decide/decision-values.ts'
import { HandOver } from '../HandOver.tsx'
import { ClaimChip } from '../queue/ClaimChip.tsx'
import { SeverityChip } from '../queue/SeverityChip.tsx'
import { useDurations } from '../use-durations.ts'
import styles from './case.module.css'
import { caseTexts } from './case-texts.ts'
import { EvidenceColumn, evidenceStateOf } from './EvidenceColumn.tsx'
import { FindContent } from './FindContent.tsx'
import { HistoryColumn } from './HistoryColumn.tsx'
import { closeCase, openCase, reclaimCase, renewClaim, useOpenCase } from './open-case.ts'
import { ReportsColumn } from './ReportsColumn.tsx'
import { useCaseNames } from './use-case-names.ts'

/** Up to this width the parts of a case are tabs. */
const NARROW = '(max-width: 63.9375em)'

const PARTS = ['evidence', 'reports', 'history', 'decision'] as const
type Part = (typeof PARTS)[number]

/** The states in which the team aims to act on a case in time. */
const DUE: ReadonlySet<Case['row']['state']> = new Set(['OPEN', 'CLAIMED', 'ASKED', 'SECOND_LOOK', 'APPEALED'])

type HeaderProps = { shown: Case; onReleased: () => void; isHidden: boolean }

/**
 * Shows the name of the case, its claim, and the buttons that release it or hand it over. With `isHidden` the name is
 * missing, and the rest shows only when the claim is about to expire.
 */
function Header({ shown, onReleased, isHidden }: HeaderProps) {
  const t = useTexts(caseTexts)
  const navigate = useNavigate()
  const { title, subject } = useCaseNames()
  const { aim } = useDurations()
  const claimedUntil = useOpenCase((state) => state.claimedUntil)
  const isLead = useHasDuty('LEAD')
  const heading = useRef<HTMLHeadingElement>(null)
  const { row, reference } = shown
  const onExpired = useCallback(() => {
    showToast({ text: t('expired') })
    void navigate(QUEUE)
  }, [t, navigate])
  // While the case loads, the page's heading has the focus. From this heading, the next tab stops are the controls of
  // the case.
  useEffect(() => {
    if (document.activeElement === document.body || document.activeElement?.matches('h1')) heading.current?.focus()
  }, [])
  async function release(): Promise<void> {
    onReleased()
    await postRelease(row.id).catch(showErrorToast)
    void navigate(QUEUE)
  }
  return (
    <header className={classes(styles.header, isHidden && styles.hiddenHeader)}>
      <div className={styles.headerText}>
        <h2 ref={heading} tabIndex={-1} className={styles.headerTitle}>
          <SeverityChip severity={row.severity} />
          <span>{title(row)}</span>
        </h2>
        <p className={styles.meta} dir="auto">
          {[t('number', { number: row.id }), subject(row), ...(DUE.has(row.state) ? [aim(row.dueAt).text] : [])].join(
            ' · ',
          )}
        </p>
        {reference && (
          <p className={styles.meta} dir="auto">
            {t('reference')}: {reference}
          </p>
        )}
      </div>
      <div className={styles.headerActions}>
        {claimedUntil && (
          <>
            <ClaimChip claimedUntil={claimedUntil} onExpired={onExpired} />
            <Button variant="quiet" onClick={() => void release()}>
              {t('release')}
            </Button>
          </>
        )}
        {isLead && shown.allowed.includes('HAND_OVER') && <HandOver shown={shown} />}
      </div>
    </header>
  )
}

/** Releases the case when the page unloads, and claims it again if the browser restores the page. */
function useReleaseOnUnload(id: Id): void {
  useEffect(() => {
    const onHide = () => {
      if (useOpenCase.getState().claimedUntil) releaseOnUnload(id)
    }
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void reclaimCase()
    }
    window.addEventListener('pagehide', onHide)
    window.addEventListener('pageshow', onShow)
    return () => {
      window.removeEventListener('pagehide', onHide)
      window.removeEventListener('pageshow', onShow)
    }
  }, [id])
}

/** Shows the evidence of a case; for a notice whose content is not found yet, also the form that finds it. */
const EvidenceSection = ({ shown }: { shown: Case }) => (
  <>
    {shown.allowed.includes('FIND') && <FindContent shown={shown} />}
    <EvidenceColumn id={shown.row.id} kind={shown.row.kind} />
  </>
)

/** Shows the evidence, the reports and the history in one column. */
function LeftColumn({ shown }: { shown: Case }) {
  const column = useRef<HTMLDivElement>(null)
  useScrollableByKeys(column)
  return (
    <div ref={column} className={styles.left}>
      <EvidenceSection shown={shown} />
      <ReportsColumn shown={shown} />
      <HistoryColumn shown={shown} />
    </div>
  )
}

/** Shows the buttons below each tab except the decision: to dismiss the case, and to open the tab of the decision. */
function Foot({ shown, onDecide }: { shown: Case; onDecide: () => void }) {
  const t = useTexts(decideTexts)
  const evidence = useOpenCase((state) => state.evidence.data)
  const [isDismissing, setDismissing] = useState(false)
  return (
    <div className={styles.foot}>
      {shown.allowed.includes('DISMISS') && (
        <Button variant="quiet" disabled={evidenceStateOf(evidence) !== 'intact'} onClick={() => setDismissing(true)}>
          {t('dismiss')}
        </Button>
      )}
      <Button icon={Gavel} onClick={onDecide}>
        {t('toDecision')}
      </Button>
      <DismissDialog shown={shown} open={isDismissing} onClose={() => setDismissing(false)} />
    </div>
  )
}

type ShownProps = { shown: Case; preview: RenderPreview }

function ShownCase({ shown, preview }: ShownProps) {
  const t = useTexts(caseTexts)
  const tDecide = useTexts(decideTexts)
  const [params, setParams] = useSearchParams()
  const isNarrow = useMediaQuery(NARROW)
  const evidence = useOpenCase((state) => state.evidence.data)
  const { row, reports } = shown
  const initial = useMemo(() => initialDecision(row.category), [row.category])
  const [values, setValues] = useState(initial)
  const state = useMemo(
    () => ({
      values,
      set: (change: Partial<typeof values>) => {
        setValues((previous) => ({ ...previous, ...change }))
        // Input renews the claim; if that fails, the countdown continues.
        void renewClaim().catch(() => undefined)
      },
    }),
    [values],
  )
  const [isLeaving, setLeaving] = useState(false)
  const guard = useLeaveGuard(values.facts !== initial.facts && !isLeaving, 'url')
  const right = useRef<HTMLElement>(null)
  const part: Part = PARTS.find((name) => name === params.get('part')) ?? 'evidence'
  const show = (name: Part) =>
    setParams((previous) => ({ ...Object.fromEntries(previous), part: name }), { replace: true })
  const decision = (
    <DecisionColumn
      shown={shown}
      state={state}
      initial={initial}
      evidence={evidenceStateOf(evidence)}
      preview={preview}
    />
  )
  return (
    <>
      <Header shown={shown} onReleased={() => setLeaving(true)} isHidden={isNarrow && part === 'decision'} />
      {isNarrow ? (
        <>
          <Tabs<Part>
            label={t('parts')}
            className={styles.tabs}
            panelClassName={styles.tabPanel}
            selected={part}
            onSelect={show}
            tabs={[
              { id: 'evidence', label: t('evidence'), panel: <EvidenceSection shown={shown} /> },
              {
                id: 'reports',
                label: t('reports'),
                mark: <CountMark count={reports.length} label="" />,
                panel: <ReportsColumn shown={shown} />,
              },
              { id: 'history', label: t('history'), panel: <HistoryColumn shown={shown} /> },
              { id: 'decision', label: t('decision'), panel: decision },
            ]}
          />
          {part !== 'decision' && <Foot shown={shown} onDecide={() => show('decision')} />}
        </>
      ) : (
        <div className={styles.columns}>
          <button
            type="button"
            className={classes('visually-hidden', styles.skip)}
            onClick={() => right.current?.focus()}
          >
            {tDecide('toDecision')}
          </button>
          <LeftColumn shown={shown} />
          <section ref={right} tabIndex={-1} aria-label={t('decision')} className={styles.right}>
            {decision}
          </section>
        </div>
      )}
      <LeaveConfirmation guard={guard} title={tDecide('unsaved')} text={tDecide('unsavedText')} />
    </>
  )
}

/** Shows that the reports of a case have joined another case, with a link to it. */
function MergedCase({ mergedInto }: Pick<Case, 'mergedInto'>) {
  const t = useTexts(caseTexts)
  const action = mergedInto ? (
    <ButtonLink to={caseUrl(mergedInto)}>{t('toMerged', { number: mergedInto })}</ButtonLink>
  ) : (
    <ButtonLink to={QUEUE}>{t('toQueue')}</ButtonLink>
  )
  return (
    <EmptyState title={t('merged')} action={action}>
      {t('mergedText')}
    </EmptyState>
  )
}

function CaseFailed({ id, error }: { id: Id; error: ApiError }) {
  const t = useTexts(caseTexts)
  const action = <ButtonLink to={QUEUE}>{t('toQueue')}</ButtonLink>
  if (isApiError(error, 'NOT_FOUND'))
    return (
      <EmptyState title={t('gone')} action={action}>
        {t('goneText')}
      </EmptyState>
    )
  if (isApiError(error, 'CLAIMED'))
    return (
      <EmptyState title={t('taken')} action={action}>
        {t('takenText')}
      </EmptyState>
    )
  return <Failed title={t('loadFailed')} error={error} retry={() => void openCase(id)} />
}

/** Returns whether all that a closed case contained has joined another one. A case that was decided keeps its decision. */
const isEmptied = ({ row, reports, decision, notes }: Case): boolean =>
  row.state === 'CLOSED' && reports.length === 0 && !decision && notes.length === 0

type Props = { id: Id; preview: RenderPreview }

/** Claims a case and shows its evidence, its reports, the history of its author, and the form that decides it. */
export function CaseView({ id, preview }: Props) {
  const t = useTexts(caseTexts)
  const shown = useOpenCase((state) => state.shown)
  useEffect(() => {
    void openCase(id)
    return closeCase
  }, [id])
  useReleaseOnUnload(id)
  if (shown.data && isEmptied(shown.data)) return <MergedCase mergedInto={shown.data.mergedInto} />
  if (shown.data) return <ShownCase key={shown.data.row.id} shown={shown.data} preview={preview} />
  if (shown.state === 'failed') return <CaseFailed id={id} error={shown.error} />
  return (
    <Loading text={t('loading')}>
      <Skeleton height="30rem" radius="var(--radius-card)" />
    </Loading>
  )
}
