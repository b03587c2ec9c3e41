import type { Game, TruthOrDareCard } from '@app/contract/games'
import type { DBSchema } from 'idb'
import { deviceDb } from '../lib/device-db.ts'

/** A game with what the server does not know of it yet. */
export type CachedGame = { game: Game; unsent: boolean }

interface Schema extends DBSchema {
  games: { key: string; value: CachedGame }
  decks: { key: string; value: TruthOrDareCard[] }
}

const withDb = deviceDb<Schema>('salong-games', (db) => {
  db.createObjectStore('games')
  db.createObjectStore('decks')
})

export const readCachedGame = (member: string): Promise<CachedGame | undefined> =>
  withDb((db) => db.get('games', member), undefined)
export const readCachedDeck = (member: string): Promise<TruthOrDareCard[] | undefined> =>
  withDb((db) => db.get('decks', member), undefined)

export const cacheGame = (member: string, cached: CachedGame): Promise<unknown> =>
  withDb((db) => db.put('games', cached, member), undefined)
export const cacheDeck = (member: string, deck: TruthOrDareCard[]): Promise<unknown> =>
  withDb((db) => db.put('decks', deck, member), undefined)

/** The member has logged out: neither who was at the table nor what was played stays on the device. */
export const removeCachedGame = (member: string): Promise<unknown> =>
  withDb((db) => Promise.all([db.delete('games', member), db.delete('decks', member)]), undefined)
