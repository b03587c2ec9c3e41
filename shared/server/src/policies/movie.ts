import { type RawBuilder, sql } from 'kysely'
import type { Member } from '../context.ts'
import type { DatabaseTransaction } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { isBlockedPair } from './ignoring.ts'
import { isVisibleMember } from './team.ts'

/**
 * Returns SQL for whether an entry `e` is visible, given its author `m` and its picture `media`: the author is visible
 * and neither ignores the other. Until the picture is rendered, or if it cannot be, only the author sees the entry.
 */
export const isEntryVisible = (me: RawBuilder<unknown>): RawBuilder<boolean> => sql`(${sql.raw(isVisibleMember('m'))}
  and (media.state = 'READY' or (e."authorId" = ${me} and media.state in ('PROCESSING', 'FAILED')))
  and not ${isBlockedPair(sql`e."authorId"`, me)})`

/** SQL for the same rule for the picture, for statements with `media` and the members `owner` and `viewer`. */
export const isMoviePhotoVisible = sql<boolean>`(exists (select from movie_entries where "mediaId" = media.id)
  and not ${isBlockedPair(sql`owner.id`, sql`viewer.id`)})`

/** Members cannot like their own entries; authors delete theirs, and the team any. */
export type EntryAction = 'like' | 'delete'

export type LockedEntry = { authorId: string; mediaId: string; mine: boolean; public: boolean }

/**
 * Authorizes an action on the entry and locks it until the transaction ends. The team may also delete entries that it
 * does not see.
 */
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
