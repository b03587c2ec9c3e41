import { type FindableSex, SearchFilter } from '@app/contract/members/profiles'
import { create } from 'zustand'
import type { FieldErrors } from '../lib/forms/use-form.ts'
import { useSessionState } from '../lib/http/session.ts'
import { type DraftCriteria, EMPTY_CRITERIA, filterOf, hasType } from './criteria.ts'
import { type Search, searchUrl, withoutPage } from './urls.ts'

export type Mode = 'simple' | 'advanced'

/** The values of the search form. */
export type Draft = { mode: Mode; name: string; criteria: DraftCriteria }

/** Returns the form's values for a search in the URL; without one, the last mode and the member's default filter. */
function draftOf(search: Search | null, mode: Mode, defaultCriteria: DraftCriteria): Draft {
  if (!search) return { mode, name: '', criteria: defaultCriteria }
  if (search.by === 'name') return { mode: 'simple', name: search.name, criteria: defaultCriteria }
  return { mode: 'advanced', name: '', criteria: search.criteria }
}

/** Returns the search for the form's values; null without a name or a type. */
export function searchOf({ mode, name, criteria }: Draft): Search | null {
  if (mode === 'simple') return name.trim() === '' ? null : { by: 'name', name: name.trim() }
  return hasType(criteria) ? { by: 'filter', criteria, page: 0 } : null
}

export const isTypeMissing = ({ mode, criteria }: Draft): boolean => mode === 'advanced' && !hasType(criteria)

/** Returns the contract's validation error for each person, as 'criteria.0' and 'criteria.1'. */
export function problemsOf({ mode, criteria }: Draft): FieldErrors {
  const parsed = mode === 'advanced' && hasType(criteria) ? SearchFilter.safeParse(filterOf(criteria, 0)) : null
  const issues = parsed?.error?.issues ?? []
  const messageFor = (person: string) => issues.find(({ path }) => path[0] === person)?.message
  return { 'criteria.0': messageFor('person1Selection'), 'criteria.1': messageFor('person2Selection') }
}

export const sexesOf = ({ persons }: DraftCriteria): FindableSex[] => persons.map(({ sex }) => sex)

type DraftState = {
  /** The unsubmitted values, and the path at which they were changed. */
  unsent: { path: string; draft: Draft } | null
  mode: Mode
}

const EMPTY: DraftState = { unsent: null, mode: 'advanced' }

const useDraftState = create<DraftState>(() => EMPTY)

useSessionState.subscribe(({ session }, previous) => {
  if (session?.sessionId !== previous.session?.sessionId) useDraftState.setState(EMPTY)
})

const draftPath = (search: Search | null): string => withoutPage(searchUrl(search))

/**
 * Returns the form's values for a search. Without a search in the URL, the last unsubmitted values apply, wherever they
 * were changed.
 */
function draftAt(search: Search | null, { unsent, mode }: DraftState, defaultCriteria = EMPTY_CRITERIA): Draft {
  const applies = unsent && (!search || unsent.path === draftPath(search))
  return applies ? unsent.draft : draftOf(search, mode, defaultCriteria)
}

/** Discards the unsubmitted values, except the search mode. */
export const dropDraft = (search: Search | null): void =>
  useDraftState.setState((state) => ({ unsent: null, mode: draftAt(search, state).mode }))

/**
 * Returns the form's values, which follow the URL, so that back and forward restore their search. Unsubmitted
 * values survive leaving the page.
 */
export function useDraft(search: Search | null, defaultCriteria: DraftCriteria) {
  const draft = draftAt(search, useDraftState(), defaultCriteria)
  const change = (part: Partial<Draft>) =>
    useDraftState.setState((state) => {
      const next = { ...draftAt(search, state, defaultCriteria), ...part }
      return { unsent: { path: draftPath(search), draft: next }, mode: next.mode }
    })
  return [draft, change] as const
}
