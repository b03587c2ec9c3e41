import { type DBSchema, deleteDB, openDB } from 'idb'
import { expect, test, vi } from 'vitest'
import { openDeviceDb } from './device-db.ts'

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
