import { UNSENT_PHOTO_LIFETIME_MS, UPLOAD_ABANDONED_AFTER_MS } from '@app/contract/limits'
import type { Ctx } from '@app/server/context'
import type { Database } from '@app/server/db/database'
import type { Job } from '@app/server/delivery/jobs'
import { sql } from 'kysely'
import { isNeededAsEvidence } from '../safety/queries.ts'
import { isNeededForAppeal } from './queries.ts'

const BATCH_SIZE = 500

/** The condition of the partial index `media_unfinished`. It must be the same, so that PostgreSQL uses the index. */
const isUnfinished = sql`
  (state in ('UPLOADING', 'PROCESSING', 'REMOVED') or (state = 'READY' and rotation <> "drawnRotation")
    or "ownerId" is null or (kind = 'CHAT' and ("chatId" is null or not carried))
    or (kind = 'GROUP' and ("groupId" is null or not carried)))`

/**
 * Marks media as removed that belong to aborted uploads, were never attached to a message, or have lost their member,
 * chat or group.
 */
const markAbandonedMedia = (db: Database, now: Date) =>
  sql`
    update media set state = 'REMOVED'
    where "dueAt" <= ${now} and ${isUnfinished} and state <> 'REMOVED' and (
      "ownerId" is null
      or (kind = 'CHAT' and "chatId" is null) or (kind = 'GROUP' and "groupId" is null)
      or (kind in ('CHAT', 'GROUP') and not carried and "createdAt" <= ${new Date(now.getTime() - UNSENT_PHOTO_LIFETIME_MS)})
      or (state = 'UPLOADING' and "createdAt" <= ${new Date(now.getTime() - UPLOAD_ABANDONED_AFTER_MS)}))`.execute(db)

type UnfinishedPhoto = { id: string; state: 'PROCESSING' | 'READY' | 'REMOVED' }

const listUnfinishedPhotos = async (db: Database, now: Date): Promise<UnfinishedPhoto[]> => {
  const { rows } = await sql<UnfinishedPhoto>`
    select id, state from media
    where "dueAt" <= ${now} and ${isUnfinished}
      and (state in ('PROCESSING', 'REMOVED') or (state = 'READY' and rotation <> "drawnRotation"))
      and not (state = 'REMOVED' and (${isNeededAsEvidence} or ${isNeededForAppeal}))
    order by "dueAt" limit ${BATCH_SIZE}`.execute(db)
  return rows
}

/** Marks abandoned photos as removed, and lists jobs for photos that should have been processed or removed by now. */
export async function listOverduePhotoJobs({ db, now }: Ctx): Promise<Job[]> {
  await markAbandonedMedia(db, now())
  const unfinishedPhotos = await listUnfinishedPhotos(db, now())
  return unfinishedPhotos.map(({ id, state }) => ({
    name: state === 'REMOVED' ? 'photos:remove' : 'photos:draw',
    payload: { mediaId: id },
  }))
}
