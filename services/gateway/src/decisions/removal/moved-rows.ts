import { adKindOf } from '@app/server/ads/kinds'
import { TEAM_ID } from '@app/server/policies/team'
import { type RawBuilder, sql } from 'kysely'
import { listOpenInvites } from '../../groups/invite-queries.ts'
import { notifyInvitesRemoved } from '../../groups/invites.ts'
import type { Remover } from './removal.ts'

// Rows are stored and restored as JSON within the database, so that ids and times keep their precision.

/**
 * A SQL predicate that checks whether an account is that of an admin, who acts as the team. A trigger rejects new rows
 * under it.
 */
const isAdminAccount = (id: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`exists (select from members where members.id = ${id} and members.level = 'ADMIN' and members.id <> ${TEAM_ID})`

/** An ad: its row moves into the removal. If an ad with the same `clientId` was stored meanwhile, that one stays. */
export const adRemover: Remover = {
  async remove({ db }, { contentId }) {
    const { rows } = await sql<{ row: string }>`
      delete from ads where id = ${contentId} returning to_jsonb(ads)::text as row`.execute(db)
    return rows[0]?.row ?? null
  },
  async restore({ db }, { id, contentId, authorId }) {
    const { numAffectedRows } = await sql`
      insert into ads overriding system value
      select ad.* from removals, jsonb_populate_record(null::ads, content) ad
      where removals.id = ${id} and not ${isAdminAccount(sql`ad."authorId"`)}
      on conflict do nothing`.execute(db)
    if (!numAffectedRows) return false
    if (authorId)
      await db
        .updateTable('ads')
        .set({ kind: adKindOf(authorId) })
        .where('id', '=', contentId)
        .execute()
    return true
  },
}

/**
 * A comment on a news item: its row moves into the removal, and triggers keep the number of comments. The caller holds
 * the lock on the news item.
 */
export const newsCommentRemover: Remover = {
  async remove({ db }, { contentId }) {
    const { rows } = await sql<{ row: string }>`
      delete from news_comments where id = ${contentId} returning to_jsonb(news_comments)::text as row`.execute(db)
    return rows[0]?.row ?? null
  },
  async restore({ db }, { id }) {
    const { numAffectedRows } = await sql`
      insert into news_comments overriding system value
      select comment.* from removals, jsonb_populate_record(null::news_comments, content) comment
      where removals.id = ${id} and exists (select from news where news.id = comment."newsId")
        and not ${isAdminAccount(sql`comment."authorId"`)}
      on conflict do nothing`.execute(db)
    return Boolean(numAffectedRows)
  },
}

/** A SQL predicate that checks whether a member is an admin of a group, even if their membership is held. */
const isGroupAdmin = (groupId: RawBuilder<unknown>, memberId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`exists (select from group_members gm where gm."groupId" = ${groupId} and gm."memberId" = ${memberId} and gm.admin)`

/**
 * The invites of one admin to a group: to the members who reported them, or to all if nobody did. Open ones move into
 * the removal. Declined ones are marked as withdrawn, because a decline is remembered. Both stay withdrawn if the inviter
 * is no longer an admin of the group. The caller holds the group's lock.
 */
export const groupInviteRemover: Remover = {
  async remove(tx, { contentId, parentId }, { decisionId }) {
    const inviterId = contentId.split('.')[1] ?? ''
    const reporters = sql`
      select r."reporterId" from decisions d join reports r on r."caseId" = d."caseId"
      where d.id = ${decisionId} and r."reporterId" is not null`
    const isReported = sql`"groupId" = ${parentId} and "inviterId" = ${inviterId}
      and ("recipientId" in (${reporters}) or not exists (${reporters}))`
    const { rows } = await sql<{ content: string; recipientIds: string[] }>`
      with deleted as (delete from group_invites where ${isReported} and not declined returning *),
      hidden as (
        update group_invites set withdrawn = true where ${isReported} and declined and not withdrawn
        returning "recipientId")
      select
        jsonb_build_object(
          'deleted', coalesce((select jsonb_agg(to_jsonb(deleted)) from deleted), '[]'),
          'hidden', coalesce((select jsonb_agg("recipientId") from hidden), '[]'))::text as content,
        array(select "recipientId"::text from deleted) as "recipientIds"
      where exists (select from deleted) or exists (select from hidden)`.execute(tx.db)
    if (!rows[0]) return null
    notifyInvitesRemoved(tx, parentId ?? '', rows[0].recipientIds)
    return rows[0].content
  },
  async restore(tx, { id, parentId, contentId }) {
    const groupId = parentId ?? ''
    const inviterId = contentId.split('.')[1] ?? ''
    const { rows } = await sql<{ recipientId: string }>`
      insert into group_invites
      select invite.* from removals, jsonb_populate_recordset(null::group_invites, content->'deleted') invite
      where removals.id = ${id} and exists (select from groups where groups.id = invite."groupId")
        and exists (select from members where members.id = invite."recipientId")
        and not ${isAdminAccount(sql`invite."inviterId"`)} and not ${isAdminAccount(sql`invite."recipientId"`)}
        and not exists (select from group_members gm
          where gm."groupId" = invite."groupId" and gm."memberId" = invite."recipientId")
        and ${isGroupAdmin(sql`invite."groupId"`, sql`invite."inviterId"`)}
      on conflict do nothing returning "recipientId"`.execute(tx.db)
    const { numAffectedRows } = await sql`
      update group_invites set withdrawn = false from removals
      where removals.id = ${id} and "groupId" = ${groupId} and "inviterId" = ${inviterId} and declined
        and "recipientId" in (select hidden::bigint from jsonb_array_elements_text(content->'hidden') hidden)
        and ${isGroupAdmin(sql`group_invites."groupId"`, sql`group_invites."inviterId"`)}`.execute(tx.db)
    for (const { recipientId } of rows)
      for (const { invite } of await listOpenInvites(tx.db, groupId, recipientId))
        tx.notify([recipientId], { type: 'group:invite', groupId, invite })
    return rows.length > 0 || Boolean(numAffectedRows)
  },
}
