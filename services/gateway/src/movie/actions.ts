import { randomUUID } from 'node:crypto'
import type { Id } from '@app/contract/base'
import type { Unsigned } from '@app/contract/media'
import { type MovieEntry, MovieUploadParts } from '@app/contract/movie'
import { findViolatedConstraint } from '@app/server/db/database'
import { transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { lockActorExclusively } from '@app/server/policies/actors'
import { lockEntry } from '@app/server/policies/movie'
import * as z from 'zod/mini'
import type { MemberCtx } from '../context.ts'
import { insertUpload, removeMedia } from '../photos/queries.ts'
import { parseParts } from '../photos/receive.ts'
import { type UploadExchange, upload } from '../photos/upload.ts'
import { deleteEntryRow, findEntryByClientId, insertEntry, readEntry } from './queries.ts'

/** The data about an upload that `postEntry` needs if the upload fails. */
type UploadState = { clientId?: string | undefined; isCounted?: boolean }

/** Throws CONFLICT if the `clientId` before the file belongs to a stored entry; otherwise counts the upload. */
async function requireNewEntry(ctx: MemberCtx, texts: Map<string, string>, state: UploadState): Promise<void> {
  state.clientId = parseParts(z.pick(MovieUploadParts, { clientId: true }), texts).clientId
  if (state.clientId && (await findEntryByClientId(ctx.db, ctx.member.id, state.clientId)))
    throw new AppError('CONFLICT')
  await ctx.limits.take('photoUploads', ctx.member.accountId)
  await ctx.limits.take('movieUploads', ctx.member.accountId)
  state.isCounted = true
}

const storeEntry = (
  ctx: MemberCtx,
  exchange: UploadExchange,
  state: UploadState,
): Promise<Unsigned<typeof MovieEntry>> =>
  upload(ctx, exchange, {
    check: (texts) => requireNewEntry(ctx, texts, state),
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
 * new upload. Repeated and failed requests do not count toward the limit of entries.
 */
export async function postEntry(ctx: MemberCtx, exchange: UploadExchange): Promise<Unsigned<typeof MovieEntry>> {
  const state: UploadState = {}
  try {
    return await storeEntry(ctx, exchange, state)
  } catch (error) {
    if (state.isCounted) await ctx.limits.refund('movieUploads', ctx.member.accountId)
    const storedEntry =
      state.clientId && isDuplicate(error) && (await findEntryByClientId(ctx.db, ctx.member.id, state.clientId))
    if (!storedEntry) throw error
    return readEntry(ctx.db, ctx.member.id, storedEntry.mediaId)
  }
}

/** Deletes an entry with its picture; notifies all members if they could see it, else only its author. */
export const deleteEntry = (ctx: MemberCtx, id: Id): Promise<void> =>
  transact(ctx, async (tx) => {
    const { authorId, mediaId, public: wasPublic } = await lockEntry(tx.db, id, tx.member, 'delete')
    await deleteEntryRow(tx.db, id)
    await removeMedia(tx, [mediaId])
    const push = { type: 'movie:changed', gone: id } as const
    if (wasPublic) tx.notifyEverybody(push)
    else tx.notify([authorId], push)
  })
