import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { open, rmdir, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { Logger } from 'pino'
import { AppError } from '../errors.ts'
import type { StoreAddress } from '../process/photo-store-address.ts'
import { measureStore, type StoreSize } from './photo-store-size.ts'

/** A store of files by key. Its functions throw UNAVAILABLE while the store is unreachable. */
export type PhotoStore = {
  /** Stores a file, replacing an existing one. */
  put: (key: string, bytes: Uint8Array) => Promise<void>
  /** Stores a stream of any length without buffering it in memory. If it fails, no file remains. */
  putStream: (key: string, content: Readable) => Promise<void>
  /** Opens a file as a stream. Returns null if the file does not exist. */
  open: (key: string) => Promise<Readable | null>
  /** Reads a file. Returns null if the file does not exist. */
  read: (key: string) => Promise<Buffer | null>
  /** Removes a file. Succeeds even if the file does not exist. */
  remove: (key: string) => Promise<void>
  /** Measures all files. Returns null if the store's folder does not exist yet; storing the first file creates it. */
  measure: () => Promise<StoreSize | null>
}

/** Returns the key of a picture's upload, which is removed once its variants are rendered. */
export const rawKey = (mediaId: string): string => `raw/${mediaId}`
/** Returns the key of a variant. All variants can be rendered again from the large one with rotation 0. */
export const variantKey = (mediaId: string, rotation: number, size: string): string =>
  `variants/${mediaId}/${rotation}-${size}.webp`
/** Returns the key of a picture in the evidence of a case; `key` is random. */
export const evidenceKey = (key: string): string => `evidence/${key}`
/** Returns the key of an archive of a member's data. */
export const exportKey = (exportId: string): string => `exports/${exportId}.zip`

/** Timeouts in milliseconds. */
const S3_REQUEST_OPTIONS = {
  connectionTimeout: 2_000,
  socketTimeout: 5_000,
  requestTimeout: 10_000,
  throwOnRequestTimeout: true,
}

const ignoreMessage = (): void => {}
const SILENT_LOGGER = { debug: ignoreMessage, info: ignoreMessage, warn: ignoreMessage, error: ignoreMessage }

async function openS3({ endpoint, bucket, region, credentials }: StoreAddress & { kind: 'S3' }): Promise<Disk> {
  const { S3Driver } = await import('flydrive/drivers/s3')
  return new Disk(
    new S3Driver({
      endpoint,
      region,
      bucket,
      ...(credentials ? { credentials } : {}),
      visibility: 'private',
      supportsACL: false,
      forcePathStyle: true,
      maxAttempts: 2,
      requestHandler: S3_REQUEST_OPTIONS,
      // The driver also throws its errors, which this module logs.
      logger: SILENT_LOGGER,
      // Services other than Amazon's do not support the newer checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    }),
  )
}

/**
 * Buffers content in a temporary file, since S3 requires its length in advance. The file is unlinked immediately, so
 * that it disappears even if the process crashes.
 */
async function bufferInFile(content: Readable, put: (fileContent: Readable, contentLength: number) => Promise<void>) {
  const path = join(tmpdir(), `upload-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  try {
    await unlink(path)
    await file.writeFile(content)
    const fileContent = file.createReadStream({ start: 0 })
    await put(fileContent, (await file.stat()).size).finally(() => fileContent.destroy())
  } finally {
    await file.close()
  }
}

type Cause = { code?: unknown; name?: unknown; $metadata?: { httpStatusCode?: number } }

const findCause = (error: unknown): Cause => ((error as { cause?: unknown } | null)?.cause ?? error ?? {}) as Cause

/** Returns whether a file is missing. A missing bucket is a fault of the installation, and no statement about its files. */
const isMissing = (error: unknown): boolean => {
  const { code, name, $metadata } = findCause(error)
  return code === 'ENOENT' || ($metadata?.httpStatusCode === 404 && name !== 'NoSuchBucket')
}

/**
 * Returns the folder of a file below the folders `raw`, `variants`, `evidence` and `exports`; null for a file directly
 * in these.
 */
const findSubfolder = (key: string): string | null => (key.split('/').length > 2 ? dirname(key) : null)

/** Removes a folder if it is empty. */
async function removeEmptyFolder(path: string): Promise<void> {
  try {
    await rmdir(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST' && code !== 'ENOENT') throw error
  }
}

const RETRY_AFTER_SECONDS = 10

/** Creates the client of the store that an address names. It connects on first use. */
export function createPhotoStore(address: StoreAddress, log: Logger): PhotoStore {
  const isRemote = address.kind === 'S3'
  let diskPromise: Promise<Disk> | undefined
  const openDisk = (): Promise<Disk> => {
    diskPromise ??= isRemote
      ? openS3(address)
      : Promise.resolve(new Disk(new FSDriver({ location: address.folder, visibility: 'private' })))
    return diskPromise
  }

  async function failUnavailable(error: unknown): Promise<never> {
    const { code, name, $metadata } = findCause(error)
    log.warn({ code: code ?? name, status: $metadata?.httpStatusCode }, 'the photo store is unreachable')
    throw new AppError('UNAVAILABLE', { retryAfter: RETRY_AFTER_SECONDS })
  }
  const runOnDisk = <Result>(operation: (disk: Disk) => Promise<Result>): Promise<Result> =>
    openDisk().then(operation).catch(failUnavailable)
  const findOnDisk = <Result>(operation: (disk: Disk) => Promise<Result>): Promise<Result | null> =>
    openDisk()
      .then(operation)
      .catch((error: unknown) => (isMissing(error) ? null : failUnavailable(error)))

  const remove: PhotoStore['remove'] = (key) =>
    runOnDisk(async (disk) => {
      await disk.delete(key)
      const folder = findSubfolder(key)
      if (address.kind === 'FOLDER' && folder) await removeEmptyFolder(join(address.folder, folder))
    })

  return {
    put: (key, bytes) => runOnDisk((disk) => disk.put(key, bytes)),

    async putStream(key, content) {
      try {
        const disk = await openDisk()
        if (!isRemote) await disk.putStream(key, content)
        else
          await bufferInFile(content, (fileContent, contentLength) =>
            disk.putStream(key, fileContent, { contentLength }),
          )
      } catch (error) {
        await remove(key).catch(() => {})
        // A failure of the content's source is not a failure of the store.
        if (content.errored) throw content.errored
        await failUnavailable(error)
      }
    },

    open: (key) =>
      findOnDisk(async (disk) => {
        const stream = await disk.getStream(key)
        if (!isRemote) await once(stream, 'open')
        return stream
      }),

    async read(key) {
      const bytes = await findOnDisk((disk) => disk.getBytes(key))
      return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    },
    remove,
    measure: () => measureStore(address).catch(failUnavailable),
  }
}
