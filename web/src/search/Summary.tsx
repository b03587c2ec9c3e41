import { SEARCH_COUNT_MAX, SEARCH_PAGE_SIZE } from '@app/contract/limits'
import type { ReactNode, Ref } from 'react'
import { useTexts } from '../lib/text/texts.ts'
import { Skeleton } from '../ui/feedback/Loading.tsx'
import styles from './bar.module.css'
import { useCount, useSearches } from './store.ts'
import { searchTexts } from './texts.ts'
import { type Search, searchUrl } from './urls.ts'
import { useTitle } from './use-title.ts'

type Props = {
  search: Search | null
  /** The names of members whom the viewer is known to ignore. The hits may be older and contain them. */
  ignored: ReadonlySet<string>
  heading: Ref<HTMLHeadingElement>
  /** Rendered at the end of the line. */
  end?: ReactNode
}

/** The number of hits of a search on all pages: exact, a lower bound, or the maximum that is counted. */
type Total = { kind: 'exact' | 'atLeast' | 'many'; count: number }

/** Returns the number of hits of a search; null until it is known. It is never lower than the number of listed hits. */
function useTotal(search: Search | null, ignored: ReadonlySet<string>): Total | null {
  const hits = useSearches(({ pages }) => pages.get(searchUrl(search))?.hits.data)
  const counted = useCount(search)
  if (!search || !hits) return null
  const page = search.by === 'filter' ? search.page : 0
  const hiddenCount = hits.filter(({ userName }) => ignored.has(userName)).length
  const shownCount = page * SEARCH_PAGE_SIZE + hits.length - hiddenCount
  if (search.by === 'name' || hits.length < SEARCH_PAGE_SIZE) return { kind: 'exact', count: shownCount }
  if (counted === undefined) return null
  if (counted === null) return { kind: 'atLeast', count: shownCount }
  if (counted >= SEARCH_COUNT_MAX) return { kind: 'many', count: counted }
  return { kind: 'exact', count: Math.max(counted - hiddenCount, shownCount) }
}

/** Shows and announces the number of hits and their order. Stays mounted, because a new live region may be ignored. */
export function Summary({ search, ignored, heading, end }: Props) {
  const t = useTexts(searchTexts)
  const title = useTitle()
  const hits = useSearches(({ pages }) => pages.get(searchUrl(search))?.hits)
  const total = useTotal(search, ignored)
  const page = search?.by === 'filter' ? search.page : 0
  const isEmpty = hits?.data?.length === 0
  const describeTotal = ({ kind, count }: Total) => {
    if (kind === 'many') return t('profilesMany', { max: SEARCH_COUNT_MAX })
    return t(kind === 'exact' ? 'profiles' : 'profilesAtLeast', { count })
  }
  return (
    <div className={styles.summary}>
      {search && (
        <h2 ref={heading} tabIndex={-1} className="visually-hidden">
          {title(search)}
        </h2>
      )}
      <p role="status" className={isEmpty ? 'visually-hidden' : undefined}>
        {isEmpty && t(page > 0 ? 'noMore' : 'none')}
        {total && !isEmpty && (
          <>
            <span className={styles.total}>{describeTotal(total)}</span>
            {page > 0 && ` · ${t('pageNumber', { page: page + 1 })}`}
            {` · ${t(search?.by === 'name' ? 'bestFirst' : 'lastActiveFirst')}`}
          </>
        )}
      </p>
      {search && !total && !isEmpty && hits?.state !== 'failed' && (
        <span className={styles.totalSkeleton} aria-hidden>
          <Skeleton width="13rem" />
        </span>
      )}
      {end && <span className={styles.summaryEnd}>{end}</span>}
    </div>
  )
}
