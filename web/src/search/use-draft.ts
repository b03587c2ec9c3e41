import { type FindableSex, SearchFilter } from '@app/contract/profiles'
import { useState } from 'react'
import { addressOf, type Search, withoutPage } from './address.ts'
import { FRESH_WISH, filterOf, type Wish } from './wishes.ts'

export type Mode = 'simple' | 'advanced'

/** What stands in the form and has not been searched for yet. */
export type Draft = { mode: Mode; name: string; wish: Wish }

/** A new search keeps the way to search that was chosen last. */
function draftOf(search: Search | null, mode: Mode): Draft {
  if (!search) return { mode, name: '', wish: FRESH_WISH }
  if (search.by === 'name') return { mode: 'simple', name: search.name, wish: FRESH_WISH }
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

/** The form follows the address, so that back and forward bring their own search into it. */
export function useDraft(search: Search | null) {
  const address = withoutPage(addressOf(search))
  const [seen, setSeen] = useState(address)
  const [draft, setDraft] = useState(() => draftOf(search, 'advanced'))
  if (seen !== address) {
    setSeen(address)
    setDraft(draftOf(search, draft.mode))
  }
  return [draft, (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }))] as const
}
