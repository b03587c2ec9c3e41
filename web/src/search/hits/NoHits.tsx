import { SEARCH_HINT_MAX } from '@app/contract/limits'
import type { SearchHint } from '@app/contract/members/profiles'
import { RefreshCw, RotateCcw } from 'lucide-react'
import { useCallback } from 'react'
import { type ApiError, isRejection } from '../../lib/http/api-error.ts'
import type { Loadable } from '../../lib/http/loadable.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { RetryCountdown } from '../../ui/feedback/Failed.tsx'
import { uiTexts } from '../../ui/texts.ts'
import { withoutCriterion } from '../filter/criteria.ts'
import { loadHints } from '../store.ts'
import { searchTexts } from '../texts.ts'
import type { Search } from '../urls.ts'
import styles from './results.module.css'

type Props = {
  search: Search
  hints: Loadable<readonly SearchHint[]>
  onSearch: (search: Search) => void
  onNew: () => void
}

function HintsFailed({ search, error }: { search: Search; error: ApiError }) {
  const t = useTexts(searchTexts)
  const ui = useTexts(uiTexts)
  const retry = useCallback(() => void loadHints(search), [search])
  return (
    <>
      <p>
        {t('hintsFailed')} {!isRejection(error) && <RetryCountdown delaySeconds={error.retryAfter} retry={retry} />}
      </p>
      <Button variant="outlined" icon={RefreshCw} onClick={retry}>
        {ui('retry')}
      </Button>
    </>
  )
}

/** Lists the criteria whose removal would give hits, each as a button that searches without it. */
function Hints({ search, hints, onSearch }: Omit<Props, 'onNew'>) {
  const t = useTexts(searchTexts)
  if (search.by === 'name') return null
  if (hints.state === 'failed') return <HintsFailed search={search} error={hints.error} />
  if (!hints.data?.length) return null
  return (
    <>
      <p>{t('hints')}</p>
      <ul>
        {hints.data.map(({ drop, hits }) => (
          <li key={drop}>
            <Button
              variant="outlined"
              onClick={() => onSearch({ by: 'filter', criteria: withoutCriterion(search.criteria, drop), page: 0 })}
            >
              {t(hits >= SEARCH_HINT_MAX ? 'hintMany' : 'hint', { drop: t(`drop.${drop}`), hits })}
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}

export function NoHits(props: Props) {
  const t = useTexts(searchTexts)
  const { search } = props
  if (search.by === 'filter' && search.page > 0) {
    return (
      <EmptyState motif="missing" title={t('noMore')}>
        {t('noMoreText')}
      </EmptyState>
    )
  }
  const action = (
    <div className={styles.hints}>
      <Hints {...props} />
      <Button variant="quiet" icon={RotateCcw} onClick={props.onNew}>
        {t('newSearch')}
      </Button>
    </div>
  )
  return (
    <EmptyState motif="missing" title={t('none')} action={action}>
      {search.by === 'name' ? t('noneByName') : t('noneText')}
    </EmptyState>
  )
}
