import { randomUUID } from 'node:crypto'
import type { Id } from '@app/contract/base'
import { type MovieEntry, MovieUploadParts } from '@app/contract/movie'
import type { MemberCtx } from '@app/server/context'
import { violatedConstraint } from '@app/server/db/database'
import { keepActorAlone } from '@app/server/policies/actors'
import { lockEntry } from '@app/server/policies/movie'
import { transact } from '@app/server/transact'
import type { Limits } from '../limits/limits.ts'
import { insertUpload, removePhotos } from '../photos/queries.ts'
import { partsIn } from '../photos/receive.ts'
import { type UploadCall, upload } from '../photos/upload.ts'
import { deleteEntryRow, findOfClient, insertEntry, readEntry } from './queries.ts'

const storeEntry = (ctx: MemberCtx, call: UploadCall, clientId: { sent?: string | undefined }): Promise<MovieEntry> =>
  upload(
    ctx,
    call,
    async (tx, mediaId) => {
      await keepActorAlone(tx.db, tx.member.id)
      await insertUpload(tx, mediaId, tx.member.id, { kind: 'MOVIE' })
    },
    async (tx, mediaId, texts) => {
      const { message, zoom, offset_x, offset_y, alt_text, ...parts } = partsIn(MovieUploadParts, texts)
      clientId.sent = parts.clientId
      await keepActorAlone(tx.db, tx.member.id)
      await insertEntry(tx.db, {
        ...{ authorId: tx.member.id, clientId: parts.clientId ?? randomUUID(), mediaId },
        ...{ message, altText: alt_text, zoom, offsetX: offset_x, offsetY: offset_y },
        publishedAt: tx.now().toISOString(),
      })
      return readEntry(tx.db, tx.member.id, mediaId)
    },
  )

/**
 * Sent again under its `clientId`, at once or later, an entry is the one that was stored first, and its upload is not kept.
 * Neither that nor one that could not be made counts.
 */
export async function postEntry(ctx: MemberCtx, limits: Limits, call: UploadCall): Promise<MovieEntry> {
  await limits.take('photoUploads', ctx.member.id)
  await limits.take('movieUploads', ctx.member.id)
  const clientId: { sent?: string | undefined } = {}
  try {
    return await storeEntry(ctx, call, clientId)
  } catch (error) {
    await limits.giveBack('movieUploads', ctx.member.id)
    if (!clientId.sent || violatedConstraint(error) !== 'movie_entries_once') throw error
    const { mediaId } = await findOfClient(ctx.db, ctx.member.id, clientId.sent)
    return readEntry(ctx.db, ctx.member.id, mediaId)
  }
}

/** Row, picture and files go; of one that others could see everybody hears. */
export const deleteEntry = (ctx: MemberCtx, id: Id): Promise<void> =>
  transact(ctx, async (tx) => {
    const { authorId, mediaId, public: wasPublic } = await lockEntry(tx.db, id, tx.member, 'delete')
    await deleteEntryRow(tx.db, id)
    await removePhotos(tx, [mediaId])
    const gone = { type: 'movie:changed', gone: id } as const
    if (wasPublic) tx.notifyEverybody(gone)
    else tx.notify([authorId], gone)
  })
