import { useEffect, useState } from 'react'
import { countDraft, getCount } from '../store.ts'
import { searchUrl } from '../urls.ts'
import type { DraftCriteria } from './criteria.ts'
import { isSearchable } from './use-draft.ts'

/** The delay between a change and the request for the number of hits. */
const COUNT_DELAY_MS = 300

/** The number of hits that criteria would give; unknown without a type, with invalid ages, or after an error. */
export type DraftCount = number | 'counting' | 'unknown'

/** Counts the hits of criteria that are not submitted yet, shortly after each change. */
export function useDraftCount(criteria: DraftCriteria): DraftCount {
  const path = isSearchable(criteria) ? searchUrl({ by: 'filter', criteria, page: 0 }) : null
  const [result, setResult] = useState<{ path: string; count: DraftCount } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path identifies the criteria
  useEffect(() => {
    if (path === null || !isSearchable(criteria)) return
    const known = getCount(criteria)
    if (known !== null) {
      setResult({ path, count: known })
      return
    }
    const controller = new AbortController()
    const { signal } = controller
    const apply = (count: DraftCount) => !signal.aborted && setResult({ path, count })
    const timer = setTimeout(
      () =>
        void countDraft(criteria, signal).then(apply, () => {
          apply('unknown')
        }),
      COUNT_DELAY_MS,
    )
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [path])
  if (path === null) return 'unknown'
  return result?.path === path ? result.count : 'counting'
}
