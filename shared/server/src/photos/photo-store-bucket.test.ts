import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureBucket } from './photo-store-bucket.ts'

const KNOWN_KEY = 'SALONG'

const buckets = new Set<string>()
/** A minimal S3 server, since s3rver, which other tests use, does not support the client's CreateBucket request. */
const store = createServer(({ method, url = '', headers }, response) => {
  const reject = (status: number, code: string) => response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`)
  if (!headers.authorization?.includes(`Credential=${KNOWN_KEY}/`)) return void reject(403, 'InvalidAccessKeyId')
  if (method !== 'PUT') return void reject(405, 'MethodNotAllowed')
  if (buckets.has(url)) return void reject(409, 'BucketAlreadyOwnedByYou')
  buckets.add(url)
  response.end()
})

const addressFor = (key: string): string =>
  `s3+http://${key}:secret@127.0.0.1:${(store.address() as AddressInfo).port}/photos`

beforeAll(async () => {
  await once(store.listen(0, '127.0.0.1'), 'listening')
})
afterAll(() => void store.close())

test('creates the bucket once, and leaves it unchanged at later starts', async () => {
  expect(await ensureBucket(addressFor(KNOWN_KEY))).toBe('The bucket has been created.')
  expect(await ensureBucket(addressFor(KNOWN_KEY))).toBe('The bucket already exists.')
  expect(buckets.size).toBe(1)
})

test('rejects an unknown key', async () => {
  await expect(ensureBucket(addressFor('WRONG'))).rejects.toMatchObject({ $metadata: { httpStatusCode: 403 } })
})

test('creates no bucket if photos are stored in a folder', async () => {
  expect(await ensureBucket('file:/var/photos')).toBe('The photos are stored in a folder.')
})
