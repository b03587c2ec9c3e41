import { PHOTO_BYTES_MAX } from '@app/contract/limits'
import type { CheckResult } from './expect.ts'
import { beginUpload, findOtherMismatch, jpeg, MEBIBYTE, sendUpload, type Upload } from './uploads.ts'

const ROUNDS = 5

type RejectedUpload = Upload & { title: string; status: number }

const UPLOADS: RejectedUpload[] = [
  { title: 'not a JPEG', path: 'photos/store', status: 415, bytes: Buffer.alloc(MEBIBYTE) },
  { title: '10 MiB, not a JPEG', path: 'movie', status: 415, bytes: Buffer.alloc(10 * MEBIBYTE) },
  { title: '10 MiB in chunks', path: 'photos/store', status: 415, bytes: Buffer.alloc(10 * MEBIBYTE), chunked: true },
  { title: 'a wrong part', path: 'photos/store', status: 400, bytes: jpeg(MEBIBYTE), part: 'photo' },
  { title: 'one byte too many', path: 'photos/store', status: 413, bytes: jpeg(PHOTO_BYTES_MAX + 1) },
  { title: 'one byte too many in chunks', path: 'movie', status: 413, bytes: jpeg(PHOTO_BYTES_MAX + 1), chunked: true },
  { title: 'no session', path: 'movie', status: 401, bytes: jpeg(MEBIBYTE), withoutSession: true },
  {
    title: 'no session, in chunks',
    path: 'movie',
    status: 401,
    bytes: jpeg(MEBIBYTE),
    withoutSession: true,
    chunked: true,
  },
  { title: 'not permitted', path: 'games/truth-or-dare', status: 403, bytes: Buffer.alloc(MEBIBYTE) },
  { title: 'a missing chat', path: 'chats/900000000000000000/photos', status: 404, bytes: jpeg(MEBIBYTE) },
  { title: 'an unknown route', path: 'unknown', status: 404, bytes: Buffer.alloc(MEBIBYTE) },
  { title: 'an unknown route in chunks', path: 'unknown', status: 404, bytes: Buffer.alloc(MEBIBYTE), chunked: true },
  { title: 'too large for the proxy', path: 'unknown', status: 413, bytes: Buffer.alloc(3 * MEBIBYTE) },
]

/** Uploads that the client aborts in the middle: one that the gateway would store, and one that it would reject. */
const ABORTED_UPLOADS = [
  { path: 'photos/store', bytes: jpeg(MEBIBYTE) },
  { path: 'movie', bytes: Buffer.alloc(MEBIBYTE) },
]

async function findUploadMismatch(url: string, token: string, upload: RejectedUpload): Promise<string | null> {
  const status = await sendUpload(url, token, upload)
  return status === upload.status ? null : `${upload.title}: responded ${status} instead of ${upload.status}`
}

async function abortUpload(url: string, token: string, { path, bytes }: Upload): Promise<null> {
  const { abort } = await beginUpload(url, token, path, bytes)
  abort()
  return null
}

/**
 * Sends uploads that the gateway rejects in different ways or whose client aborts them, and requests of another member
 * during and after each.
 */
export async function checkRejectedUploads(url: string, uploader: string, other: string): Promise<CheckResult> {
  const steps = [
    ...UPLOADS.map((upload) => () => findUploadMismatch(url, uploader, upload)),
    ...ABORTED_UPLOADS.map((upload) => () => abortUpload(url, uploader, upload)),
  ]
  const mismatches: (string | null)[] = []
  for (let round = 0; round < ROUNDS; round += 1)
    for (const run of steps) {
      mismatches.push(...(await Promise.all([run(), findOtherMismatch(url, other)])))
      mismatches.push(await findOtherMismatch(url, other))
    }
  return { title: "rejected uploads, and another member's requests", mismatch: mismatches.find(Boolean) ?? null }
}
