import { type FindableSex, SearchFilter } from '@app/contract/profiles'
import { create } from 'zustand'
import { useSessionState } from '../lib/session.ts'
import { addressOf, type Search, withoutPage } from './address.ts'
import { DEFAULT_CRITERIA, filterOf, type SearchCriteria } from './criteria.ts'

export type Mode = 'simple' | 'advanced'

/** What stands in the form and has not been searched for yet. */
export type Draft = { mode: Mode; name: string; criteria: SearchCriteria }

/** A new search keeps the way to search that was chosen last, and starts with the member's usual filter. */
function draftOf(search: Search | null, mode: Mode, usual: SearchCriteria): Draft {
  if (!search) return { mode, name: '', criteria: usual }
  if (search.by === 'name') return { mode: 'simple', name: search.name, criteria: usual }
  return { mode: 'advanced', name: '', criteria: search.criteria }
}

export const searchOf = ({ mode, name, criteria }: Draft): Search =>
  mode === 'simple' ? { by: 'name', name: name.trim() } : { by: 'filter', criteria, page: 0 }

/** What is wrong with each person, by the contract's word. */
export function problemsOf({ mode, criteria }: Draft): (string | undefined)[] {
  const parsed = mode === 'simple' ? null : SearchFilter.safeParse(filterOf(criteria, 0))
  const issues = parsed?.error?.issues ?? []
  const of = (person: string) => issues.find(({ path }) => path[0] === person)?.message
  return [of('person1Selection'), of('person2Selection')]
}

export const sexesOf = ({ persons }: SearchCriteria): FindableSex[] => persons.map(({ sex }) => sex)

type DraftState = {
  /** What has been changed and not been searched for, and the address it was changed at. */
  unsent: { address: string; draft: Draft } | null
  mode: Mode
}

const EMPTY: DraftState = { unsent: null, mode: 'advanced' }

const useDraftState = create<DraftState>(() => EMPTY)

useSessionState.subscribe(({ session }, before) => {
  if (session?.sessionId !== before.session?.sessionId) useDraftState.setState(EMPTY)
})

const draftAddress = (search: Search | null): string => withoutPage(addressOf(search))

/** Where no search stands in the address, what was changed last is there, wherever that was. */
function draftAt(search: Search | null, { unsent, mode }: DraftState, usual = DEFAULT_CRITERIA): Draft {
  const isHere = unsent && (!search || unsent.address === draftAddress(search))
  return isHere ? unsent.draft : draftOf(search, mode, usual)
}

/** It has been searched for, or is not wanted any more. */
export const dropDraft = (search: Search | null): void =>
  useDraftState.setState((state) => ({ unsent: null, mode: draftAt(search, state).mode }))

/** The form follows the address, so that back and forward bring their own search into it. What is changed outlasts the page. */
export function useDraft(search: Search | null, usual: SearchCriteria) {
  const draft = draftAt(search, useDraftState(), usual)
  const change = (part: Partial<Draft>) =>
    useDraftState.setState((state) => {
      const next = { ...draftAt(search, state, usual), ...part }
      return { unsent: { address: draftAddress(search), draft: next }, mode: next.mode }
    })
  return [draft, change] as const
}
