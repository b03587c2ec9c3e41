import { Readable } from 'node:stream'
import { PHOTO_BYTES_MAX, TEXT_AREA_MAX } from '@app/contract/limits'
import { AppError, type FieldProblem } from '@app/server/errors'
import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { asProblem } from '../http/errors.ts'

/** No letter of a text that may be so long takes more bytes; forms send line breaks as two. */
const BYTES_OF_A_LETTER = 3

/** What may stand around the one file. The second file is let in only to be refused. */
export const UPLOAD_LIMITS = {
  fileSize: PHOTO_BYTES_MAX,
  files: 2,
  fields: 10,
  fieldNameSize: 100,
  fieldSize: TEXT_AREA_MAX * BYTES_OF_A_LETTER,
  headerPairs: 50,
}

/** What a body may have beside its file. */
const FRAME_MAX = 64 * 1024

const JPEG = Buffer.from([0xff, 0xd8, 0xff])

const invalid = (path: string, problem: FieldProblem['problem'] = 'field.invalid'): AppError =>
  new AppError('VALIDATION', { fields: [{ path, problem }] })

/** What a broken or cut off body makes the parser throw is the caller's fault. */
const asRefusal = (error: unknown): AppError => (error instanceof AppError ? error : new AppError('VALIDATION'))

/** Passes on what begins as a JPEG does and is not too large; breaks off with the reason otherwise. */
async function* onlyJpeg(file: MultipartFile['file']): AsyncGenerator<Buffer> {
  let head: Buffer | null = Buffer.alloc(0)
  try {
    for await (const chunk of file as AsyncIterable<Buffer>) {
      head &&= Buffer.concat([head, chunk])
      if (head && head.length < JPEG.length) continue
      if (head && !head.subarray(0, JPEG.length).equals(JPEG)) throw new AppError('UNSUPPORTED_MEDIA')
      yield head ?? chunk
      head = null
    }
  } catch (error) {
    throw asRefusal(error)
  }
  if (head) throw new AppError('UNSUPPORTED_MEDIA')
  if (file.truncated) throw new AppError('TOO_LARGE')
}

async function* partsOf(request: FastifyRequest): AsyncGenerator<Multipart> {
  if (Number(request.headers['content-length'] ?? 0) > PHOTO_BYTES_MAX + FRAME_MAX) throw new AppError('TOO_LARGE')
  try {
    yield* request.parts()
  } catch (error) {
    throw asRefusal(error)
  }
}

/**
 * Hands the part `file` on to be stored while it arrives, and answers the text parts. Names and types that the client
 * gives to the file are not looked at.
 */
export async function receivePhoto(
  request: FastifyRequest,
  store: (jpeg: Readable) => Promise<void>,
): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  let stored = false
  for await (const part of partsOf(request)) {
    if (part.type === 'field') {
      if (typeof part.value !== 'string' || part.valueTruncated) throw invalid(part.fieldname)
      texts.set(part.fieldname, part.value)
      continue
    }
    if (stored || part.fieldname !== 'file') throw invalid('file')
    await store(Readable.from(onlyJpeg(part.file), { objectMode: false }))
    stored = true
  }
  if (!stored) throw invalid('file', 'field.required')
  return texts
}

/** The text parts that a call takes; others are not looked at. */
export function partsIn<Parts extends z.ZodMiniObject>(parts: Parts, texts: Map<string, string>): z.output<Parts> {
  const taken = Object.keys(parts.shape).flatMap((name) => (texts.has(name) ? [[name, texts.get(name)] as const] : []))
  const { data, error } = z.safeParse(parts, Object.fromEntries(taken))
  if (!error) return data
  const fields = error.issues.map(({ path, message }) => ({ path: String(path[0]), problem: asProblem(message) }))
  throw new AppError('VALIDATION', { fields })
}
