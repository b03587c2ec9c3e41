import { type DBSchema, deleteDB, openDB } from 'idb'
import { expect, test, vi } from 'vitest'
import { openDeviceDb, putAndCommit } from './device-db.ts'

interface Schema extends DBSchema {
  notes: { key: string; value: string }
}

test('a task returns the fallback if the browser denies access to storage', async () => {
  const withDb = openDeviceDb<Schema>('denied', (db) => db.createObjectStore('notes'))
  const open = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  })
  expect(await withDb((db) => db.get('notes', 'key'), 'fallback')).toBe('fallback')
  open.mockRestore()
})

test('a database that failed to open is opened again by the next task', async () => {
  const withDb = openDeviceDb<Schema>('later', (db) => db.createObjectStore('notes'))
  const newerDb = await openDB('later', 2)
  newerDb.close()
  expect(await withDb((db) => db.get('notes', 'key'), 'fallback')).toBe('fallback')
  await deleteDB('later')
  await withDb((db) => db.put('notes', 'x', 'key'), null)
  expect(await withDb((db) => db.get('notes', 'key'), 'fallback')).toBe('x')
})

test('a value stays stored if the page is left right after it was put', async () => {
  const withDb = openDeviceDb<Schema>('left', (db) => db.createObjectStore('notes'))
  await withDb(async (db) => {
    const transactions = vi.spyOn(IDBDatabase.prototype, 'transaction')
    void putAndCommit(db, 'notes', 'x', 'key').catch(() => undefined)
    // A browser aborts the transactions that a page has not committed when it is left.
    for (const { value } of transactions.mock.results)
      try {
        value.abort()
      } catch (error) {
        expect(error).toMatchObject({ name: 'InvalidStateError' })
      }
    transactions.mockRestore()
  }, undefined)
  expect(await withDb((db) => db.get('notes', 'key'), 'fallback')).toBe('x')
})
