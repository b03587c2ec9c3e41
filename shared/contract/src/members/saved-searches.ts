import * as z from 'zod/mini'
import { Id } from '../base.ts'
import { SAVED_SEARCH_NAME_MAX } from '../limits.ts'
import { singleLineText } from '../text/single-line-text.ts'
import { SearchFilter } from './profiles.ts'

/** A search that the caller has saved. */
export const SavedSearch = z.object({
  id: Id,
  name: z.string(),
  /** Its page is always 0. */
  filter: SearchFilter,
  /** Whether the digest counts its new members. */
  inDigest: z.boolean(),
  /** The number of members it finds who became findable after it was last opened, up to `NEW_MATCHES_MAX`. */
  newCount: z.int(),
})
export type SavedSearch = z.infer<typeof SavedSearch>
SavedSearch.register(z.globalRegistry, { id: 'SavedSearch' })

const Name = singleLineText(SAVED_SEARCH_NAME_MAX)

/** Saves a search. The page of its filter is ignored. */
export const SaveSearch = z.object({ name: Name, filter: SearchFilter, inDigest: z.boolean() })
export type SaveSearch = z.infer<typeof SaveSearch>

/** Changes a saved search. Omitted fields are unchanged. With a new filter, the search counts as opened now. */
export const ChangeSavedSearch = z.object({
  name: z.optional(Name),
  filter: z.optional(SearchFilter),
  inDigest: z.optional(z.boolean()),
})
export type ChangeSavedSearch = z.infer<typeof ChangeSavedSearch>
