import { SEARCH_HINT_MAX } from '@app/contract/limits'
import type { SearchHint } from '@app/contract/profiles'
import { RotateCcw } from 'lucide-react'
import { useTexts } from '../lib/texts.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import type { Search } from './address.ts'
import styles from './results.module.css'
import { searchTexts } from './texts.ts'
import { without } from './wishes.ts'

type Props = {
  search: Search
  hints: readonly SearchHint[]
  onSearch: (search: Search) => void
  onNew: () => void
}

/** The single steps that would find somebody, each a button that takes it. */
function Hints({ search, hints, onSearch }: Omit<Props, 'onNew'>) {
  const t = useTexts(searchTexts)
  if (search.by === 'name' || hints.length === 0) return null
  return (
    <>
      <p>{t('hints')}</p>
      <ul>
        {hints.map(({ drop, hits }) => (
          <li key={drop}>
            <Button
              variant="outlined"
              onClick={() => onSearch({ by: 'filter', wish: without(search.wish, drop), page: 0 })}
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
