import { setTimeout } from 'node:timers/promises'
import type { StoredDeck } from '@app/contract/games'
import { DECK_BYTES_MAX, DECK_WAIT_MS } from '@app/contract/limits'
import { transact } from '@app/server/delivery/transact'
import { AppError, type ErrorDetails } from '@app/server/errors'
import { requireDuty } from '@app/server/policies/duties'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { MemberCtx } from '../context.ts'
import { receiveFile } from '../http/receive-file.ts'
import { abandonUpload, insertUpload, readUpload, type Upload } from './queries.ts'

const POLL_INTERVAL_MS = 100
const RETRY_AFTER_SECONDS = 10

const createUnavailableError = (): AppError => new AppError('UNAVAILABLE', { retryAfter: RETRY_AFTER_SECONDS })

async function receiveDeck(request: FastifyRequest): Promise<Buffer> {
  const chunks: Buffer[] = []
  await receiveFile(request, DECK_BYTES_MAX, async (bytes) => {
    for await (const chunk of bytes) chunks.push(chunk)
  })
  return Buffer.concat(chunks)
}

/** Polls until the worker has read the upload. Abandons it after `DECK_WAIT_MS`, or when the request has timed out. */
async function waitUntilRead({ db }: MemberCtx, uploadId: string, reply: FastifyReply): Promise<Upload> {
  for (let remainingMs = DECK_WAIT_MS; remainingMs > 0 && !reply.sent; remainingMs -= POLL_INTERVAL_MS) {
    const upload = await readUpload(db, uploadId)
    if (upload.state !== 'WAITING') return upload
    await setTimeout(POLL_INTERVAL_MS)
  }
  await abandonUpload(db, uploadId)
  return readUpload(db, uploadId)
}

function toResponse({ state, cards, refusal }: Upload): z.infer<typeof StoredDeck> {
  if (state === 'STORED') return { cards: cards ?? 0 }
  if (state !== 'REFUSED') throw createUnavailableError()
  const { code, fields = [] } = refusal as ErrorDetails
  throw new AppError(code, fields.length > 0 ? { fields } : {})
}

/** Replaces the deck with an uploaded file. The request waits until a worker has read it, so uploads are limited. */
export async function replaceDeck(
  ctx: MemberCtx,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<z.infer<typeof StoredDeck>> {
  await requireDuty(ctx.db, ctx.member, ['PUBLISH'])
  await ctx.limits.take('deckUploads', ctx.member.accountId)
  const bytes = await receiveDeck(request)
  if (reply.sent) throw createUnavailableError()
  const uploadId = await transact(ctx, async (tx) => {
    const id = await insertUpload(tx, bytes)
    tx.enqueue({ name: 'decks:read', payload: { uploadId: id, memberId: tx.member.accountId } })
    return id
  })
  return toResponse(await waitUntilRead(ctx, uploadId, reply))
}
