import { type FindableSex, SearchFilter } from '@app/contract/profiles'
import { create } from 'zustand'
import { useSessionState } from '../lib/session.ts'
import { addressOf, type Search, withoutPage } from './address.ts'
import { FRESH_WISH, filterOf, type Wish } from './wishes.ts'

export type Mode = 'simple' | 'advanced'

/** What stands in the form and has not been searched for yet. */
export type Draft = { mode: Mode; name: string; wish: Wish }

/** A new search keeps the way to search that was chosen last, and starts with the member's usual filter. */
function draftOf(search: Search | null, mode: Mode, usual: Wish): Draft {
  if (!search) return { mode, name: '', wish: usual }
  if (search.by === 'name') return { mode: 'simple', name: search.name, wish: usual }
  return { mode: 'advanced', name: '', wish: search.wish }
}

export const searchOf = ({ mode, name, wish }: Draft): Search =>
  mode === 'simple' ? { by: 'name', name: name.trim() } : { by: 'filter', wish, page: 0 }

/** What is wrong with each person, by the contract's word. */
export function problemsOf({ mode, wish }: Draft): (string | undefined)[] {
  const judged = mode === 'simple' ? null : SearchFilter.safeParse(filterOf(wish, 0))
  const issues = judged?.error?.issues ?? []
  const of = (person: string) => issues.find(({ path }) => path[0] === person)?.message
  return [of('person1Selection'), of('person2Selection')]
}

export const sexesOf = ({ persons }: Wish): FindableSex[] => persons.map(({ sex }) => sex)

type Kept = {
  /** What has been changed and not been searched for, and the address it was changed at. */
  unsent: { address: string; draft: Draft } | null
  mode: Mode
}

const NOTHING_KEPT: Kept = { unsent: null, mode: 'advanced' }

const useKept = create<Kept>(() => NOTHING_KEPT)

useSessionState.subscribe(({ session }, before) => {
  if (session?.sessionId !== before.session?.sessionId) useKept.setState(NOTHING_KEPT)
})

const placeOf = (search: Search | null): string => withoutPage(addressOf(search))

/** Where no search stands in the address, what was changed last is there, wherever that was. */
function draftAt(search: Search | null, { unsent, mode }: Kept, usual = FRESH_WISH): Draft {
  const isHere = unsent && (!search || unsent.address === placeOf(search))
  return isHere ? unsent.draft : draftOf(search, mode, usual)
}

/** It has been searched for, or is not wanted any more. */
export const dropDraft = (search: Search | null): void =>
  useKept.setState((kept) => ({ unsent: null, mode: draftAt(search, kept).mode }))

/** The form follows the address, so that back and forward bring their own search into it. What is changed outlasts the page. */
export function useDraft(search: Search | null, usual: Wish) {
  const draft = draftAt(search, useKept(), usual)
  const change = (part: Partial<Draft>) =>
    useKept.setState((kept) => {
      const next = { ...draftAt(search, kept, usual), ...part }
      return { unsent: { address: placeOf(search), draft: next }, mode: next.mode }
    })
  return [draft, change] as const
}
