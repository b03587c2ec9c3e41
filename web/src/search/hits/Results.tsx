import { SEARCH_COUNT_MAX, SEARCH_PAGE_SIZE } from '@app/contract/limits'
import type { SearchHit } from '@app/contract/members/profiles'
import { useCallback, useEffect } from 'react'
import { notStarted } from '../../lib/http/loadable.ts'
import { onBrokenUrls } from '../../lib/photos/picture-urls.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { MemberMenu } from '../../ui/overlays/MemberMenu.tsx'
import { loadSearch, openSearch, useCount, useSearches } from '../store.ts'
import { searchTexts } from '../texts.ts'
import { type Search, searchUrl } from '../urls.ts'
import { useScrollPosition } from '../use-scroll-position.ts'
import { HitCard } from './HitCard.tsx'
import { HitCardSkeletons } from './HitCardSkeletons.tsx'
import { NoHits } from './NoHits.tsx'
import { Pager } from './Pager.tsx'
import styles from './results.module.css'

type Props = {
  search: Search
  /** The names of members who are known to be online. */
  online: ReadonlySet<string>
  /** The names of members whom the viewer is known to ignore. The hits may be older and contain them. */
  ignored: ReadonlySet<string>
  onSearch: (search: Search) => void
  onPage: (search: Search) => void
  onNew: () => void
}

const HitCards = ({ hits, online }: Pick<Props, 'online'> & { hits: readonly SearchHit[] }) => (
  <ul className={styles.hits}>
    {hits.map((hit) => (
      <li key={hit.userName} data-hit={hit.userName} data-member={hit.userName} className={styles.hit}>
        <HitCard hit={hit} online={online.has(hit.userName)} />
        <span className={styles.menu}>
          <MemberMenu name={hit.userName} />
        </span>
      </li>
    ))}
  </ul>
)

function LoadingHits() {
  const t = useTexts(searchTexts)
  return (
    <Loading text={t('loading')}>
      <div className={styles.hits}>
        <HitCardSkeletons />
      </div>
    </Loading>
  )
}

/** Returns whether there is a page after this one: this one is full, and the count of hits does not end with it. */
function useHasNext(search: Search, hitCount: number): boolean {
  const counted = useCount(search)
  if (search.by === 'name' || hitCount < SEARCH_PAGE_SIZE) return false
  return counted !== (search.page + 1) * SEARCH_PAGE_SIZE || counted >= SEARCH_COUNT_MAX
}

/** Shows one page of hits, or its loading, error or empty state. */
export function Results({ search, online, ignored, onSearch, onPage, onNew }: Props) {
  const t = useTexts(searchTexts)
  const path = searchUrl(search)
  const page = useSearches(({ pages }) => pages.get(path))
  const hits = page?.hits.data
  const hasNext = useHasNext(search, hits?.length ?? 0)
  const isEmpty = hits?.length === 0 && (search.by === 'name' || search.page === 0)
  const box = useScrollPosition(path, hits !== undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path identifies the search
  const open = useCallback(() => void openSearch(search), [path])
  useEffect(open, [open])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path identifies the search
  useEffect(() => onBrokenUrls(() => void loadSearch(search)), [path])
  return (
    <div ref={box} className={styles.results}>
      {hits && hits.length > 0 && (
        <HitCards hits={hits.filter(({ userName }) => !ignored.has(userName))} online={online} />
      )}
      {hits?.length === 0 && (
        <NoHits search={search} hints={page?.hints ?? notStarted} onSearch={onSearch} onNew={onNew} />
      )}
      {!hits && page?.hits.state === 'failed' && <Failed title={t('failed')} error={page.hits.error} retry={open} />}
      {!hits && page?.hits.state !== 'failed' && <LoadingHits />}
      {hits && !isEmpty && <Pager search={search} hasNext={hasNext} onPage={onPage} onNew={onNew} />}
    </div>
  )
}

/** Shows skeletons of hits until the default search is known. */
export const LoadingResults = () => (
  <div className={styles.results}>
    <LoadingHits />
  </div>
)
