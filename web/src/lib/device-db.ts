import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/** A database on this device. A browser may refuse storage: `work` then answers `otherwise`. */
export function deviceDb<Schema extends DBSchema>(name: string, create: (db: IDBPDatabase<Schema>) => void) {
  let opening: Promise<IDBPDatabase<Schema>> | null = null
  const closeDb = (): void => {
    opening = null
  }
  const open = (): Promise<IDBPDatabase<Schema>> => {
    if (opening) return opening
    opening = openDB<Schema>(name, 1, {
      upgrade: create,
      terminated: closeDb,
      // Another tab removes the database, or makes a newer one of it.
      blocking: (_, __, event) => {
        ;(event.target as IDBDatabase).close()
        closeDb()
      },
    })
    // What could not be opened is tried again: a full device may have room later.
    opening.catch(closeDb)
    return opening
  }
  return async <Result>(task: (db: IDBPDatabase<Schema>) => Promise<Result>, fallback: Result): Promise<Result> => {
    try {
      return await task(await open())
    } catch {
      return fallback
    }
  }
}
