import type { Game, TruthOrDareCard } from '@app/contract/games'
import type { DBSchema } from 'idb'
import { openDeviceDb, putAndCommit } from '../lib/device/device-db.ts'

/** A cached game, and whether the server has yet to receive its last change. */
export type CachedGame = { game: Game; unsent: boolean }

interface Schema extends DBSchema {
  games: { key: string; value: CachedGame }
  decks: { key: string; value: TruthOrDareCard[] }
}

const withDb = openDeviceDb<Schema>('salong-games', (db) => {
  db.createObjectStore('games')
  db.createObjectStore('decks')
})

// `member` is the key of a member's data on this device.

export const readCachedGame = (member: string): Promise<CachedGame | undefined> =>
  withDb((db) => db.get('games', member), undefined)
export const readCachedDeck = (member: string): Promise<TruthOrDareCard[] | undefined> =>
  withDb((db) => db.get('decks', member), undefined)

export const cacheGame = (member: string, cached: CachedGame): Promise<void> =>
  withDb((db) => putAndCommit(db, 'games', cached, member), undefined)
export const cacheDeck = (member: string, deck: TruthOrDareCard[]): Promise<void> =>
  withDb((db) => putAndCommit(db, 'decks', deck, member), undefined)

/** Removes a member's cached game and deck from the device after logout. */
export const removeCachedGame = (member: string): Promise<unknown> =>
  withDb((db) => Promise.all([db.delete('games', member), db.delete('decks', member)]), undefined)
