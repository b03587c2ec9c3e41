import { randomBytes, randomUUID } from 'node:crypto'
import { DAY_MS } from '@app/contract/limits'
import { aGroup, anInvite, anOpenChat } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import { aPhoto } from '@app/server/testing/photos'
import { sql } from 'kysely'
import { afterAll } from 'vitest'
import { type TestWorker, testWorker } from '../testing-worker.ts'

/** Creates a worker for the tests of one file about the purge of members. */
export async function setUpPurge() {
  const ctx = await testWorker({})
  afterAll(() => ctx.close())
  const ago = (durationMs: number) => new Date(ctx.now().getTime() - durationMs)
  const aDeletedMember = (days: number) => aMember(ctx.db, { deletedAt: ago(days * DAY_MS) })
  const memberExists = async ({ id }: { id: string }) =>
    (await ctx.db.selectFrom('members').select('id').where('id', '=', id).execute()).length > 0
  return { ctx, ago, aDeletedMember, memberExists }
}

const createExportId = () => randomBytes(16).toString('base64url')

/** Inserts rows about chats, photos, the profile and relations of the member to another one. */
export async function insertMemberRows(
  ctx: TestWorker,
  ann: TestMember,
  bo: TestMember,
): Promise<{ media: string[]; exportId: string; chatId: string }> {
  const timestamp = ctx.now().toISOString()
  const chat = await anOpenChat(ctx.db, { ann, bo })
  await anInvite(ctx.db, { ann: await aMember(ctx.db), bo: ann })
  const chatPhotoOptions = { chatId: chat.chatId, attached: true }
  const media = [
    await aPhoto(ctx, ann),
    await aPhoto(ctx, ann, chatPhotoOptions),
    await aPhoto(ctx, bo, chatPhotoOptions),
  ]
  const chatPhotos = media.slice(1)
  const messageColumns = { chatId: chat.chatId, message: null, sentAt: timestamp, version: 2 }
  for (const [index, mediaId] of chatPhotos.entries())
    await ctx.db
      .insertInto('chat_messages')
      .values({ ...messageColumns, senderId: index === 0 ? ann.id : bo.id, clientId: randomUUID(), mediaId })
      .execute()
  const exportId = createExportId()
  await ctx.db
    .insertInto('exports')
    .values({ id: exportId, memberId: ann.id, requestedAt: timestamp, state: 'READY', readyAt: timestamp })
    .execute()
  const searchColumns = {
    kind: 1,
    p1Year: 1985,
    hasPhoto: true,
    verified: false,
    lastActiveAt: timestamp,
    memberId: ann.id,
  }
  await ctx.db
    .insertInto('search_profiles')
    .values(searchColumns)
    .onConflict((c) => c.doNothing())
    .execute()
  await ctx.db
    .insertInto('search_cities')
    .values({ ...searchColumns, city: 'Lund' })
    .onConflict((c) => c.doNothing())
    .execute()
  const photoOfBo = await aPhoto(ctx, bo)
  await ctx.db.insertInto('photo_confirmations').values({ mediaId: photoOfBo, verifierId: ann.id }).execute()
  for (const [actorId, otherId] of [
    [ann.id, bo.id],
    [bo.id, ann.id],
  ] as const) {
    await ctx.db
      .insertInto('ignores')
      .values({ ignorerId: actorId, ignoredId: otherId, lastActiveThen: timestamp })
      .execute()
    await ctx.db.insertInto('declines').values({ inviterId: actorId, declinerId: otherId }).execute()
    await ctx.db.insertInto('past_invites').values({ inviterId: actorId, invitedId: otherId }).execute()
    await ctx.db
      .insertInto('private_grants')
      .values({ ownerId: actorId, viewerId: otherId, grantedAt: timestamp })
      .execute()
    await ctx.db
      .insertInto('visits')
      .values({ ownerId: actorId, visitorId: otherId, lastCountedAt: timestamp, lastVisit: timestamp })
      .execute()
    await ctx.db.insertInto('kisses').values({ giverId: actorId, receiverId: otherId, day: '2026-01-01' }).execute()
    await ctx.db.insertInto('profile_notes').values({ writerId: actorId, aboutId: otherId, notes: 'x' }).execute()
    await ctx.db
      .insertInto('suggestions')
      .values({ memberId: actorId, suggestedId: otherId, day: '2026-01-01', position: 1 })
      .execute()
    await ctx.db
      .insertInto('verifications')
      .values({ memberId: actorId, verifierId: otherId, state: 'CONFIRMED', at: timestamp })
      .execute()
  }
  return { media, exportId, chatId: chat.chatId }
}

/** Creates a group of only this member, one with another member, and invites in both directions. */
export async function insertGroupRows(
  ctx: TestWorker,
  ann: TestMember,
  bo: TestMember,
): Promise<{ soleMemberGroup: string; sharedGroup: string }> {
  const soleMemberGroup = await aGroup(ctx.db, { owner: ann })
  const sharedGroup = await aGroup(ctx.db, { owner: bo, admins: [ann] })
  const sentAt = ctx.now().toISOString()
  await ctx.db
    .updateTable('groups')
    .set({ lastSenderId: ann.id, lastMessage: 'mina ord' })
    .where('id', '=', sharedGroup.groupId)
    .execute()
  for (const { id: authorId } of [ann, bo])
    await ctx.db
      .insertInto('group_messages')
      .values({
        groupId: sharedGroup.groupId,
        authorId,
        clientId: randomUUID(),
        message: authorId === ann.id ? 'mina ord' : 'Bos ord',
        sentAt,
        lastUpdate: sentAt,
        version: 2,
      })
      .execute()
  await sql`
    insert into group_reactions ("messageId", "memberId", reaction)
    select m.id, member.id, 'HEART' from group_messages m, unnest(array[${ann.id}, ${bo.id}]::bigint[]) member(id)
    where m."groupId" = ${sharedGroup.groupId}`.execute(ctx.db)
  await ctx.db.updateTable('groups').set({ posts: 2 }).where('id', '=', sharedGroup.groupId).execute()
  const invite = { groupId: sharedGroup.groupId, sentAt }
  await ctx.db
    .insertInto('group_invites')
    .values([
      { ...invite, inviterId: ann.id, recipientId: (await aMember(ctx.db)).id },
      { ...invite, groupId: (await aGroup(ctx.db, { owner: bo })).groupId, inviterId: bo.id, recipientId: ann.id },
    ])
    .execute()
  return { soleMemberGroup: soleMemberGroup.groupId, sharedGroup: sharedGroup.groupId }
}
