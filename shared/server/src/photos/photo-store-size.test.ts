import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { afterTest } from '../testing/context.ts'
import { createTestStores, openStore } from '../testing/photo-stores.ts'

const { folder, kinds } = await createTestStores({ anySignature: true })

describe.each(kinds)('%s', (_, address) => {
  test('is empty after all files were removed', async () => {
    const store = openStore(address)
    await store.put('raw/only', Buffer.alloc(1))
    await store.remove('raw/only')
    expect(await store.measure()).toEqual({ files: 0, bytes: 0 })
  })

  test('counts the files of all folders', async () => {
    const store = openStore(address)
    const keys = Array.from({ length: 90 }, (_, index) => `variants/m${index % 30}/${index}-small.webp`)
    await store.put('raw/a', Buffer.alloc(1_000))
    await Promise.all(keys.map((key) => store.put(key, Buffer.alloc(3))))
    expect(await store.measure()).toEqual({ files: 91, bytes: 1_270 })
    await store.remove('raw/a')
    expect(await store.measure()).toEqual({ files: 90, bytes: 270 })
  })
})

test('distinguishes a missing folder from an empty one', async () => {
  expect(await openStore(`file:${folder}/missing`).measure()).toBeNull()
})

/** The pages that a minimal S3 server lists, since that of the tests above does not return continuation tokens. */
const PAGES: Record<string, string> = {
  '': `<IsTruncated>true</IsTruncated><NextContinuationToken>two</NextContinuationToken>${renderFile(5)}${renderFile(7)}`,
  two: `<IsTruncated>true</IsTruncated><NextContinuationToken>three</NextContinuationToken>${renderFile(11)}`,
  three: `<IsTruncated>false</IsTruncated>${renderFile(13)}`,
}

function renderFile(size: number): string {
  return `<Contents><Key>raw/${size}</Key><Size>${size}</Size></Contents>`
}

test('counts all pages of a bucket without requesting a file', async () => {
  const requestedMethods: string[] = []
  const server = createServer(({ method, url = '' }, response) => {
    requestedMethods.push(`${method}`)
    const page = PAGES[new URL(url, 'http://store').searchParams.get('continuation-token') ?? '']
    response.end(`<?xml version="1.0"?><ListBucketResult>${page}</ListBucketResult>`)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  afterTest(async () => void server.close())
  const { port } = server.address() as AddressInfo
  expect(await openStore(`s3+http://KEY:SECRET@127.0.0.1:${port}/photos`).measure()).toEqual({ files: 4, bytes: 36 })
  expect(requestedMethods).toEqual(['GET', 'GET', 'GET'])
})
