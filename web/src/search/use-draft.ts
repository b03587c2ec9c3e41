import { type FindableSex, SearchFilter } from '@app/contract/members/profiles'
import { create } from 'zustand'
import type { FieldErrors } from '../lib/forms/use-form.ts'
import { useSessionState } from '../lib/http/session.ts'
import { addressOf, type Search, withoutPage } from './address.ts'
import { DEFAULT_CRITERIA, filterOf, type SearchCriteria } from './criteria.ts'

export type Mode = 'simple' | 'advanced'

/** The form's values that have not been searched for yet. */
export type Draft = { mode: Mode; name: string; criteria: SearchCriteria }

/** Returns the values for a search. A new search keeps the last mode and starts with the member's default filter. */
function draftOf(search: Search | null, mode: Mode, usual: SearchCriteria): Draft {
  if (!search) return { mode, name: '', criteria: usual }
  if (search.by === 'name') return { mode: 'simple', name: search.name, criteria: usual }
  return { mode: 'advanced', name: '', criteria: search.criteria }
}

export const searchOf = ({ mode, name, criteria }: Draft): Search =>
  mode === 'simple' ? { by: 'name', name: name.trim() } : { by: 'filter', criteria, page: 0 }

/** Returns the contract's validation error for each person, as 'criteria.0' and 'criteria.1'. */
export function problemsOf({ mode, criteria }: Draft): FieldErrors {
  const parsed = mode === 'simple' ? null : SearchFilter.safeParse(filterOf(criteria, 0))
  const issues = parsed?.error?.issues ?? []
  const of = (person: string) => issues.find(({ path }) => path[0] === person)?.message
  return { 'criteria.0': of('person1Selection'), 'criteria.1': of('person2Selection') }
}

export const sexesOf = ({ persons }: SearchCriteria): FindableSex[] => persons.map(({ sex }) => sex)

type DraftState = {
  /** The unsubmitted values, and the address at which they were changed. */
  unsent: { address: string; draft: Draft } | null
  mode: Mode
}

const EMPTY: DraftState = { unsent: null, mode: 'advanced' }

const useDraftState = create<DraftState>(() => EMPTY)

useSessionState.subscribe(({ session }, before) => {
  if (session?.sessionId !== before.session?.sessionId) useDraftState.setState(EMPTY)
})

const draftAddress = (search: Search | null): string => withoutPage(addressOf(search))

/**
 * Returns the form's values for an address. Without a search in the address, the last unsubmitted values apply,
 * wherever they were changed.
 */
function draftAt(search: Search | null, { unsent, mode }: DraftState, usual = DEFAULT_CRITERIA): Draft {
  const isHere = unsent && (!search || unsent.address === draftAddress(search))
  return isHere ? unsent.draft : draftOf(search, mode, usual)
}

/** Discards the unsubmitted values. */
export const dropDraft = (search: Search | null): void =>
  useDraftState.setState((state) => ({ unsent: null, mode: draftAt(search, state).mode }))

/**
 * Returns the form's values, which follow the address, so that back and forward restore their search. Unsubmitted
 * values survive leaving the page.
 */
export function useDraft(search: Search | null, usual: SearchCriteria) {
  const draft = draftAt(search, useDraftState(), usual)
  const change = (part: Partial<Draft>) =>
    useDraftState.setState((state) => {
      const next = { ...draftAt(search, state, usual), ...part }
      return { unsent: { address: draftAddress(search), draft: next }, mode: next.mode }
    })
  return [draft, change] as const
}
