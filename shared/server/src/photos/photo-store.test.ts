import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { createLog } from '../process/log.ts'
import { parseStoreAddress, type StoreAddress } from '../process/photo-store-address.ts'
import { createTestStores, openStore } from '../testing/photo-stores.ts'
import { createPhotoStore, variantKey } from './photo-store.ts'

const { s3Address, kinds } = await createTestStores()
const UNREACHABLE: [string, string][] = [
  ['a folder that cannot exist', 'file:/dev/null/photos'],
  ['a server that is unreachable', 's3+http://KEY:SECRET@127.0.0.1:1/photos'],
]

let counter = 0
const aKey = () => {
  counter += 1
  return `raw/-_aB${counter}`
}

async function* splitIntoChunks(bytes: Buffer, size = 64 * 1024) {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

describe.each(kinds)('%s', (_, address) => {
  test('returns the stored content', async () => {
    const [store, key, bytes] = [openStore(address), aKey(), randomBytes(100_000)]
    await store.put(key, bytes)
    expect((await store.read(key))?.equals(bytes)).toBe(true)
    const stream = await store.open(key)
    expect((await buffer(stream!)).equals(bytes)).toBe(true)
  })

  test('stores streams of any length', async () => {
    for (const size of [1, 100, 3_000_000]) {
      const [store, key, bytes] = [openStore(address), aKey(), randomBytes(size)]
      await store.putStream(key, Readable.from(splitIntoChunks(bytes), { objectMode: false }))
      expect((await store.read(key))?.equals(bytes)).toBe(true)
    }
  })

  test('replaces an existing file', async () => {
    const [store, key] = [openStore(address), aKey()]
    await store.put(key, Buffer.from('a long content'))
    await store.put(key, Buffer.from('short'))
    expect((await store.read(key))?.toString()).toBe('short')
  })

  test('stores nothing of an interrupted stream, and throws its error', async () => {
    const [store, key] = [openStore(address), aKey()]
    async function* failingSource() {
      yield randomBytes(500_000)
      throw new Error('the sender has disconnected')
    }
    await expect(store.putStream(key, Readable.from(failingSource(), { objectMode: false }))).rejects.toThrow(
      'has disconnected',
    )
    expect(await store.read(key)).toBeNull()
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('upload-'))).toEqual([])
  })

  test('returns null for a missing file', async () => {
    const store = openStore(address)
    expect(await store.read('raw/none')).toBeNull()
    expect(await store.open('raw/none')).toBeNull()
  })

  test('removes a file, and succeeds if it does not exist', async () => {
    const [store, key] = [openStore(address), aKey()]
    await store.put(key, Buffer.from('x'))
    await store.remove(key)
    await store.remove(key)
    expect(await store.read(key)).toBeNull()
  })
})

test.each(UNREACHABLE)('reports %s as UNAVAILABLE, not as a missing file', async (_, address) => {
  const store = openStore(address)
  const unavailable = { code: 'UNAVAILABLE' }
  await expect(store.put('raw/a', Buffer.from('x'))).rejects.toMatchObject(unavailable)
  const stream = Readable.from(splitIntoChunks(randomBytes(200_000)), { objectMode: false })
  await expect(store.putStream('raw/a', stream)).rejects.toMatchObject(unavailable)
  await expect(store.read('raw/a')).rejects.toMatchObject(unavailable)
  await expect(store.open('raw/a')).rejects.toMatchObject(unavailable)
  await expect(store.measure()).rejects.toMatchObject(unavailable)
})

test('reports a bucket with a wrong key as UNAVAILABLE', async () => {
  const store = openStore(s3Address.replace(':S3RVER@', ':WRONG@'))
  await expect(store.put('raw/a', Buffer.from('x'))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  await expect(store.read('raw/a')).rejects.toMatchObject({ code: 'UNAVAILABLE' })
})

test('reports a missing bucket as UNAVAILABLE, not as a missing file', async () => {
  const store = openStore(s3Address.replace('/photos?', '/none?'))
  await expect(store.read('raw/a')).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  await expect(store.open('raw/a')).rejects.toMatchObject({ code: 'UNAVAILABLE' })
})

test.each<[string, StoreAddress]>([
  ['file:/var/photos', { kind: 'FOLDER', folder: '/var/photos' }],
  ['file:///var/photos', { kind: 'FOLDER', folder: '/var/photos' }],
  ['file:photos', { kind: 'FOLDER', folder: join(process.cwd(), 'photos') }],
  [
    's3+https://KEY:A%2FB@store.example:9000/photos?region=eu',
    {
      kind: 'S3',
      endpoint: 'https://store.example:9000',
      bucket: 'photos',
      region: 'eu',
      credentials: { accessKeyId: 'KEY', secretAccessKey: 'A/B' },
    },
  ],
  [
    's3+https://store.example/photos',
    { kind: 'S3', endpoint: 'https://store.example', bucket: 'photos', region: 'us-east-1', credentials: undefined },
  ],
])('parses the address %s', (address, expected) => {
  expect(parseStoreAddress(address)).toEqual(expected)
})

test.each([
  's3+https://store.example/',
  's3+https://store.example/a/b',
  's3+ftp://store.example/photos',
  'file:',
  '/var/photos',
])('rejects %s, which is not the address of a store', (address) => {
  expect(parseStoreAddress(address)).toBeNull()
})

test('a folder store removes the empty folder of a photo without files', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'store-'))
  const store = createPhotoStore({ kind: 'FOLDER', folder }, createLog({ level: 'silent', service: 'test' }))
  const keys = ['large', 'small'].map((size) => variantKey('photo', 0, size))
  for (const key of keys) await store.put(key, Buffer.from('x'))
  await store.remove(keys[0]!)
  expect(readdirSync(join(folder, 'variants'))).toEqual(['photo'])
  await store.remove(keys[1]!)
  await store.remove(keys[1]!)
  expect(readdirSync(join(folder, 'variants'))).toEqual([])
  await store.put(keys[0]!, Buffer.from('again'))
  expect((await store.read(keys[0]!))?.toString()).toBe('again')
})
