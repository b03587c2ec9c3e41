import type { Database, DatabaseTransaction } from '@app/server/db/database'
import type { Json } from '@app/server/db/tables'
import type { Tx } from '@app/server/delivery/transact'
import type { CaseRecord } from '@app/server/policies/cases'
import { TEAM_ID } from '@app/server/policies/team'
import { sql } from 'kysely'
import { lockMemberAndConfirmed } from '../../visibility/holding.ts'
import { chatMessageRemover } from './chat-messages.ts'
import { eventRemover } from './events.ts'
import { groupMessageRemover } from './group-messages.ts'
import { groupRemover } from './groups.ts'
import { adRemover, groupInviteRemover, newsCommentRemover } from './moved-rows.ts'
import { entryRemover, pictureRemover } from './pictures.ts'
import { profileRemover } from './profiles.ts'
import type { Hiding, Removal, RemovalKind, Remover, Target } from './removal.ts'

const REMOVERS: Record<RemovalKind, Remover> = {
  PROFILE: profileRemover,
  PICTURE: pictureRemover,
  CHAT_MESSAGE: chatMessageRemover,
  GROUP: groupRemover,
  GROUP_MESSAGE: groupMessageRemover,
  EVENT: eventRemover,
  AD: adRemover,
  MOVIE_ENTRY: entryRemover,
  NEWS_COMMENT: newsCommentRemover,
  GROUP_INVITE: groupInviteRemover,
}

type PictureOwner = {
  kind: 'PICTURE' | 'CHAT_MESSAGE' | 'GROUP_MESSAGE' | 'MOVIE_ENTRY'
  id: string
  parentId: string | null
}

/**
 * Finds the content to hide for a picture: the picture of an album itself, otherwise the message or the film entry that
 * contains it.
 */
async function findOfPicture(db: Database, mediaId: string): Promise<PictureOwner | undefined> {
  const { rows } = await sql<PictureOwner>`
    select 'CHAT_MESSAGE' as kind, id::text, "chatId"::text as "parentId" from chat_messages where "mediaId" = ${mediaId}
    union all select 'GROUP_MESSAGE', id::text, "groupId"::text from group_messages where "mediaId" = ${mediaId}
    union all select 'MOVIE_ENTRY', id::text, null from movie_entries where "mediaId" = ${mediaId}
    union all select 'PICTURE', "mediaId", null from photos where "mediaId" = ${mediaId}
    limit 1`.execute(db)
  return rows[0]
}

/** Finds the content of a case that a decision can hide; null for a notice, and if a photo or an event is gone. */
export async function findTarget(
  db: Database,
  {
    subjectKind,
    subjectId,
    parentId,
    authorId,
  }: Pick<CaseRecord, 'subjectKind' | 'subjectId' | 'parentId' | 'authorId'>,
): Promise<Target | null> {
  if (subjectKind === 'NOTICE') return null
  if (subjectKind === 'PHOTO') {
    const owner = await findOfPicture(db, subjectId)
    return owner ? { kind: owner.kind, contentId: owner.id, parentId: owner.parentId, authorId } : null
  }
  if (subjectKind !== 'EVENT') return { kind: subjectKind, contentId: subjectId, parentId, authorId }
  const event = await db.selectFrom('events').select('groupId').where('id', '=', subjectId).executeTakeFirst()
  return event ? { kind: 'EVENT', contentId: subjectId, parentId: event.groupId, authorId } : null
}

const isOfKind = (target: Target | null, ...kinds: RemovalKind[]): boolean =>
  target !== null && kinds.includes(target.kind)

/**
 * Locks a film entry, and then the pictures that hiding or restoring content changes. Like reports, decisions lock
 * pictures before the case.
 */
async function lockPictures(db: DatabaseTransaction, { kind, contentId }: Target): Promise<void> {
  if (kind === 'MOVIE_ENTRY') await sql`select from movie_entries where id = ${contentId} for no key update`.execute(db)
  const shown = {
    PICTURE: sql`select ${contentId}::text`,
    MOVIE_ENTRY: sql`select "mediaId" from movie_entries where id = ${contentId}`,
    CHAT_MESSAGE: sql`select "mediaId" from chat_messages where id = ${contentId}`,
    GROUP_MESSAGE: sql`select "mediaId" from group_messages where id = ${contentId}`,
    EVENT: sql`
      select m."mediaId" from events e join group_messages m on m.id = e."groupMessageId" where e.id = ${contentId}`,
  }[kind as string]
  await sql`
    select from media where id in (
      ${shown ?? sql`select null::text`}
      union all
      select hidden #>> '{}' from removals r, jsonb_path_query(r.content, '$.**.mediaId') hidden
      where r.kind = ${kind} and r."contentId" = ${contentId} and r."restoredAt" is null)
    order by id for no key update`.execute(db)
}

type LockOptions = { authorId: string | null; target: Target | null; holds: boolean }

/**
 * Takes all locks that hiding or restoring content requires and, with `holds`, those for its author's account: members,
 * news, chats, groups, events and pictures, each in the order of ids, like all other transactions.
 */
export async function lockTarget({ db, now }: Tx, { authorId, target, holds }: LockOptions): Promise<void> {
  const isMember = authorId !== null && authorId !== TEAM_ID
  if (isMember && holds) await lockMemberAndConfirmed(db, authorId)
  else if (isMember) await sql`select from members where id = ${authorId} for no key update`.execute(db)
  const heldId = isMember && holds ? authorId : null
  const newsId = isOfKind(target, 'NEWS_COMMENT') ? target?.parentId : null
  const chatId = isOfKind(target, 'CHAT_MESSAGE') ? target?.parentId : null
  const ownGroupId = isOfKind(target, 'GROUP') ? target?.contentId : null
  const groupId = ownGroupId ?? (isOfKind(target, 'GROUP_MESSAGE', 'GROUP_INVITE', 'EVENT') ? target?.parentId : null)
  const eventId = isOfKind(target, 'EVENT') ? target?.contentId : null
  if (newsId || heldId)
    await sql`
      select from news where id = ${newsId} or id in (select "newsId" from news_comments where "authorId" = ${heldId})
      order by id for no key update`.execute(db)
  if (chatId || heldId)
    await sql`
      select from chats where id = ${chatId} or "creatorId" = ${heldId} or "invitedId" = ${heldId}
      order by id for update`.execute(db)
  if (groupId || heldId)
    await sql`
      select from groups where id = ${groupId}
        or id in (select "groupId" from group_members where "memberId" = ${heldId})
        or id in (select "groupId" from events where "authorId" = ${heldId} and "eventTime" > ${now()})
      order by id for update`.execute(db)
  if (eventId || ownGroupId || heldId)
    await sql`
      select from events where id = ${eventId} or ("groupId" = ${ownGroupId} and "eventTime" > ${now()})
        or ("authorId" = ${heldId} and "eventTime" > ${now()})
        or ("eventTime" > ${now()} and id in (select "eventId" from event_answers where "memberId" = ${heldId}))
      order by id for no key update`.execute(db)
  if (target) await lockPictures(db, target)
}

type RemoveOptions = Hiding & { hideUntil?: Date }

/**
 * Hides content for a decision. Content that is hidden provisionally becomes hidden by this decision. Returns false if
 * the content is gone already. The caller holds the locks of `lockTarget`.
 */
export async function removeContent(tx: Tx, target: Target, { hideUntil, ...hiding }: RemoveOptions): Promise<boolean> {
  const { kind, contentId, parentId, authorId } = target
  if (await takeOver(tx, target, hiding)) return true
  const content = await REMOVERS[kind].remove(tx, target, hiding)
  if (content === null) return false
  await sql`
    insert into removals ("decisionId", kind, "contentId", "parentId", "authorId", content, "removedAt", until)
    values (${hiding.decisionId}, ${kind}, ${contentId}, ${parentId}, ${authorId}, ${content}::jsonb, ${tx.now()},
      ${hideUntil ?? null})`.execute(tx.db)
  return true
}

/** The tables, besides `media`, whose rows name the decision that hid them. */
const MARKED_TABLES: Partial<Record<RemovalKind, string>> = {
  CHAT_MESSAGE: 'chat_messages',
  GROUP_MESSAGE: 'group_messages',
  MOVIE_ENTRY: 'movie_entries',
  EVENT: 'events',
  GROUP: 'groups',
}

/** Replaces the automated decision that hides content by this one. Returns false if none hides it. */
async function takeOver(
  { db, now }: Tx,
  { kind, contentId }: Target,
  { decisionId, keepUntil }: Hiding,
): Promise<boolean> {
  const { rows } = await sql<{ previousId: string }>`
    update removals r set "decisionId" = ${decisionId}, until = null from removals before
    where r.kind = ${kind} and r."contentId" = ${contentId} and r."restoredAt" is null and r.until is not null
      and before.id = r.id
    returning before."decisionId" as "previousId"`.execute(db)
  if (!rows[0]) return false
  const { previousId } = rows[0]
  await sql`update decisions set "undoneAt" = ${now()} where id = ${previousId} and automated`.execute(db)
  await sql`
    update media set "removedBy" = ${decisionId}, "dueAt" = greatest("dueAt", ${keepUntil})
    where "removedBy" = ${previousId} and id in (
      select hidden #>> '{}' from removals r, jsonb_path_query(r.content, '$.**.mediaId') hidden
      where r."decisionId" = ${decisionId})`.execute(db)
  const table = MARKED_TABLES[kind]
  if (table)
    await sql`
      update ${sql.table(table)} set "removedBy" = ${decisionId}
      where id = ${contentId} and "removedBy" = ${previousId}`.execute(db)
  return true
}

/** Lists the content that a decision hides now. */
export const listRemovals = (db: Database, decisionId: string): Promise<Removal[]> =>
  db
    .selectFrom('removals')
    .selectAll()
    .where('decisionId', '=', decisionId)
    .where('restoredAt', 'is', null)
    .orderBy('id')
    .execute()

/** Returns the content of a removal, for its locks. */
export const targetOf = ({ kind, contentId, parentId, authorId }: Removal): Target => ({
  kind,
  contentId,
  parentId,
  authorId,
})

/**
 * Restores content that a decision hid, exactly as it was. It stays hidden if its author is purged, if the album entry,
 * conversation or news item that contained it is gone, or if it would be a new row of an admin's account. The caller
 * holds the locks of `lockTarget`.
 */
export async function restoreContent(tx: Tx, removal: Removal): Promise<void> {
  const { rows } = await sql`
    select from removals where id = ${removal.id} and "restoredAt" is null for update`.execute(tx.db)
  if (rows.length === 0) return
  if (removal.authorId !== null) await REMOVERS[removal.kind].restore(tx, removal)
  await tx.db
    .updateTable('removals')
    .set({ restoredAt: tx.now().toISOString(), content: '{}' as unknown as Json })
    .where('id', '=', removal.id)
    .execute()
}
