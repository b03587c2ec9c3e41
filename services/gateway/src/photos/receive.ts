import { Readable } from 'node:stream'
import { PHOTO_BYTES_MAX } from '@app/contract/limits'
import { AppError } from '@app/server/errors'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { toProblem } from '../http/errors.ts'
import { FORM_LIMITS, receiveFile } from '../http/receive-file.ts'
import type { UploadSlot } from '../limits/upload-slots.ts'

export const UPLOAD_LIMITS = { ...FORM_LIMITS, fileSize: PHOTO_BYTES_MAX }

const JPEG_SIGNATURE = Buffer.from([0xff, 0xd8, 0xff])

/** Yields the bytes of a JPEG; throws UNSUPPORTED_MEDIA if they do not begin with its signature. */
async function* requireJpeg(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head: Buffer | null = Buffer.alloc(0)
  for await (const chunk of bytes) {
    head &&= Buffer.concat([head, chunk])
    if (head && head.length < JPEG_SIGNATURE.length) continue
    if (head && !head.subarray(0, JPEG_SIGNATURE.length).equals(JPEG_SIGNATURE)) throw new AppError('UNSUPPORTED_MEDIA')
    yield head ?? chunk
    head = null
  }
  if (head) throw new AppError('UNSUPPORTED_MEDIA')
}

/** Yields bytes, and counts them in the slot of their upload before they are stored. */
async function* countBytes(slot: UploadSlot, bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    slot.add(chunk.length)
    yield chunk
  }
  slot.complete()
}

/** Streams a photo to `store`, and returns the text parts of its form. */
export const receivePhoto = (
  request: FastifyRequest,
  slot: UploadSlot,
  store: (jpeg: Readable, texts: Map<string, string>) => Promise<void>,
): Promise<Map<string, string>> =>
  receiveFile(
    request,
    PHOTO_BYTES_MAX,
    (bytes, texts) => store(Readable.from(requireJpeg(countBytes(slot, bytes)), { objectMode: false }), texts),
    slot.signal,
  )

/** Parses the text parts that a route accepts, and ignores other parts. Throws VALIDATION for invalid ones. */
export function parseParts<Parts extends z.ZodMiniObject>(parts: Parts, texts: Map<string, string>): z.output<Parts> {
  const entries = Object.keys(parts.shape).flatMap((name) =>
    texts.has(name) ? [[name, texts.get(name)] as const] : [],
  )
  const { data, error } = z.safeParse(parts, Object.fromEntries(entries))
  if (!error) return data
  const fields = error.issues.map(({ path, message }) => ({ path: String(path[0]), problem: toProblem(message) }))
  throw new AppError('VALIDATION', { fields })
}
