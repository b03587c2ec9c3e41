import type { Group, GroupInvite, GroupResponse } from '@app/contract/groups'
import { aGroup } from '@app/server/testing/context'
import { anEvent } from '@app/server/testing/events'
import { countLockWaiters } from '@app/server/testing/locks'
import { aMember, aSession, type TestMember } from '@app/server/testing/members'
import { aPasswordHash } from '@app/server/testing/passwords'
import { expect, test } from 'vitest'
import { aMailedToken } from '../accounts/testing.ts'
import { setUpTestGateway } from '../testing.ts'
import { readGroupRow, recordPushes } from './testing.ts'

const PASSWORD = 'gul kanot 7'
const passwordHash = await aPasswordHash(PASSWORD)
const { ctx, as, visitor } = await setUpTestGateway()
const { db } = ctx

const aMemberWithPassword = () => aMember(db, { passwordHash })
const deleteAccount = (member: TestMember) => as(member).post('/members/delete', { password: PASSWORD })
const readGroup = async (member: TestMember, groupId: string) =>
  (await as(member).get<Group>(`/groups/${groupId}/open`)).body

async function restoreAccount(member: TestMember): Promise<TestMember> {
  const { status } = await visitor.post(`/members/undelete/${await aMailedToken(db, 'DELETION', member.email)}`)
  expect(status).toBe(200)
  return { ...member, sessionId: await aSession(db, member.id) }
}

test('a member being deleted is not counted and owns no group, and returns as an admin', async () => {
  const [owner, bo, cia] = [await aMemberWithPassword(), await aMember(db), await aMember(db)]
  const { groupId } = await aGroup(db, { owner, members: [bo, cia] })
  const readPushes = await recordPushes(ctx)
  expect((await deleteAccount(owner)).status).toBe(204)
  const groupSeenByBo = await readGroup(bo, groupId)
  expect(groupSeenByBo).toMatchObject({ memberCount: 2, role: 'ADMIN', owner: true, creatorName: null })
  expect(await readPushes()).toContainEqual({
    to: [bo.id],
    push: { type: 'group:changed', groupId, group: groupSeenByBo },
  })
  expect(await readPushes()).toContainEqual({
    group: groupId,
    author: null,
    push: { type: 'group:info', version: groupSeenByBo.version, info: expect.objectContaining({ memberCount: 2 }) },
    reloadFor: 'all',
  })
  expect((await as(cia).get(`/groups/${groupId}/members`)).body).toHaveLength(2)
  const returnedOwner = await restoreAccount(owner)
  expect(await readGroup(returnedOwner, groupId)).toMatchObject({ memberCount: 3, role: 'ADMIN', owner: false })
  expect(await readGroup(bo, groupId)).toMatchObject({ role: 'ADMIN', owner: true })
})

test('a deletion locks all groups of the member in the order of their ids, including the groups of the events by the member', async () => {
  const owner = await aMember(db)
  const author = await aMemberWithPassword()
  const eventGroup = await aGroup(db, { owner, members: [author] })
  const memberGroup = await aGroup(db, { owner, members: [author] })
  await anEvent(db, { author, groupId: eventGroup.groupId }, ctx.now())
  await as(author).post(`/groups/${eventGroup.groupId}/leave`)
  const groups = db.selectFrom('groups').select('id')
  let deletion: ReturnType<typeof deleteAccount> | undefined
  await db.transaction().execute(async (tx) => {
    await tx.selectFrom('groups').select('id').where('id', '=', eventGroup.groupId).forUpdate().execute()
    deletion = deleteAccount(author)
    await expect.poll(() => countLockWaiters(ctx)).toBe(1)
    expect(await groups.where('id', '=', memberGroup.groupId).forUpdate().noWait().execute()).toHaveLength(1)
  })
  expect((await deletion)?.status).toBe(204)
})

test('another admin can invite the same member while the account of the first inviter is being deleted, which replaces the first invite', async () => {
  const [inviter, other, guest] = [await aMemberWithPassword(), await aMember(db), await aMember(db)]
  const { groupId } = await aGroup(db, { owner: other, admins: [inviter] })
  const invite = (admin: TestMember) =>
    as(admin).post('/groups/invites', { groupId, recipientName: guest.userName, message: 'Kom med' })
  const listInvitable = async () =>
    (await as(other).get<Group[]>(`/groups/owned?exclude=${encodeURIComponent(guest.userName)}`)).body
  expect((await invite(inviter)).status).toBe(201)
  expect(await listInvitable()).toEqual([])
  await deleteAccount(inviter)
  expect(await listInvitable()).toMatchObject([{ groupId }])
  expect((await invite(other)).status).toBe(201)
  await restoreAccount(inviter)
  const invites = (await as(guest).get<GroupInvite[]>('/groups/invites')).body
  expect(invites.map(({ inviterName }) => inviterName)).toEqual([other.userName])
})

test('a group chat requires a full reload after an author is deleted, and again after the restoration', async () => {
  const [owner, bo] = [await aMemberWithPassword(), await aMember(db)]
  const { groupId } = await aGroup(db, { owner, members: [bo] })
  await as(owner).post(`/groups/${groupId}/messages`, { message: 'Det här är mitt.' })
  const readSince = async (version: number) =>
    (await as(bo).get<GroupResponse>(`/groups/${groupId}/messages?since=${version}`)).body
  const { version } = await readGroup(bo, groupId)
  await deleteAccount(owner)
  const chatAfterDeletion = await readSince(version)
  expect(chatAfterDeletion).toMatchObject({ tooOld: true })
  await restoreAccount(owner)
  expect(await readSince(chatAfterDeletion.group.version)).toMatchObject({ tooOld: true })
})

test('a group without other members is hidden until its owner returns', async () => {
  const [owner, outsider] = [await aMemberWithPassword(), await aMember(db)]
  const { groupId, groupName } = await aGroup(db, { owner, isOpen: true })
  await deleteAccount(owner)
  expect((await as(outsider).get(`/groups/${groupId}/open`)).status).toBe(404)
  expect((await as(outsider).post(`/groups/${groupId}/join`)).status).toBe(404)
  expect((await as(outsider).post('/groups', { groupName, description: 'x' })).status).toBe(409)
  expect(await readGroup(await restoreAccount(owner), groupId)).toMatchObject({
    memberCount: 1,
    role: 'ADMIN',
    owner: true,
  })
})

test('invites by a member being deleted are hidden, and reappear when the account is restored', async () => {
  const [owner, ann] = [await aMemberWithPassword(), await aMember(db)]
  const { groupId } = await aGroup(db, { owner, members: [await aMember(db)] })
  const listInvites = async () => (await as(ann).get<GroupInvite[]>('/groups/invites')).body
  await as(owner).post('/groups/invites', { groupId, recipientName: ann.userName })
  let readPushes = await recordPushes(ctx)
  await deleteAccount(owner)
  expect(await readPushes()).toContainEqual({ to: [ann.id], push: { type: 'group:invite', groupId, invite: null } })
  expect(await listInvites()).toEqual([])
  expect((await as(ann).post(`/groups/${groupId}/accept`)).status).toBe(403)
  readPushes = await recordPushes(ctx)
  await restoreAccount(owner)
  const [returnedInvite] = await listInvites()
  expect(await readPushes()).toContainEqual({
    to: [ann.id],
    push: { type: 'group:invite', groupId, invite: returnedInvite },
  })
})

test('concurrent deletions of all members of a group do not deadlock and leave correct counts', async () => {
  const members = await Promise.all(Array.from({ length: 4 }, () => aMemberWithPassword()))
  const [owner, ...otherMembers] = members
  const groups = await Promise.all(
    [1, 2, 3].map(async () => (await aGroup(db, { owner: owner!, members: otherMembers })).groupId),
  )
  const responses = await Promise.all(members.map((member) => deleteAccount(member)))
  expect(responses.map(({ status }) => status)).toEqual([204, 204, 204, 204])
  for (const groupId of groups) expect(await readGroupRow(ctx, groupId)).toMatchObject({ memberCount: 0 })
  const [restoredOwner] = await Promise.all(members.map((member) => restoreAccount(member)))
  for (const groupId of groups)
    expect(await readGroup(restoredOwner!, groupId)).toMatchObject({ memberCount: 4, role: 'ADMIN' })
})
