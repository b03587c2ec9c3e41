import { type RawBuilder, sql } from 'kysely'
import type { Member } from '../context.ts'
import type { DatabaseTransaction } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { isVisibleMember } from '../team.ts'
import { isBlockedPair } from './ignoring.ts'

/**
 * For statements with an entry `e`, its author `m` and its picture `media`: who is on the way out, or ignores or is ignored,
 * has none for me; and before it is drawn, or when it could not be, it is its author's alone.
 */
export const isEntryVisible = (me: RawBuilder<unknown>): RawBuilder<boolean> => sql`(${sql.raw(isVisibleMember('m'))}
  and (media.state = 'READY' or (e."authorId" = ${me} and media.state in ('PROCESSING', 'FAILED')))
  and not ${isBlockedPair(sql`e."authorId"`, me)})`

/** The same for the picture, for statements with `media` and the members `owner` and `viewer`. */
export const isMoviePhotoVisible = sql<boolean>`(exists (select from movie_entries where "mediaId" = media.id)
  and not ${isBlockedPair(sql`owner.id`, sql`viewer.id`)})`

/** Nobody likes what is their own; authors delete theirs, and the team any. */
export type EntryAction = 'like' | 'delete'

export type LockedEntry = { authorId: string; mediaId: string; mine: boolean; public: boolean }

/** Keeps the entry as it is judged until the transaction ends. The team takes away also what is not shown to it. */
export async function lockEntry(
  db: DatabaseTransaction,
  id: string,
  { id: memberId, level }: Pick<Member, 'id' | 'level'>,
  action: EntryAction,
): Promise<LockedEntry> {
  const me = sql`${memberId}::bigint`
  const { rows } = await sql<LockedEntry & { shown: boolean }>`
    select e."authorId", e."mediaId", e."authorId" = ${me} as mine, media.state = 'READY' as public,
      ${isEntryVisible(me)} as shown
    from movie_entries e join members m on m.id = e."authorId" join media on media.id = e."mediaId"
    where e.id = ${id} for no key update of e`.execute(db)
  const [entry] = rows
  const canDelete = action === 'delete' && level === 'ADMIN'
  if (!entry || (!entry.shown && !canDelete)) throw new AppError('NOT_FOUND')
  if (action === 'like' ? entry.mine : !entry.mine && !canDelete) throw new AppError('FORBIDDEN')
  return entry
}
