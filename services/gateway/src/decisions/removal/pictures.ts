import type { MediaId } from '@app/contract/media'
import type { Tx } from '@app/server/delivery/transact'
import { refreshProfilePhoto } from '@app/server/members/profile-photo'
import { sql } from 'kysely'
import type { Hiding, Remover } from './removal.ts'

/** A hidden picture, as it was before. */
export type HiddenPicture = { mediaId: MediaId; state: 'PROCESSING' | 'READY' | 'FAILED'; dueAt: string }

/** Hides an uploaded picture and keeps its files. Returns null if it is gone. */
export async function hidePicture(
  { db }: Tx,
  mediaId: MediaId,
  { decisionId, keepUntil }: Hiding,
): Promise<HiddenPicture | null> {
  const { rows } = await sql<HiddenPicture>`
    with visible as (
      select id, state, "dueAt" from media
      where id = ${mediaId} and state in ('PROCESSING', 'READY', 'FAILED') for no key update)
    update media set state = 'REMOVED', "dueAt" = ${keepUntil}, "removedBy" = ${decisionId}
    from visible where media.id = visible.id
    returning visible.id as "mediaId", visible.state, visible."dueAt"`.execute(db)
  return rows[0] ?? null
}

/** Shows a picture again, and renders it if it was not rendered before. Returns false if its files are gone. */
export async function showPicture(
  { db, enqueue }: Tx,
  { mediaId, state, dueAt }: HiddenPicture,
  decisionId: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update media set state = ${state}, "dueAt" = ${dueAt}, "removedBy" = null
    where id = ${mediaId} and state = 'REMOVED' and "removedBy" = ${decisionId}`.execute(db)
  if (!numAffectedRows) return false
  if (state === 'PROCESSING') enqueue({ name: 'photos:draw', payload: { mediaId } })
  return true
}

/** Keeps the files of the pictures that a decision hid, at least until the given time, because an appeal waits. */
export const keepPictures = ({ db }: Tx, decisionId: string, until: Date) =>
  sql`
    update media set "dueAt" = greatest("dueAt", ${until})
    where state = 'REMOVED' and "removedBy" = ${decisionId} and id in (
      select hidden #>> '{}' from removals r, jsonb_path_query(r.content, '$.**.mediaId') hidden
      where r."decisionId" = ${decisionId})`.execute(db)

/** Returns whether an album still contains the picture: its owner may have deleted it while it was hidden. */
async function isInAlbum({ db }: Tx, mediaId: MediaId): Promise<boolean> {
  const row = await db.selectFrom('photos').select('mediaId').where('mediaId', '=', mediaId).executeTakeFirst()
  return row !== undefined
}

/** A picture of an album. It keeps its position and its confirmations. The caller holds the lock on its owner. */
export const pictureRemover: Remover = {
  async remove(tx, { contentId, authorId }, hiding) {
    const picture = await hidePicture(tx, contentId, hiding)
    if (!picture) return null
    if (authorId) await refreshProfilePhoto(tx, authorId)
    return JSON.stringify({ picture })
  },
  async restore(tx, { content, contentId, authorId, decisionId }) {
    const { picture } = content as unknown as { picture: HiddenPicture }
    if (!(await isInAlbum(tx, contentId))) return false
    if (!(await showPicture(tx, picture, decisionId))) return false
    if (authorId) await refreshProfilePhoto(tx, authorId)
    return true
  },
}

/** A film entry. Its likes stay stored. */
export const entryRemover: Remover = {
  async remove(tx, { contentId, authorId }, hiding) {
    const { rows } = await sql<{ mediaId: MediaId }>`
      select "mediaId" from movie_entries where id = ${contentId} for no key update`.execute(tx.db)
    const picture = rows[0] ? await hidePicture(tx, rows[0].mediaId, hiding) : null
    if (!picture) return null
    await sql`update movie_entries set "removedBy" = ${hiding.decisionId} where id = ${contentId}`.execute(tx.db)
    const push = { type: 'movie:changed', gone: contentId } as const
    if (picture.state === 'READY') tx.notifyEverybody(push)
    else if (authorId) tx.notify([authorId], push)
    return JSON.stringify({ picture })
  },
  async restore(tx, { content, contentId, decisionId }) {
    const { picture } = content as unknown as { picture: HiddenPicture }
    const { rows } = await sql`
      select from movie_entries where id = ${contentId} and "removedBy" = ${decisionId} for no key update`.execute(
      tx.db,
    )
    if (rows.length === 0 || !(await showPicture(tx, picture, decisionId))) return false
    await sql`update movie_entries set "removedBy" = null where id = ${contentId}`.execute(tx.db)
    if (picture.state === 'READY') tx.notifyEverybody({ type: 'movie:changed', gone: null })
    return true
  },
}
