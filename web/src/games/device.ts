import type { Game, TruthOrDareCard } from '@app/contract/games'
import type { DBSchema } from 'idb'
import { deviceDb } from '../lib/device-db.ts'

/** A game with what the server does not know of it yet. */
export type KeptGame = { game: Game; unsent: boolean }

interface Schema extends DBSchema {
  games: { key: string; value: KeptGame }
  decks: { key: string; value: TruthOrDareCard[] }
}

const orMemoryOnly = deviceDb<Schema>('salong-games', (db) => {
  db.createObjectStore('games')
  db.createObjectStore('decks')
})

export const readKeptGame = (member: string): Promise<KeptGame | undefined> =>
  orMemoryOnly((db) => db.get('games', member), undefined)
export const readKeptDeck = (member: string): Promise<TruthOrDareCard[] | undefined> =>
  orMemoryOnly((db) => db.get('decks', member), undefined)

export const keepGame = (member: string, kept: KeptGame): Promise<unknown> =>
  orMemoryOnly((db) => db.put('games', kept, member), undefined)
export const keepDeck = (member: string, deck: TruthOrDareCard[]): Promise<unknown> =>
  orMemoryOnly((db) => db.put('decks', deck, member), undefined)

/** The member has logged out: neither who was at the table nor what was played stays on the device. */
export const removeGameOf = (member: string): Promise<unknown> =>
  orMemoryOnly((db) => Promise.all([db.delete('games', member), db.delete('decks', member)]), undefined)
