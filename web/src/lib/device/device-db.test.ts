import { type DBSchema, deleteDB, openDB } from 'idb'
import { expect, test, vi } from 'vitest'
import { deviceDb } from './device-db.ts'

interface Schema extends DBSchema {
  notes: { key: string; value: string }
}

test('a database falls back to the default if the browser refuses storage', async () => {
  const orNothing = deviceDb<Schema>('refused', (db) => db.createObjectStore('notes'))
  const refused = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  })
  expect(await orNothing((db) => db.get('notes', 'key'), 'without')).toBe('without')
  refused.mockRestore()
})

test('a database that failed to open is used as soon as it opens', async () => {
  const orNothing = deviceDb<Schema>('later', (db) => db.createObjectStore('notes'))
  const newer = await openDB('later', 2)
  newer.close()
  expect(await orNothing((db) => db.get('notes', 'key'), 'without')).toBe('without')
  await deleteDB('later')
  await orNothing((db) => db.put('notes', 'x', 'key'), null)
  expect(await orNothing((db) => db.get('notes', 'key'), 'without')).toBe('x')
})
