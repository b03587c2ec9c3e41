import type { Statement } from '@app/contract/safety/decisions'
import { useEffect } from 'react'
import { aboutOf } from '../lib/reporting/decision-urls.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { Failed } from '../ui/feedback/Failed.tsx'
import { Loading, Skeleton } from '../ui/feedback/Loading.tsx'
import { Chip } from '../ui/marks/Chip.tsx'
import styles from './decision.module.css'
import { OwnDecision } from './OwnDecision.tsx'
import { loadDecisions, mustBeRead, useDecisions } from './store.ts'
import { decisionTexts } from './texts.ts'
import { useSentences } from './use-sentences.ts'

const TONES = { SENT: 'info', UPHELD: 'outline', OVERTURNED: 'trust' } as const

const load = () => void loadDecisions()

function Row({ statement, onOpen }: { statement: Statement; onOpen: () => void }) {
  const t = useTexts(decisionTexts)
  const { date, title } = useSentences()
  const { number, decidedAt, appeal } = statement
  return (
    <li className={styles.row}>
      <div className={styles.rowTop}>
        <h2>{title(statement)}</h2>
        {appeal && (
          <Chip tone={TONES[appeal]} small>
            {t(`state.${appeal}`)}
          </Chip>
        )}
        {mustBeRead(statement) && (
          <Chip tone="turn" small>
            {t('unread')}
          </Chip>
        )}
      </div>
      <p className={styles.small}>{t('meta', { date: date(decidedAt), number })}</p>
      <div className={styles.rowActions}>
        <Button variant="outlined" aria-label={t('openNamed', { number })} onClick={onOpen}>
          {t('openDecision')}
        </Button>
      </div>
    </li>
  )
}

type Props = {
  /** The id of the decision that is shown instead of the list. */
  opened: string | null
  /** The content whose decision is shown instead of the list. */
  about: string | null
  onOpen: (id: string) => void
}

/** Lists the decisions about the member, or shows one of them. */
export function OwnDecisions({ opened, about, onOpen }: Props) {
  const t = useTexts(decisionTexts)
  const { data, ...decisions } = useDecisions((state) => state.decisions)
  useEffect(load, [])
  if (!data)
    return decisions.state === 'failed' ? (
      <Failed title={t('listFailed')} error={decisions.error} retry={load} />
    ) : (
      <Loading text={t('listLoading')}>
        <div className={styles.list}>
          <Skeleton height="8rem" radius="var(--radius-card)" />
        </div>
      </Loading>
    )
  const statement = data.find(({ id, kind, subjectId }) => id === opened || aboutOf(kind, subjectId) === about)
  if (statement)
    return (
      <div className={styles.list}>
        <OwnDecision key={statement.id} statement={statement} />
      </div>
    )
  if (data.length === 0) return <EmptyState title={t('listEmpty')}>{t('listEmptyText')}</EmptyState>
  return (
    <div className={styles.list}>
      <p>{t('listLead')}</p>
      <ul className={styles.rows}>
        {data.map((shown) => (
          <Row key={shown.id} statement={shown} onOpen={() => onOpen(shown.id)} />
        ))}
      </ul>
    </div>
  )
}
