import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/** Opens a database on this device. If the browser refuses storage, tasks return `fallback`. */
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
      // Closes the connection when another tab deletes or upgrades the database.
      blocking: (_, __, event) => {
        ;(event.target as IDBDatabase).close()
        closeDb()
      },
    })
    // A failed open is retried with the next call: a full device may have room later.
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
