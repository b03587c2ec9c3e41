import { randomUUID } from 'node:crypto'
import type { Id } from '@app/contract/base'
import type { Unsigned } from '@app/contract/media'
import { type MovieEntry, MovieUploadParts } from '@app/contract/movie'
import { transact } from '@app/server/delivery/transact'
import { lockActorExclusively } from '@app/server/policies/actors'
import { requireNoRestriction } from '@app/server/policies/measures'
import { lockEntry } from '@app/server/policies/movie'
import type { MemberCtx } from '../context.ts'
import { insertUpload, removeMedia } from '../photos/queries.ts'
import { parseParts } from '../photos/receive.ts'
import { type UploadExchange, uploadOnce } from '../photos/upload.ts'
import { deleteEntryRow, findEntryByClientId, insertEntry, readEntry } from './queries.ts'

/**
 * Posts an entry. A repeated request with the same `clientId` returns the entry that was stored first and discards the
 * new upload. Repeated and failed requests do not count toward the daily limit on entries; failed ones count toward the
 * limit on uploads.
 */
export async function postEntry(ctx: MemberCtx, exchange: UploadExchange): Promise<Unsigned<typeof MovieEntry>> {
  const { id: authorId, accountId } = ctx.member
  return uploadOnce(ctx, exchange, {
    constraint: 'movie_entries_once',
    async find(clientId) {
      const entry = await findEntryByClientId(ctx.db, authorId, clientId)
      return entry && readEntry(ctx.db, authorId, entry.mediaId)
    },
    async countNew() {
      await ctx.limits.take('photoUploads', accountId)
      await ctx.limits.take('movieUploads', accountId)
    },
    refundNew: () => ctx.limits.refund('movieUploads', accountId),
    async begin(tx, mediaId) {
      await lockActorExclusively(tx.db, authorId)
      await requireNoRestriction(tx.db, authorId, 'POST', tx.now())
      await requireNoRestriction(tx.db, authorId, 'UPLOAD', tx.now())
      await insertUpload(tx, mediaId, authorId, { kind: 'MOVIE' })
    },
    async end({ db, now }, mediaId, texts, clientId) {
      const { message, zoom, offset_x, offset_y, alt_text } = parseParts(MovieUploadParts, texts)
      await lockActorExclusively(db, authorId)
      await insertEntry(db, {
        ...{ authorId, clientId: clientId ?? randomUUID(), mediaId },
        ...{ message, altText: alt_text, zoom, offsetX: offset_x, offsetY: offset_y },
        publishedAt: now().toISOString(),
      })
      return readEntry(db, authorId, mediaId)
    },
  })
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
