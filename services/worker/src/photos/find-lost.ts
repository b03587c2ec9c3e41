import { UNSENT_PHOTO_LIFETIME, UPLOAD_ABANDONED_AFTER } from '@app/contract/limits'
import type { Ctx } from '@app/server/context'
import type { Database } from '@app/server/db/database'
import type { Job } from '@app/server/delivery/jobs'
import { sql } from 'kysely'

const BATCH_SIZE = 500

/** The condition of the partial index `media_unfinished`, verbatim. */
const isUnfinished = sql`
  (state in ('UPLOADING', 'PROCESSING', 'REMOVED') or (state = 'READY' and rotation <> "drawnRotation")
    or "ownerId" is null or (kind = 'CHAT' and ("chatId" is null or not carried))
    or (kind = 'GROUP' and ("groupId" is null or not carried)))`

/**
 * Marks aborted uploads, photos that were never attached to a message, and media of removed members, chats and groups.
 */
const markAbandoned = (db: Database, now: Date) =>
  sql`
    update media set state = 'REMOVED'
    where "dueAt" <= ${now} and ${isUnfinished} and state <> 'REMOVED' and (
      "ownerId" is null
      or (kind = 'CHAT' and "chatId" is null) or (kind = 'GROUP' and "groupId" is null)
      or (kind in ('CHAT', 'GROUP') and not carried and "createdAt" <= ${new Date(now.getTime() - UNSENT_PHOTO_LIFETIME)})
      or (state = 'UPLOADING' and "createdAt" <= ${new Date(now.getTime() - UPLOAD_ABANDONED_AFTER)}))`.execute(db)

type Unfinished = { id: string; state: 'PROCESSING' | 'READY' | 'REMOVED' }

const listUnfinished = async (db: Database, now: Date): Promise<Unfinished[]> => {
  const { rows } = await sql<Unfinished>`
    select id, state from media
    where "dueAt" <= ${now} and ${isUnfinished}
      and (state in ('PROCESSING', 'REMOVED') or (state = 'READY' and rotation <> "drawnRotation"))
    order by "dueAt" limit ${BATCH_SIZE}`.execute(db)
  return rows
}

/** Returns jobs for pictures that should have been processed or removed by now. */
export async function findLostPhotos({ db, now }: Ctx): Promise<Job[]> {
  await markAbandoned(db, now())
  const unfinished = await listUnfinished(db, now())
  return unfinished.map(({ id, state }) => ({
    name: state === 'REMOVED' ? 'photos:remove' : 'photos:draw',
    payload: { mediaId: id },
  }))
}
