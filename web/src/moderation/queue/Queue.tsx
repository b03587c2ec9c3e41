import type { Id } from '@app/contract/base'
import type { CaseQueue, QueueView } from '@app/contract/safety/cases'
import { ArrowUp } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useMediaQuery } from '../../lib/device/use-media-query.ts'
import { showErrorToast, showToast } from '../../lib/feedback/toasts.ts'
import { isApiError } from '../../lib/http/api-error.ts'
import { inSession } from '../../lib/http/session.ts'
import { useNow } from '../../lib/text/clock.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { Loading, Skeleton } from '../../ui/feedback/Loading.tsx'
import { ShowMore } from '../../ui/lists/ShowMore.tsx'
import { postNextCase } from '../api.ts'
import { isFree } from '../case/use-case-names.ts'
import { seriesUrl } from '../figures/series.ts'
import { QueueCards, QueueTable } from './QueueRows.tsx'
import styles from './queue.module.css'
import { countNewCases, loadMoreCases, loadQueue, showNewCases, useQueue } from './queue.ts'
import { queueTexts } from './queue-texts.ts'

/** Up to this width a case takes two lines instead of six columns. */
const NARROW = '(max-width: 56.25em)'

const VIEWS: readonly QueueView[] = ['OPEN', 'MINE', 'APPEALED', 'ASKED', 'SECOND_LOOK', 'DONE']
const COUNTS = {
  OPEN: 'open',
  MINE: 'mine',
  APPEALED: 'appealed',
  ASKED: 'asked',
  SECOND_LOOK: 'secondLook',
} as const satisfies Partial<Record<QueueView, keyof CaseQueue['counts']>>
const EMPTY_TEXTS: Partial<Record<QueueView, 'empty' | 'emptyMine'>> = { OPEN: 'empty', MINE: 'emptyMine' }

/** Returns the view in a URL; the open cases if it names none. */
export const viewOf = (name: string | null): QueueView => VIEWS.find((view) => view === name) ?? 'OPEN'

type Props = { view: QueueView; onView: (view: QueueView) => void }

/** Lets the admin choose the view, and shows the number of cases in each. */
function Views({ view, onView, counts }: Props & { counts: CaseQueue['counts'] | undefined }) {
  const t = useTexts(queueTexts)
  return (
    <nav className={styles.views} aria-label={t('views')}>
      {VIEWS.map((name) => (
        <button
          key={name}
          type="button"
          className={styles.view}
          aria-current={name === view ? 'true' : undefined}
          onClick={() => onView(name)}
        >
          {t(`view.${name}`)}{' '}
          {name !== 'DONE' && counts && <span className={styles.count}>{counts[COUNTS[name]]}</span>}
        </button>
      ))}
    </nav>
  )
}

/** Claims the most urgent free case and opens it. */
function NextButton() {
  const t = useTexts(queueTexts)
  const navigate = useNavigate()
  const [isPending, setPending] = useState(false)
  async function take(): Promise<void> {
    setPending(true)
    const openNext = inSession((id: Id) => void navigate(seriesUrl(id)))
    const showEmpty = inSession(() => showToast({ text: t('empty') }))
    try {
      openNext((await postNextCase()).id)
    } catch (error) {
      if (isApiError(error, 'NOT_FOUND')) showEmpty()
      else showErrorToast(error)
    } finally {
      setPending(false)
    }
  }
  return (
    <Button busy={isPending} busyLabel={t('taking')} onClick={() => void take()}>
      {t('next')}
    </Button>
  )
}

function Rows({ view, queue }: { view: QueueView; queue: CaseQueue }) {
  const t = useTexts(queueTexts)
  const now = useNow()
  const isNarrow = useMediaQuery(NARROW)
  const newCount = useQueue(countNewCases)
  const next = view === 'OPEN' ? queue.rows.find((row) => isFree(row, now)) : undefined
  const List = isNarrow ? QueueCards : QueueTable
  if (queue.rows.length === 0) return <EmptyState title={t(EMPTY_TEXTS[view] ?? 'emptyOther')} />
  return (
    <>
      <div role="status" className={styles.fresh}>
        {newCount > 0 && (
          <Button variant="tinted" icon={ArrowUp} onClick={showNewCases}>
            {t('newCases', { count: newCount })}
          </Button>
        )}
      </div>
      <List rows={queue.rows} nextId={next?.id ?? null} />
      {queue.next && <ShowMore label={t('more')} load={loadMoreCases} />}
    </>
  )
}

function QueueSkeleton() {
  const t = useTexts(queueTexts)
  return (
    <Loading text={t('loading')}>
      <div className={styles.skeletons}>
        <Skeleton height="4.25rem" radius="var(--radius-row)" />
        <Skeleton height="4.25rem" radius="var(--radius-row)" />
        <Skeleton height="4.25rem" radius="var(--radius-row)" />
      </div>
    </Loading>
  )
}

/** Shows the cases of one view: the most urgent first, or of the decided ones the latest. */
export function Queue({ view, onView }: Props) {
  const t = useTexts(queueTexts)
  const queue = useQueue((state) => state.queue)
  const retry = () => void loadQueue(view)
  useEffect(() => void loadQueue(view), [view])
  const { data } = queue
  return (
    <>
      <div className={styles.top}>
        <Views view={view} onView={onView} counts={data?.counts} />
        {data?.withinAim != null && (
          <p className={styles.within}>
            {t.rich('withinAim', {
              percent: data.withinAim,
              strong: (content: ReactNode) => <strong>{content}</strong>,
            })}
          </p>
        )}
        {view === 'OPEN' && data && data.rows.length > 0 && <NextButton />}
      </div>
      {data && <Rows view={view} queue={data} />}
      {!data && queue.state === 'failed' && <Failed title={t('loadFailed')} error={queue.error} retry={retry} />}
      {!data && queue.state !== 'failed' && <QueueSkeleton />}
    </>
  )
}
