import { type FindableSex, SearchFilter } from '@app/contract/members/profiles'
import { create } from 'zustand'
import type { FieldErrors } from '../../lib/forms/use-form.ts'
import { useSessionState } from '../../lib/http/session.ts'
import { type Search, searchUrl, withoutPage } from '../urls.ts'
import { type DraftCriteria, EMPTY_CRITERIA, filterOf, hasType, type SearchCriteria } from './criteria.ts'

/** The values of the filter. */
export type Draft = { criteria: DraftCriteria }

/** Returns whether criteria have a type, and meet the contract. */
export const isSearchable = (criteria: DraftCriteria): criteria is SearchCriteria =>
  hasType(criteria) && SearchFilter.safeParse(filterOf(criteria, 0)).success

/** Returns the contract's validation error for each person, as 'criteria.0' and 'criteria.1'. */
export function problemsOf({ criteria }: Draft): FieldErrors {
  const parsed = hasType(criteria) ? SearchFilter.safeParse(filterOf(criteria, 0)) : null
  const issues = parsed?.error?.issues ?? []
  const messageFor = (person: string) => issues.find(({ path }) => path[0] === person)?.message
  return { 'criteria.0': messageFor('person1Selection'), 'criteria.1': messageFor('person2Selection') }
}

export const sexesOf = ({ persons }: DraftCriteria): FindableSex[] => persons.map(({ sex }) => sex)

type DraftState = {
  /** The unsubmitted values, and the path at which they were changed. */
  unsent: { path: string; draft: Draft } | null
  /** The path of the search that replaces a URL without one, once that is known. */
  defaultPath: string | null
  /** The criteria of the last search by criteria, to which the member returns from a search by name. */
  lastCriteria: SearchCriteria | null
}

const EMPTY: DraftState = { unsent: null, defaultPath: null, lastCriteria: null }

const useDraftState = create<DraftState>(() => EMPTY)

useSessionState.subscribe(({ session }, previous) => {
  if (session?.sessionId !== previous.session?.sessionId) useDraftState.setState(EMPTY)
})

const draftPath = (search: Search | null): string => withoutPage(searchUrl(search))

/**
 * Returns the filter's values for a search. Without a search in the URL, the last unsubmitted values apply, wherever
 * they were changed.
 */
function draftAt(
  search: Search | null,
  { unsent, lastCriteria }: DraftState,
  defaultCriteria: DraftCriteria = EMPTY_CRITERIA,
): Draft {
  if (unsent && (!search || unsent.path === draftPath(search))) return unsent.draft
  if (search?.by === 'filter') return { criteria: search.criteria }
  return { criteria: (search && lastCriteria) ?? defaultCriteria }
}

export const dropDraft = (): void => useDraftState.setState({ unsent: null })

/**
 * Moves the unsubmitted values to the default search, wherever they were changed. Values that the member changes before
 * the page shows that search belong to it, too.
 */
export function moveDraft(defaultSearch: Search): void {
  const defaultPath = draftPath(defaultSearch)
  useDraftState.setState(({ unsent }) => ({ defaultPath, unsent: unsent && { ...unsent, path: defaultPath } }))
}

/** Replaces the filter's values at a search. */
export const setDraft = (search: Search | null, draft: Draft): void =>
  useDraftState.setState(({ defaultPath }) => ({
    unsent: { path: (search ? null : defaultPath) ?? draftPath(search), draft },
  }))

export const rememberCriteria = (lastCriteria: SearchCriteria): void => useDraftState.setState({ lastCriteria })

/** Returns the criteria to which the member returns from a search by name. */
export const useLastCriteria = (): SearchCriteria | null => useDraftState(({ lastCriteria }) => lastCriteria)

/**
 * Returns the filter's values, which follow the URL, so that back and forward restore their search. Unsubmitted
 * values survive leaving the page.
 */
export function useDraft(search: Search | null, defaultCriteria: DraftCriteria) {
  const draft = draftAt(search, useDraftState(), defaultCriteria)
  const change = (part: Partial<Draft>) =>
    setDraft(search, { ...draftAt(search, useDraftState.getState(), defaultCriteria), ...part })
  return [draft, change] as const
}
