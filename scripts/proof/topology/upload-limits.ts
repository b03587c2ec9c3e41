import { CONCURRENT_UPLOADS_MAX, PHOTO_BYTES_MAX, RATES, UPLOADS_BYTES_MAX } from '@app/contract/limits'
import type { CheckResult } from './expect.ts'
import { beginUpload, findOtherMismatch, jpeg, MEBIBYTE, sendUpload } from './uploads.ts'

const NOT_A_JPEG = { path: 'photos/store', bytes: Buffer.alloc(MEBIBYTE) }
/** The number of large uploads that a gateway rejects by its rate limit. */
const UPLOADS_BEYOND_RATE = 3
/** Large uploads that together exceed the gateway's temporary space. */
const FULL_UPLOAD = jpeg(PHOTO_BYTES_MAX - MEBIBYTE)
const FULL_UPLOADS = Math.floor(UPLOADS_BYTES_MAX / FULL_UPLOAD.length) + 1

/** The number of members whose uploads fill the temporary space. */
const CROWD = Math.ceil(FULL_UPLOADS / CONCURRENT_UPLOADS_MAX)
/** The number of sessions of different members that `checkUploadLimits` needs. */
export const LIMIT_MEMBERS = CROWD + 3

type FindMismatch = () => Promise<string | null>

/** Uploads up to the rate limit, and then beyond it. */
async function findRateMismatch(
  url: string,
  uploader: string,
  findMismatchOfOther: FindMismatch,
): Promise<string | null> {
  const small = { ...NOT_A_JPEG, bytes: Buffer.alloc(1) }
  for (let count = 0; count < RATES.photoUploads.max; count += 1) {
    const status = await sendUpload(url, uploader, small)
    if (status !== 415) return `upload ${count + 1} within the rate: responded ${status} instead of 415`
  }
  for (let count = 0; count < UPLOADS_BEYOND_RATE; count += 1) {
    const [status, mismatch] = await Promise.all([sendUpload(url, uploader, NOT_A_JPEG), findMismatchOfOther()])
    if (status !== 429) return `an upload beyond the rate: responded ${status} instead of 429`
    const found = mismatch ?? (await findMismatchOfOther())
    if (found) return found
  }
  return null
}

/** Begins one upload more than a member may have at a time, and sends another while the accepted ones are unfinished. */
async function findThirdMismatch(
  url: string,
  uploader: string,
  findMismatchOfOther: FindMismatch,
): Promise<string | null> {
  const begun = await Promise.all(
    Array.from({ length: CONCURRENT_UPLOADS_MAX + 1 }, () =>
      beginUpload(url, uploader, 'photos/store', jpeg(MEBIBYTE)),
    ),
  )
  try {
    const { statusCode } = await Promise.any(begun.map(({ response }) => response))
    if (statusCode !== 503) return `one upload too many: responded ${statusCode} instead of 503`
    const [again, mismatch] = await Promise.all([sendUpload(url, uploader, NOT_A_JPEG), findMismatchOfOther()])
    if (again !== 503) return `another upload: responded ${again} instead of 503`
    const found = mismatch ?? (await findMismatchOfOther())
    if (found) return found
  } finally {
    for (const { abort } of begun) abort()
  }
  return findMismatchOfOther()
}

/** Fills the gateway's temporary space with unfinished uploads, so that it aborts one of them. */
async function findFullMismatch(
  url: string,
  crowd: string[],
  findMismatchOfOther: FindMismatch,
): Promise<string | null> {
  const owners = Array.from({ length: FULL_UPLOADS }, (_, index) => crowd[index % crowd.length] ?? '')
  const begun = await Promise.all(owners.map((token) => beginUpload(url, token, 'photos/store', FULL_UPLOAD)))
  try {
    const { statusCode, headers } = await Promise.any(begun.map(({ response }) => response))
    // The response at an upload's deadline has no such header.
    if (statusCode !== 503 || !headers['retry-after'])
      return `an upload beyond the space: responded ${statusCode} with Retry-After ${headers['retry-after']}`
    const found = await findMismatchOfOther()
    if (found) return found
  } finally {
    for (const { abort } of begun) abort()
  }
  return findMismatchOfOther()
}

/**
 * Reaches each limit on uploads, at one gateway with rate limits. Meanwhile and afterwards, requests of another member
 * must succeed.
 */
export async function checkUploadLimits(url: string, tokens: string[]): Promise<CheckResult[]> {
  const [other = '', rated = '', third = '', ...crowd] = tokens
  const findMismatchOfOther = () => findOtherMismatch(url, other)
  return [
    { title: 'uploads beyond the rate', mismatch: await findRateMismatch(url, rated, findMismatchOfOther) },
    { title: 'a third upload at a time', mismatch: await findThirdMismatch(url, third, findMismatchOfOther) },
    {
      title: 'uploads beyond the temporary space',
      mismatch: await findFullMismatch(url, crowd.slice(0, CROWD), findMismatchOfOther),
    },
  ].map(({ title, mismatch }) => ({ title: `${title}, and another member's requests`, mismatch }))
}
