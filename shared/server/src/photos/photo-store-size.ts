import { lstat, opendir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { StoreAddress } from '../process/photo-store-address.ts'

/** The number and total size of the files in a store. */
export type StoreSize = { files: number; bytes: number }

const isMissing = (error: unknown): boolean => (error as { code?: unknown }).code === 'ENOENT'

/** Resolves to undefined if a file or folder does not exist, for example because it was removed in the meantime. */
async function ignoreMissing<Result>(operation: Promise<Result>): Promise<Result | undefined> {
  try {
    return await operation
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

async function* iterateFiles(folder: string): AsyncGenerator<string> {
  for await (const entry of (await ignoreMissing(opendir(folder))) ?? []) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* iterateFiles(path)
    else if (entry.isFile()) yield path
  }
}

async function* iterateFileSizes({ folder }: StoreAddress & { kind: 'FOLDER' }): AsyncGenerator<number> {
  for await (const path of iterateFiles(folder)) {
    const file = await ignoreMissing(lstat(path))
    if (file) yield file.size
  }
}

/** Yields the sizes of all files in a bucket, requested page by page. */
async function* iterateObjectSizes({ endpoint, region, credentials, bucket }: StoreAddress & { kind: 'S3' }) {
  const { paginateListObjectsV2, S3Client } = await import('@aws-sdk/client-s3')
  const client = new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    maxAttempts: 2,
    requestHandler: { connectionTimeout: 2_000, requestTimeout: 10_000, throwOnRequestTimeout: true },
    ...(credentials ? { credentials } : {}),
  })
  try {
    for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: bucket }))
      for (const { Size = 0 } of Contents) yield Size
  } finally {
    client.destroy()
  }
}

/** Measures a store by listing all of its files, which may take minutes. Returns null if its folder does not exist. */
export async function measureStore(address: StoreAddress): Promise<StoreSize | null> {
  if (address.kind === 'FOLDER' && !(await ignoreMissing(stat(address.folder)))) return null
  const total = { files: 0, bytes: 0 }
  for await (const size of address.kind === 'S3' ? iterateObjectSizes(address) : iterateFileSizes(address)) {
    total.files += 1
    total.bytes += size
  }
  return total
}
