import { type DBSchema, type IDBPDatabase, openDB, type StoreKey, type StoreNames, type StoreValue } from 'idb'

/** Returns a function that runs a task on a database of this device. A task that fails returns `fallback`. */
export function openDeviceDb<Schema extends DBSchema>(name: string, create: (db: IDBPDatabase<Schema>) => void) {
  let dbPromise: Promise<IDBPDatabase<Schema>> | null = null
  const forgetDb = (): void => {
    dbPromise = null
  }
  const open = (): Promise<IDBPDatabase<Schema>> => {
    if (dbPromise) return dbPromise
    dbPromise = openDB<Schema>(name, 1, {
      upgrade: create,
      terminated: forgetDb,
      // Closes the connection when another tab deletes or upgrades the database.
      blocking: (_, __, event) => {
        ;(event.target as IDBDatabase).close()
        forgetDb()
      },
    })
    // The next task tries again to open the database, since a full device may have room later.
    dbPromise.catch(forgetDb)
    return dbPromise
  }
  return async <Result>(task: (db: IDBPDatabase<Schema>) => Promise<Result>, fallback: Result): Promise<Result> => {
    try {
      return await task(await open())
    } catch {
      return fallback
    }
  }
}

/** Stores a value, and commits it without waiting for the result: a page that is left aborts its open transactions. */
export async function putAndCommit<Schema extends DBSchema, Name extends StoreNames<Schema>>(
  db: IDBPDatabase<Schema>,
  name: Name,
  value: StoreValue<Schema, Name>,
  key?: StoreKey<Schema, Name>,
): Promise<void> {
  const write = db.transaction(name, 'readwrite')
  const put = write.store.put(value, key)
  write.commit()
  await Promise.all([put, write.done])
}
