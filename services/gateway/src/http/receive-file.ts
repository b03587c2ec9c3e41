import type { Readable } from 'node:stream'
import { TEXT_AREA_MAX } from '@app/contract/limits'
import { AppError, type FieldProblem } from '@app/server/errors'
import type { Multipart } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'

/** No letter of a text that may be so long takes more bytes; forms send line breaks as two. */
const BYTES_PER_CHARACTER = 3

/** What may stand around the one file. The second file is let in only to be refused. */
export const FORM_LIMITS = {
  files: 2,
  fields: 10,
  fieldNameSize: 100,
  fieldSize: TEXT_AREA_MAX * BYTES_PER_CHARACTER,
  headerPairs: 50,
}

/** What a body may have beside its file. */
const MULTIPART_OVERHEAD_MAX = 64 * 1024

const invalidField = (path: string, problem: FieldProblem['problem'] = 'field.invalid'): AppError =>
  new AppError('VALIDATION', { fields: [{ path, problem }] })

/** What a broken or cut off body makes the parser throw is the caller's fault. */
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

/** Breaks off with the reason when the body does, when it is too large, or when the signal aborts. */
async function* readWhole(file: File, signal: AbortSignal | undefined): AsyncGenerator<Buffer> {
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
 * Hands the part `file` on to be stored while it arrives, with the text parts that stood before it, and answers all of
 * those. Names and types that the client gives to the file are not looked at.
 */
export async function receiveFile(
  request: FastifyRequest,
  bytesMax: number,
  store: (bytes: AsyncIterable<Buffer>, texts: Map<string, string>) => Promise<void>,
  signal?: AbortSignal,
): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  let hasStored = false
  for await (const part of readParts(request, bytesMax)) {
    if (part.type === 'field') {
      if (typeof part.value !== 'string' || part.valueTruncated) throw invalidField(part.fieldname)
      texts.set(part.fieldname, part.value)
      continue
    }
    if (hasStored || part.fieldname !== 'file') throw invalidField('file')
    await store(readWhole(part.file as unknown as File, signal), texts)
    hasStored = true
  }
  if (!hasStored) throw invalidField('file', 'field.required')
  return texts
}
