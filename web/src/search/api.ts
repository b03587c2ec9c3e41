import type { SearchFilter, SearchHint, SearchHit } from '@app/contract/members/profiles'
import { fetchHits } from '../lib/http/hits.ts'
import { postToRead } from '../lib/http/http.ts'

export const findByFilter = (filter: SearchFilter): Promise<SearchHit[]> =>
  fetchHits(() => postToRead('profiles/search-encrypted', filter))

/** Returns which criteria of a filter without hits to drop, and how many hits each would give. */
export const getHints = (filter: SearchFilter): Promise<SearchHint[]> => postToRead('profiles/search-hints', filter)
