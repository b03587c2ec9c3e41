import type { Readable } from 'node:stream'
import { TEXT_AREA_MAX } from '@app/contract/limits'
import { AppError, type FieldProblem } from '@app/server/errors'
import type { Multipart } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'

/** The most bytes that a character of a limited text can take; forms send a line break as two characters. */
const BYTES_PER_CHARACTER = 3

/** The limits of a form around its one file. A second file is parsed only to be rejected. */
export const FORM_LIMITS = {
  files: 2,
  fields: 10,
  fieldNameSize: 100,
  fieldSize: TEXT_AREA_MAX * BYTES_PER_CHARACTER,
  headerPairs: 50,
}

/** The bytes that a body may have in addition to its file. */
const MULTIPART_OVERHEAD_MAX = 64 * 1024

const createFieldError = (path: string, problem: FieldProblem['problem'] = 'field.invalid'): AppError =>
  new AppError('VALIDATION', { fields: [{ path, problem }] })

/** Maps parser errors, which a broken or truncated body causes, to VALIDATION. */
const toAppError = (error: unknown): AppError => (error instanceof AppError ? error : new AppError('VALIDATION'))

async function* readParts(request: FastifyRequest, bytesMax: number): AsyncGenerator<Multipart> {
  if (Number(request.headers['content-length'] ?? 0) > bytesMax + MULTIPART_OVERHEAD_MAX)
    throw new AppError('TOO_LARGE')
  try {
    yield* request.parts()
  } catch (error) {
    throw toAppError(error)
  }
}

type File = Readable & { truncated: boolean }

/** Yields the file's bytes; throws if the body is broken, if the file is too large, or if the signal aborts. */
async function* readFile(file: File, signal: AbortSignal | undefined): AsyncGenerator<Buffer> {
  const abort = () => file.destroy(signal?.reason)
  signal?.addEventListener('abort', abort)
  try {
    yield* file
  } catch (error) {
    throw toAppError(error)
  } finally {
    signal?.removeEventListener('abort', abort)
  }
  if (file.truncated) throw new AppError('TOO_LARGE')
}

/**
 * Streams the part `file` to `store`, with the text parts that precede it, and returns all text parts. Ignores the file
 * name and type that the client sends.
 */
export async function receiveFile(
  request: FastifyRequest,
  bytesMax: number,
  store: (bytes: AsyncIterable<Buffer>, texts: Map<string, string>) => Promise<void>,
  signal?: AbortSignal,
): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  let isFileStored = false
  for await (const part of readParts(request, bytesMax)) {
    if (part.type === 'field') {
      if (typeof part.value !== 'string' || part.valueTruncated) throw createFieldError(part.fieldname)
      texts.set(part.fieldname, part.value)
      continue
    }
    if (isFileStored || part.fieldname !== 'file') throw createFieldError('file')
    await store(readFile(part.file as unknown as File, signal), texts)
    isFileStored = true
  }
  if (!isFileStored) throw createFieldError('file', 'field.required')
  return texts
}
