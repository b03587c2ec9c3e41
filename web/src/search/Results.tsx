import type { SearchHit } from '@app/contract/members/profiles'
import { SlidersHorizontal } from 'lucide-react'
import { useCallback, useEffect } from 'react'
import { notStarted } from '../lib/http/loadable.ts'
import { onBrokenUrls } from '../lib/photos/picture-urls.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { Failed } from '../ui/feedback/Failed.tsx'
import { Loading } from '../ui/feedback/Loading.tsx'
import { HitCard } from './HitCard.tsx'
import { HitCardSkeletons } from './HitCardSkeletons.tsx'
import { NoHits } from './NoHits.tsx'
import { Pager } from './Pager.tsx'
import styles from './results.module.css'
import { loadSearch, openSearch, useSearches } from './store.ts'
import { searchTexts } from './texts.ts'
import { type Search, searchUrl } from './urls.ts'
import { useScrollPosition } from './use-scroll-position.ts'
import { useTitle } from './use-title.ts'

type Props = {
  search: Search
  /** The names of known members who are online. */
  online: ReadonlySet<string>
  /** The members that the viewer has ignored since the search. */
  ignored: ReadonlySet<string>
  /** Opens the form where it is not beside the hits. */
  onFilter?: () => void
  onSearch: (search: Search) => void
  onPage: (search: Search) => void
  onNew: () => void
}

function ResultsHeader({ search, onFilter }: Pick<Props, 'search' | 'onFilter'>) {
  const t = useTexts(searchTexts)
  const title = useTitle()
  return (
    <div className={styles.head}>
      <div className={styles.titles}>
        <h2 tabIndex={-1}>{title(search)}</h2>
        <p className={styles.order}>
          {search.by === 'filter' ? t('pageNumber', { page: search.page + 1 }) : t('bestFirst')}
        </p>
      </div>
      {onFilter && (
        <Button variant="outlined" icon={SlidersHorizontal} onClick={onFilter}>
          {t('filter')}
        </Button>
      )}
    </div>
  )
}

const HitCards = ({ hits, online }: Pick<Props, 'online'> & { hits: readonly SearchHit[] }) => (
  <ul className={styles.hits}>
    {hits.map((hit) => (
      <li key={hit.userName} data-hit={hit.userName}>
        <HitCard hit={hit} online={online.has(hit.userName)} />
      </li>
    ))}
  </ul>
)

/** Shows one page of hits, or its loading, error or empty state. */
export function Results({ search, online, ignored, onFilter, onSearch, onPage, onNew }: Props) {
  const t = useTexts(searchTexts)
  const path = searchUrl(search)
  const page = useSearches(({ pages }) => pages.get(path))
  const hits = page?.hits.data
  const isEmpty = hits?.length === 0 && (search.by === 'name' || search.page === 0)
  const box = useScrollPosition(path, hits !== undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path identifies the search
  const open = useCallback(() => void openSearch(search), [path])
  useEffect(open, [open])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path identifies the search
  useEffect(() => onBrokenUrls(() => void loadSearch(search)), [path])
  return (
    <div ref={box} className={styles.results}>
      <ResultsHeader search={search} onFilter={onFilter} />
      {hits && hits.length > 0 && (
        <HitCards hits={hits.filter(({ userName }) => !ignored.has(userName))} online={online} />
      )}
      {hits?.length === 0 && (
        <NoHits search={search} hints={page?.hints ?? notStarted} onSearch={onSearch} onNew={onNew} />
      )}
      {!hits && page?.hits.state === 'failed' && <Failed title={t('failed')} error={page.hits.error} retry={open} />}
      {!hits && page?.hits.state !== 'failed' && (
        <Loading text={t('loading')}>
          <div className={styles.hits}>
            <HitCardSkeletons />
          </div>
        </Loading>
      )}
      {hits && !isEmpty && <Pager search={search} count={hits.length} onPage={onPage} onNew={onNew} />}
    </div>
  )
}

/** Fills the pane before the first search. */
export function EmptySearch({ onFilter }: Pick<Props, 'onFilter'>) {
  const t = useTexts(searchTexts)
  return (
    <div className={styles.results}>
      <EmptyState
        title={t('notStarted')}
        action={
          onFilter && (
            <Button icon={SlidersHorizontal} onClick={onFilter}>
              {t('filter')}
            </Button>
          )
        }
      >
        {t('notStartedText')}
      </EmptyState>
    </div>
  )
}
