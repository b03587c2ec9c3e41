import { randomUUID } from 'node:crypto'
import type { Id } from '@app/contract/base'
import { type MovieEntry, MovieUploadParts } from '@app/contract/movie'
import type { MemberCtx } from '@app/server/context'
import { findViolatedConstraint } from '@app/server/db/database'
import { transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { lockActorExclusively } from '@app/server/policies/actors'
import { lockEntry } from '@app/server/policies/movie'
import * as z from 'zod/mini'
import type { Limits } from '../limits/limits.ts'
import { insertUpload, removePhotos } from '../photos/queries.ts'
import { parseParts } from '../photos/receive.ts'
import { type UploadExchange, upload } from '../photos/upload.ts'
import { deleteEntryRow, findEntryOfClient, insertEntry, readEntry } from './queries.ts'

/** The state of an upload while it arrives. */
type UploadState = { clientId?: string | undefined; isCounted?: boolean }

/** Throws CONFLICT if the `clientId` before the file belongs to a stored entry; otherwise counts the upload. */
async function requireNewEntry(
  ctx: MemberCtx,
  limits: Limits,
  texts: Map<string, string>,
  state: UploadState,
): Promise<void> {
  state.clientId = parseParts(z.pick(MovieUploadParts, { clientId: true }), texts).clientId
  if (state.clientId && (await findEntryOfClient(ctx.db, ctx.member.id, state.clientId))) throw new AppError('CONFLICT')
  await limits.take('photoUploads', ctx.member.accountId)
  await limits.take('movieUploads', ctx.member.accountId)
  state.isCounted = true
}

const storeEntry = (
  ctx: MemberCtx,
  limits: Limits,
  exchange: UploadExchange,
  state: UploadState,
): Promise<MovieEntry> =>
  upload(ctx, limits, exchange, {
    check: (texts) => requireNewEntry(ctx, limits, texts, state),
    async begin(tx, mediaId) {
      await lockActorExclusively(tx.db, tx.member.id)
      await insertUpload(tx, mediaId, tx.member.id, { kind: 'MOVIE' })
    },
    async end(tx, mediaId, texts) {
      const { message, zoom, offset_x, offset_y, alt_text, clientId } = parseParts(MovieUploadParts, texts)
      state.clientId = clientId
      await lockActorExclusively(tx.db, tx.member.id)
      await insertEntry(tx.db, {
        ...{ authorId: tx.member.id, clientId: clientId ?? randomUUID(), mediaId },
        ...{ message, altText: alt_text, zoom, offsetX: offset_x, offsetY: offset_y },
        publishedAt: tx.now().toISOString(),
      })
      return readEntry(tx.db, tx.member.id, mediaId)
    },
  })

const isDuplicate = (error: unknown): boolean =>
  (error instanceof AppError && error.code === 'CONFLICT') || findViolatedConstraint(error) === 'movie_entries_once'

/**
 * Posts an entry. A repeated request with the same `clientId` returns the entry that was stored first and discards the
 * new upload. Neither a repetition nor a failed attempt counts.
 */
export async function postEntry(ctx: MemberCtx, limits: Limits, exchange: UploadExchange): Promise<MovieEntry> {
  const state: UploadState = {}
  try {
    return await storeEntry(ctx, limits, exchange, state)
  } catch (error) {
    if (state.isCounted) await limits.refund('movieUploads', ctx.member.accountId)
    const stored =
      state.clientId && isDuplicate(error) && (await findEntryOfClient(ctx.db, ctx.member.id, state.clientId))
    if (!stored) throw error
    return readEntry(ctx.db, ctx.member.id, stored.mediaId)
  }
}

/** Deletes an entry with its row, picture and files; notifies all members if others could see it. */
export const deleteEntry = (ctx: MemberCtx, id: Id): Promise<void> =>
  transact(ctx, async (tx) => {
    const { authorId, mediaId, public: wasPublic } = await lockEntry(tx.db, id, tx.member, 'delete')
    await deleteEntryRow(tx.db, id)
    await removePhotos(tx, [mediaId])
    const push = { type: 'movie:changed', gone: id } as const
    if (wasPublic) tx.notifyEverybody(push)
    else tx.notify([authorId], push)
  })
