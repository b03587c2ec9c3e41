import type { SearchCount, SearchFilter, SearchHint, SearchHit } from '@app/contract/members/profiles'
import { fetchHits } from '../lib/http/hits.ts'
import { post, postToRead } from '../lib/http/http.ts'

export const findByFilter = (filter: SearchFilter): Promise<SearchHit[]> =>
  fetchHits(() => postToRead('profiles/search-encrypted', filter))

/** Returns the criteria whose removal would give hits, and the number of hits without each. */
export const getHints = (filter: SearchFilter): Promise<SearchHint[]> => postToRead('profiles/search-hints', filter)

/**
 * Returns the number of hits of a filter on all pages. A signal can abort it; with a signal it rejects instead of
 * waiting for a retry that the server requests.
 */
export const countHits = (filter: SearchFilter, signal?: AbortSignal): Promise<SearchCount> =>
  signal ? post('profiles/search-count', filter, signal) : postToRead('profiles/search-count', filter)
