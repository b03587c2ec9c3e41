import { randomUUID } from 'node:crypto'
import type { Id } from '@app/contract/base'
import { type MovieEntry, MovieUploadParts } from '@app/contract/movie'
import type { MemberCtx } from '@app/server/context'
import { violatedConstraint } from '@app/server/db/database'
import { AppError } from '@app/server/errors'
import { keepActorAlone } from '@app/server/policies/actors'
import { lockEntry } from '@app/server/policies/movie'
import { transact } from '@app/server/transact'
import * as z from 'zod/mini'
import type { Limits } from '../limits/limits.ts'
import { insertUpload, removePhotos } from '../photos/queries.ts'
import { partsIn } from '../photos/receive.ts'
import { type UploadCall, upload } from '../photos/upload.ts'
import { deleteEntryRow, findOfClient, insertEntry, readEntry } from './queries.ts'

/** What is known of an upload while it arrives. */
type Known = { clientId?: string | undefined; counted?: boolean }

/** Words that stand before the file say whether it has been here before; if not, it counts. */
async function requireNew(ctx: MemberCtx, limits: Limits, texts: Map<string, string>, known: Known): Promise<void> {
  known.clientId = partsIn(z.pick(MovieUploadParts, { clientId: true }), texts).clientId
  if (known.clientId && (await findOfClient(ctx.db, ctx.member.id, known.clientId))) throw new AppError('CONFLICT')
  await limits.take('photoUploads', ctx.member.accountId)
  await limits.take('movieUploads', ctx.member.accountId)
  known.counted = true
}

const storeEntry = (ctx: MemberCtx, limits: Limits, call: UploadCall, known: Known): Promise<MovieEntry> =>
  upload(ctx, limits, call, {
    check: (texts) => requireNew(ctx, limits, texts, known),
    async begin(tx, mediaId) {
      await keepActorAlone(tx.db, tx.member.id)
      await insertUpload(tx, mediaId, tx.member.id, { kind: 'MOVIE' })
    },
    async end(tx, mediaId, texts) {
      const { message, zoom, offset_x, offset_y, alt_text, clientId } = partsIn(MovieUploadParts, texts)
      known.clientId = clientId
      await keepActorAlone(tx.db, tx.member.id)
      await insertEntry(tx.db, {
        ...{ authorId: tx.member.id, clientId: clientId ?? randomUUID(), mediaId },
        ...{ message, altText: alt_text, zoom, offsetX: offset_x, offsetY: offset_y },
        publishedAt: tx.now().toISOString(),
      })
      return readEntry(tx.db, tx.member.id, mediaId)
    },
  })

const isRepeat = (error: unknown): boolean =>
  (error instanceof AppError && error.code === 'CONFLICT') || violatedConstraint(error) === 'movie_entries_once'

/**
 * Sent again under its `clientId`, at once or later, an entry is the one that was stored first, and its upload is not kept.
 * Neither that nor one that could not be made counts.
 */
export async function postEntry(ctx: MemberCtx, limits: Limits, call: UploadCall): Promise<MovieEntry> {
  const known: Known = {}
  try {
    return await storeEntry(ctx, limits, call, known)
  } catch (error) {
    if (known.counted) await limits.giveBack('movieUploads', ctx.member.accountId)
    const stored = known.clientId && isRepeat(error) && (await findOfClient(ctx.db, ctx.member.id, known.clientId))
    if (!stored) throw error
    return readEntry(ctx.db, ctx.member.id, stored.mediaId)
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
