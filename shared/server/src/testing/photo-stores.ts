import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { pino } from 'pino'
import { afterAll } from 'vitest'
import { createPhotoStore, type PhotoStore } from '../photos/photo-store.ts'
import { parseStoreAddress } from '../process/photo-store-address.ts'

/** Opens the photo store at an address, without logging. */
export function openStore(address: string): PhotoStore {
  const parsedAddress = parseStoreAddress(address)
  if (!parsedAddress) throw new Error(`${address} is not the address of a photo store`)
  return createPhotoStore(parsedAddress, pino({ level: 'silent' }))
}

type Options = {
  /** Accepts any signature, since the server and the client compute signatures of list requests differently. */
  anySignature?: boolean
}

/**
 * Creates a photo store of each kind, a folder and a bucket, for the tests of a file. Returns their names and addresses
 * in `kinds`, and the folder that contains both.
 */
export async function createTestStores({ anySignature = false }: Options = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'salong-store-'))
  const s3 = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    allowMismatchedSignatures: anySignature,
    directory: join(folder, 's3'),
    configureBuckets: [{ name: 'photos', configs: [] }],
  })
  const { port } = await s3.run()
  afterAll(async () => {
    await s3.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const s3Address = `s3+http://S3RVER:S3RVER@127.0.0.1:${port}/photos?region=eu-north-1`
  const kinds: [string, string][] = [
    ['a folder', `file:${folder}/files`],
    ['a bucket', s3Address],
  ]
  return { folder, s3Address, kinds }
}
