import { type RawBuilder, sql } from 'kysely'
import type { Member } from '../context.ts'
import type { DatabaseTransaction } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { isBlockedPair } from './ignoring.ts'
import { isVisibleMember } from './team.ts'

/**
 * Returns a SQL predicate that checks whether the entry `e` with the picture `media` is visible to `me`: its author `m`
 * is visible, and the two members are not a blocked pair. Until the picture is rendered, or if rendering failed, only
 * the author sees the entry.
 */
export const isEntryVisible = (me: RawBuilder<unknown>): RawBuilder<boolean> => sql`(${sql.raw(isVisibleMember('m'))}
  and (media.state = 'READY' or (e."authorId" = ${me} and media.state in ('PROCESSING', 'FAILED')))
  and not ${isBlockedPair(sql`e."authorId"`, me)})`

/** A SQL predicate that checks whether the picture `media` of an entry by `owner` is visible to `viewer`. */
export const isMoviePhotoVisible = sql<boolean>`(exists (select from movie_entries where "mediaId" = media.id)
  and not ${isBlockedPair(sql`owner.id`, sql`viewer.id`)})`

/** Members may like entries of others, and delete their own. */
export type EntryAction = 'like' | 'delete'

/** An entry as locked; it is public once its picture has been rendered. */
export type LockedEntry = { authorId: string; mediaId: string; mine: boolean; public: boolean }

/** Authorizes an action on an entry and locks it until the transaction ends. */
export async function lockEntry(
  db: DatabaseTransaction,
  id: string,
  { id: memberId }: Pick<Member, 'id'>,
  action: EntryAction,
): Promise<LockedEntry> {
  const me = sql`${memberId}::bigint`
  const { rows } = await sql<LockedEntry & { visible: boolean }>`
    select e."authorId", e."mediaId", e."authorId" = ${me} as mine, media.state = 'READY' as public,
      ${isEntryVisible(me)} as visible
    from movie_entries e join members m on m.id = e."authorId" join media on media.id = e."mediaId"
    where e.id = ${id} for no key update of e`.execute(db)
  const [entry] = rows
  if (!entry?.visible) throw new AppError('NOT_FOUND')
  if (entry.mine === (action === 'like')) throw new AppError('FORBIDDEN')
  return entry
}
