import { randomUUID } from 'node:crypto'
import type { Group, GroupInvite, GroupMember, SentGroupInvite } from '@app/contract/groups'
import { aGroup } from '@app/server/testing/context'
import { countLockWaiters } from '@app/server/testing/locks'
import { aMember, someMembers, type TestMember } from '@app/server/testing/members'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { setUpTestGateway } from '../testing.ts'
import { setUpTestSubscribers } from '../testing-subscribers.ts'
import { hideMember, showMember } from '../visibility/testing.ts'
import { createGroupChatHelpers } from './testing.ts'

/** Each reading of this clock is later than the one before, so times that should be equal must be read once. */
let readings = 0
const gateway = await setUpTestGateway({ now: () => new Date(Date.now() + readings++) })
const { ctx, as } = gateway
const { db } = ctx
const { aPost, countUnread, markRead, messagePath, postComment, readChat, sendPost } = createGroupChatHelpers(gateway)
const subscribe = await setUpTestSubscribers(ctx)

const block = async (member: TestMember, other: TestMember) =>
  expect((await as(member).post('/blocks', { userName: other.userName })).status).toBe(204)
const endBlock = async (member: TestMember, other: TestMember) =>
  expect((await as(member).post('/blocks/remove', { id: other.id })).status).toBe(204)
const openGroup = (member: TestMember, groupId: string) => as(member).get<Group>(`/groups/${groupId}/open`)
const readGroup = async (member: TestMember, groupId: string) => (await openGroup(member, groupId)).body
const listGroups = async (member: TestMember, query = '') => (await as(member).get<Group[]>(`/groups${query}`)).body
const listTexts = (messages: readonly { message: string | null }[]) => messages.map(({ message }) => message)
const changeRole = (owner: TestMember, groupId: string, { userName }: TestMember, change: 'promote' | 'demote') =>
  as(owner).post(`/groups/${groupId}/members/${encodeURIComponent(userName)}/${change}`)

/** Creates a group of Cia with the members Ann and Bo, who are not admins. */
async function aGroupOfAnnAndBo() {
  const [cia, ann, bo] = [await aMember(db), await aMember(db), await aMember(db)]
  const { groupId } = await aGroup(db, { owner: cia, members: [ann, bo], isOpen: true })
  return { ann, bo, cia, groupId }
}

/** Counts the unread posts that each member can see. */
async function recountUnread(groupId: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ memberId: string; count: number }>`
    select gm."memberId"::text, (
      select count(*)::int from group_messages p
      where p."groupId" = gm."groupId" and p."parentId" is null and p."deletedAt" is null
        and p.id > coalesce(gm."lastReadId", 0) and (gm.admin or not exists (
          select from ignores where kind = 'BLOCK' and "lastMessageId" < p.id
            and ("ignorerId", "ignoredId") in ((p."authorId", gm."memberId"), (gm."memberId", p."authorId"))))) as count
    from group_members gm where gm."groupId" = ${groupId}`.execute(db)
  return new Map(rows.map(({ memberId, count }) => [memberId, count]))
}

async function expectCorrectCounts(groupId: string, members: TestMember[]): Promise<void> {
  const expected = await recountUnread(groupId)
  for (const member of members) {
    const count = expected.get(member.id) ?? 0
    expect(await countUnread(member, groupId)).toBe(count)
  }
}

test('both members see earlier posts of the other without text after a block, and later ones not at all', {
  tags: 'blocks.group-posts',
}, async () => {
  const { ann, bo, cia, groupId } = await aGroupOfAnnAndBo()
  const early = await aPost(bo, groupId, 'före')
  await aPost(ann, groupId, 'anns före')
  const root = await aPost(cia, groupId, 'ordet är fritt')
  await postComment(bo, groupId, root.id, 'kommentar före')
  await block(ann, bo)
  const late = await aPost(bo, groupId, 'efter')
  await postComment(bo, groupId, root.id, 'kommentar efter')
  const onLate = await postComment(cia, groupId, late.id, 'om det nya')
  expect(onLate.status).toBe(201)
  const own = await aPost(ann, groupId, 'anns')
  const seenByAnn = await readChat(ann, groupId)
  expect(listTexts(seenByAnn.messages)).toEqual([null, 'anns före', 'ordet är fritt', 'anns'])
  expect(seenByAnn.messages[0]).toMatchObject({ userName: '', photo: null, deleted: true, editTime: null })
  expect(seenByAnn.messages[2]).toMatchObject({ commentCount: 1, comments: [{ message: null, userName: '' }] })
  const seenByBo = await readChat(bo, groupId)
  expect(listTexts(seenByBo.messages)).toEqual(['före', null, 'ordet är fritt', 'efter'])
  expect(seenByBo.messages[1]).toMatchObject({ userName: '', photo: null, deleted: true, editTime: null })
  const all = ['före', 'anns före', 'ordet är fritt', 'efter', 'anns']
  expect(listTexts((await readChat(cia, groupId)).messages)).toEqual(all)
  for (const query of [`?after=${early.id}`, `?around=${root.id}`, `?before=${own.id}`, '?since=1'])
    expect(listTexts((await readChat(ann, groupId, query)).messages)).not.toContain('efter')
  expect(listTexts((await readChat(ann, groupId, `?around=${root.id}&limit=2`)).messages)).toEqual([
    'ordet är fritt',
    'anns',
  ])
  for (const response of [
    await as(ann).get(messagePath(groupId, late.id)),
    await as(ann).get(`${messagePath(groupId)}?around=${late.id}`),
    await postComment(ann, groupId, late.id),
    await markRead(ann, groupId, late.id),
    await as(ann).post(`${messagePath(groupId, late.id)}/delete`),
    await as(ann).post(`${messagePath(groupId, late.id)}/comments/${onLate.body.id}/delete`),
  ])
    expect(response).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  await endBlock(ann, bo)
  for (const member of [ann, bo]) expect(listTexts((await readChat(member, groupId)).messages)).toEqual(all)
})

test('a post without text looks the same after a block as after a deletion', {
  tags: 'blocks.group-posts',
}, async () => {
  const { ann, bo, cia, groupId } = await aGroupOfAnnAndBo()
  const { id } = await aPost(bo, groupId, 'före')
  await as(bo).post(messagePath(groupId, id), { message: 'före, ändrat' })
  await postComment(bo, groupId, (await aPost(cia, groupId, 'hej')).id)
  await hideMember(ctx, bo)
  const afterDeletion = await readChat(ann, groupId)
  const groupAfterDeletion = await readGroup(ann, groupId)
  await showMember(ctx, bo)
  await block(ann, bo)
  const withoutVersion = ({ version: _, ...group }: Group) => group
  expect((await readChat(ann, groupId)).messages).toEqual(afterDeletion.messages)
  expect(withoutVersion(await readGroup(ann, groupId))).toEqual(withoutVersion(groupAfterDeletion))
  expect(withoutVersion((await listGroups(ann))[0] as Group)).toEqual(withoutVersion(groupAfterDeletion))
})

test('an admin with a block still sees everything in the group', { tags: 'blocks.group-admins' }, async () => {
  const { ann, bo, cia, groupId } = await aGroupOfAnnAndBo()
  await block(ann, cia)
  await aPost(ann, groupId, 'till ledaren')
  await aPost(cia, groupId, 'till alla')
  expect(listTexts((await readChat(cia, groupId)).messages)).toEqual(['till ledaren', 'till alla'])
  expect(listTexts((await readChat(ann, groupId)).messages)).toEqual(['till ledaren'])
  const listNames = async (member: TestMember) =>
    (await as(member).get<GroupMember[]>(`/groups/${groupId}/members`)).body.map(({ userName }) => userName).sort()
  const counts = async () =>
    (await Promise.all([ann, bo, cia].map((m) => readGroup(m, groupId)))).map((g) => g.memberCount)
  expect(await listNames(cia)).toEqual([ann, bo, cia].map(({ userName }) => userName).sort())
  expect(await listNames(ann)).toEqual([ann, bo].map(({ userName }) => userName).sort())
  expect(await counts()).toEqual([2, 3, 3])
  expect((await readGroup(ann, groupId)).creatorName).toBeNull()
  expect((await readGroup(bo, groupId)).creatorName).toBe(cia.userName)
})

test('unread counts, order and preview leave out hidden posts and comments', {
  tags: 'blocks.group-numbers',
}, async () => {
  const { ann, bo, cia, groupId } = await aGroupOfAnnAndBo()
  const { groupId: quietId } = await aGroup(db, { owner: cia, members: [ann] })
  const root = await aPost(cia, groupId, 'först')
  await block(bo, ann)
  await aPost(cia, quietId, 'nyast')
  const before = await listGroups(ann)
  expect(before.map((group) => group.groupId)).toEqual([quietId, groupId])
  const hidden = await aPost(bo, groupId, 'dold')
  await postComment(bo, groupId, root.id, 'dold kommentar')
  await postComment(cia, groupId, hidden.id, 'på det dolda')
  const version = (await readGroup(ann, groupId)).version
  expect(await listGroups(ann)).toEqual(
    before.map((group) => (group.groupId === groupId ? { ...group, version } : group)),
  )
  expect((await listGroups(ann, '?limit=1')).map((group) => group.groupId)).toEqual([quietId])
  expect((await listGroups(ann, `?before=${quietId}`)).map((group) => group.groupId)).toEqual([groupId])
  expect(await listGroups(ann, `?before=${groupId}`)).toEqual([])
  expect((await readChat(ann, groupId)).messages).toMatchObject([{ lastUpdate: root.lastUpdate, commentCount: 0 }])
  await expectCorrectCounts(groupId, [ann, bo, cia])
  await markRead(ann, groupId, root.id)
  await aPost(cia, groupId, 'synlig')
  await aPost(bo, groupId, 'dold igen')
  expect((await listGroups(ann))[0]).toMatchObject({ groupId, lastMessage: 'synlig', lastMessageSender: cia.userName })
  expect(await countUnread(ann, groupId)).toBe(1)
  await as(cia).post(`${messagePath(groupId, hidden.id)}/delete`)
  await expectCorrectCounts(groupId, [ann, bo, cia])
  await endBlock(bo, ann)
  expect(await countUnread(ann, groupId)).toBe(2)
  await expectCorrectCounts(groupId, [ann, bo, cia])
})

test('a block changes nothing in the preview if the newest posts are deleted, or their author is', {
  tags: 'blocks.group-posts',
}, async () => {
  const { ann, bo, cia, groupId } = await aGroupOfAnnAndBo()
  const [dan, eva] = [await aMember(db), await aMember(db)]
  for (const member of [dan, eva]) await as(member).post(`/groups/${groupId}/join`)
  await block(ann, bo)
  const expectPreview = async (lastMessage: string, sender: TestMember) => {
    const [seen, seenWithoutBlock] = await Promise.all([ann, eva].map((member) => readGroup(member, groupId)))
    expect(seen).toMatchObject({ lastMessage, lastMessageSender: sender.userName })
    expect(seen?.lastUpdate).toBe(seenWithoutBlock?.lastUpdate)
    expect(seenWithoutBlock).toMatchObject({ lastMessage, lastMessageSender: sender.userName })
  }
  await aPost(cia, groupId, 'kvar')
  const deleted = await aPost(eva, groupId, 'borttaget')
  await as(eva).post(`${messagePath(groupId, deleted.id)}/delete`)
  await expectPreview('kvar', cia)
  await aPost(dan, groupId, 'från Dan')
  await expectPreview('från Dan', dan)
  await hideMember(ctx, dan)
  await expectPreview('kvar', cia)
})

test.each([1, 100, 101])(
  'a post counts as read for those from whom it is hidden if its author has %i blocks',
  {
    tags: 'blocks.group-numbers',
  },
  async (blocks) => {
    const { ann, bo, cia, groupId } = await aGroupOfAnnAndBo()
    const dan = await aMember(db)
    await as(dan).post(`/groups/${groupId}/join`)
    await block(ann, bo)
    const blocked = await someMembers(db, blocks - 1)
    await sql`
    insert into ignores ("ignorerId", "ignoredId", "lastActiveThen", kind, "blockedAt", "lastMessageId")
    select ${bo.id}, id, now(), 'BLOCK', now(), 0 from unnest(${blocked.map(({ id }) => id)}::bigint[]) id`.execute(db)
    await aPost(bo, groupId, 'dold')
    expect(await Promise.all([ann, cia, dan].map((member) => countUnread(member, groupId)))).toEqual([0, 1, 1])
    await expectCorrectCounts(groupId, [ann, bo, cia, dan])
  },
)

test('counts stay correct when members with a block join, or are promoted and demoted', {
  tags: 'blocks.group-numbers',
}, async () => {
  const { ann, bo, cia, groupId } = await aGroupOfAnnAndBo()
  const dan = await aMember(db)
  await block(ann, bo)
  await block(dan, bo)
  await aPost(bo, groupId, 'ett')
  expect((await as(dan).post<Group>(`/groups/${groupId}/join`)).body).toMatchObject({
    memberCount: 3,
    newMessages: 0,
    myLastRead: null,
  })
  await aPost(bo, groupId, 'två')
  await expectCorrectCounts(groupId, [ann, bo, cia, dan])
  expect(await countUnread(dan, groupId)).toBe(0)
  const { version } = await readGroup(ann, groupId)
  await changeRole(cia, groupId, ann, 'promote')
  expect(await countUnread(ann, groupId)).toBe(2)
  expect(await readChat(ann, groupId, `?since=${version}`)).toMatchObject({ tooOld: true })
  await changeRole(cia, groupId, ann, 'demote')
  await aPost(bo, groupId, 'tre')
  await expectCorrectCounts(groupId, [ann, bo, cia, dan])
  await as(cia).post(`/groups/${groupId}/leave`)
  await aPost(bo, groupId, 'fyra')
  await expectCorrectCounts(groupId, [ann, bo, dan])
})

test('a post that waits for the lock of a group respects a block that is made meanwhile', {
  tags: 'blocks.group-race',
}, async () => {
  const { ann, bo, cia, groupId } = await aGroupOfAnnAndBo()
  for (let round = 0; round < 5; round += 1) {
    const requests = Array.from({ length: 6 }, (_, n) => sendPost(n % 2 ? bo : ann, groupId, `nummer ${n}`))
    const change = round % 2 ? endBlock(ann, bo) : block(ann, bo)
    const responses = await Promise.all([...requests, change.then(() => sendPost(bo, groupId, 'sist'))])
    expect(responses.map(({ status }) => status)).toEqual(Array(7).fill(201))
    await expectCorrectCounts(groupId, [ann, bo, cia])
  }
})

test('a post whose statement began before a block was committed is stored as hidden', {
  tags: 'blocks.group-race',
}, async () => {
  const { ann, bo, groupId } = await aGroupOfAnnAndBo()
  let sent: ReturnType<typeof sendPost> | undefined
  await db.transaction().execute(async (tx) => {
    await sql`select from groups where id = ${groupId} for update`.execute(tx)
    sent = sendPost(bo, groupId, 'i samma stund')
    await expect.poll(() => countLockWaiters(ctx)).toBe(1)
    await sql`
      insert into ignores ("ignorerId", "ignoredId", "lastActiveThen", kind, "blockedAt", "lastMessageId")
      values (${ann.id}, ${bo.id}, now(), 'BLOCK', now(), 0)`.execute(tx)
    await sql`update groups set "visibilityChanges" = "visibilityChanges" + 1 where id = ${groupId}`.execute(tx)
  })
  expect((await sent)?.status).toBe(201)
  expect(await countUnread(ann, groupId)).toBe(0)
  expect((await readChat(ann, groupId)).messages).toEqual([])
})

test('pushes about hidden posts and comments reach only members who can see them', {
  tags: 'blocks.group-pushes',
}, async () => {
  const { ann, bo, cia, groupId } = await aGroupOfAnnAndBo()
  const [annSubscriber, ciaSubscriber] = [await subscribe(ann), await subscribe(cia)]
  const root = await aPost(cia, groupId, 'hej')
  await expect.poll(() => annSubscriber.listReceived('group:message')).toHaveLength(1)
  await block(ann, bo)
  await expect
    .poll(() => annSubscriber.listReceived('group:changed'))
    .toMatchObject([{ groupId, reload: true, group: { memberCount: 2 } }])
  const late = await aPost(bo, groupId, 'dold')
  await postComment(bo, groupId, root.id, 'dold kommentar')
  await postComment(cia, groupId, late.id, 'på det dolda')
  await as(bo).post(messagePath(groupId, late.id), { message: 'ändrad' })
  await postComment(cia, groupId, root.id, 'synlig')
  await expect.poll(() => ciaSubscriber.listReceived('group:comment').map((p) => p.commentCount)).toEqual([1, 1, 2])
  await expect
    .poll(() => annSubscriber.listReceived('group:comment'))
    .toMatchObject([{ comment: { message: 'synlig' }, commentCount: 1 }])
  expect(annSubscriber.listReceived('group:message')).toHaveLength(1)
  expect(annSubscriber.listReceived('group:message-changed')).toEqual([])
  expect(new Set(annSubscriber.listReceived('group:count').map(({ count }) => count.messages))).toEqual(new Set([1]))
  expect(ciaSubscriber.listReceived('group:changed')).toEqual([])
  expect(ciaSubscriber.listReceived('group:info')).toMatchObject([{ info: { memberCount: 3 } }])
})

test("members with a block receive their own view instead of the group's public state", {
  tags: 'blocks.group-pushes',
}, async () => {
  const { ann, bo, cia, groupId } = await aGroupOfAnnAndBo()
  const subscribers = await Promise.all([ann, bo, cia].map(subscribe))
  await block(ann, bo)
  await expect
    .poll(() => subscribers.map(({ listReceived }) => listReceived('group:changed').length))
    .toEqual([1, 1, 0])
  await as(cia).post(`/groups/${groupId}`, { groupName: `Ny ${randomUUID().slice(0, 8)}`, description: 'x' })
  const listCounts = () =>
    subscribers.map(({ listReceived }) => [
      listReceived('group:info').map(({ info }) => info.memberCount),
      listReceived('group:changed').map(({ group, reload }) => [group?.memberCount, reload]),
    ])
  await expect.poll(listCounts).toEqual([
    [
      [],
      [
        [2, true],
        [2, undefined],
      ],
    ],
    [
      [],
      [
        [2, true],
        [2, undefined],
      ],
    ],
    [[3, 3], []],
  ])
})

test('a block and a deletion make the client of the other member load the group again', {
  tags: 'blocks.group-reload',
}, async () => {
  const worlds = await Promise.all([aGroupOfAnnAndBo(), aGroupOfAnnAndBo()])
  const transcripts: unknown[] = []
  for (const [index, { ann, bo, groupId }] of worlds.entries()) {
    const { version } = await readGroup(ann, groupId)
    const { listReceived } = await subscribe(ann)
    await (index === 0 ? block(bo, ann) : hideMember(ctx, bo))
    await expect.poll(() => listReceived('group:changed')).toHaveLength(1)
    const [push] = listReceived('group:changed')
    const after = await readChat(ann, groupId, `?since=${version}`)
    const again = await readChat(ann, groupId, `?since=${after.group.version}`)
    transcripts.push({
      reload: push?.reload,
      versions: [after.group.version - version, (push?.group?.version ?? 0) - version],
      tooOld: [after.tooOld, again.tooOld],
      memberCount: push?.group?.memberCount,
      infos: listReceived('group:info').length,
    })
  }
  expect(transcripts[0]).toEqual({
    reload: true,
    versions: [1, 1],
    tooOld: [true, undefined],
    memberCount: 2,
    infos: 0,
  })
  expect(transcripts[1]).toEqual(transcripts[0])
})

test('groups and invites show outsiders no members with whom they have a block', {
  tags: 'blocks.group-outside',
}, async () => {
  const { ann, bo, cia, groupId } = await aGroupOfAnnAndBo()
  const dan = await aMember(db)
  await block(dan, bo)
  const listOpen = async () => (await as(dan).get<Group[]>('/groups/can-join?limit=100')).body
  expect((await listOpen()).find((group) => group.groupId === groupId)).toMatchObject({ memberCount: 2 })
  expect(await readGroup(dan, groupId)).toMatchObject({ memberCount: 2, creatorName: cia.userName })
  await as(cia).post('/groups/invites', { groupId, recipientName: dan.userName })
  const [invite] = (await as(dan).get<GroupInvite[]>('/groups/invites')).body
  expect(invite?.group).toMatchObject({ memberCount: 2 })
  const listSent = async (admin: TestMember) =>
    (await as(admin).get<SentGroupInvite[]>(`/groups/${groupId}/invites`)).body.map((sent) => sent.recipientName)
  await changeRole(cia, groupId, ann, 'promote')
  await block(dan, ann)
  expect([await listSent(cia), await listSent(ann)]).toEqual([[dan.userName], []])
  const { groupId: soleId } = await aGroup(db, { owner: bo, isOpen: true })
  expect((await openGroup(dan, soleId)).status).toBe(404)
  expect((await as(dan).post(`/groups/${soleId}/join`)).status).toBe(404)
  expect((await openGroup(cia, soleId)).status).toBe(200)
})
