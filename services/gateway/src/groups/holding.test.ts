import type { Group, GroupInvite, GroupResponse } from '@app/contract/groups'
import { hashPassword } from '@app/server/accounts/passwords'
import { aGroup } from '@app/server/testing/context'
import { aMember, aSession, type TestMember } from '@app/server/testing/members'
import { expect, test } from 'vitest'
import { aMailedToken } from '../accounts/testing.ts'
import { setUpTestGateway } from '../testing.ts'
import { readRow, recordPushes } from './testing.ts'

const PASSWORD = 'gul kanot 7'
const passwordHash = await hashPassword(PASSWORD)
const { ctx, as, visitor } = await setUpTestGateway()
const { db } = ctx

const aMemberWithPassword = () => aMember(db, { passwordHash })
const remove = (member: TestMember) => as(member).post('/members/delete', { password: PASSWORD })
const open = async (member: TestMember, groupId: string) =>
  (await as(member).get<Group>(`/groups/${groupId}/open`)).body

async function restoreAccount(member: TestMember): Promise<TestMember> {
  const { status } = await visitor.post(`/members/undelete/${await aMailedToken(db, 'DELETION', member.email)}`)
  expect(status).toBe(200)
  return { ...member, sessionId: await aSession(db, member.id) }
}

test('a member being deleted leaves the counts and roles of groups, and returns as an admin', async () => {
  const [owner, bo, cia] = [await aMemberWithPassword(), await aMember(db), await aMember(db)]
  const { groupId } = await aGroup(db, { owner, members: [bo, cia] })
  const readPushes = await recordPushes(ctx)
  expect((await remove(owner)).status).toBe(204)
  const groupSeenByBo = await open(bo, groupId)
  expect(groupSeenByBo).toMatchObject({ memberCount: 2, role: 'ADMIN', owner: true, creatorName: null })
  expect(await readPushes()).toContainEqual({
    to: [bo.id],
    push: { type: 'group:changed', groupId, group: groupSeenByBo },
  })
  expect(await readPushes()).toContainEqual({
    group: groupId,
    author: null,
    push: { type: 'group:info', version: groupSeenByBo.version, info: expect.objectContaining({ memberCount: 2 }) },
  })
  expect((await as(cia).get(`/groups/${groupId}/members`)).body).toHaveLength(2)
  const back = await restoreAccount(owner)
  expect(await open(back, groupId)).toMatchObject({ memberCount: 3, role: 'ADMIN', owner: false })
  expect(await open(bo, groupId)).toMatchObject({ role: 'ADMIN', owner: true })
})

test('clients that show messages of a member being deleted reload the chat, and again after the return', async () => {
  const [owner, bo] = [await aMemberWithPassword(), await aMember(db)]
  const { groupId } = await aGroup(db, { owner, members: [bo] })
  await as(owner).post(`/groups/${groupId}/messages`, { message: 'Det här är mitt.' })
  const since = async (version: number) =>
    (await as(bo).get<GroupResponse>(`/groups/${groupId}/messages?since=${version}`)).body
  const { version } = await open(bo, groupId)
  await remove(owner)
  const afterHold = await since(version)
  expect(afterHold).toMatchObject({ tooOld: true })
  await restoreAccount(owner)
  expect(await since(afterHold.group.version)).toMatchObject({ tooOld: true })
})

test('a group without other members is hidden until its owner returns', async () => {
  const [owner, other] = [await aMemberWithPassword(), await aMember(db)]
  const { groupId, groupName } = await aGroup(db, { owner, isOpen: true })
  await remove(owner)
  expect((await as(other).get(`/groups/${groupId}/open`)).status).toBe(404)
  expect((await as(other).post(`/groups/${groupId}/join`)).status).toBe(404)
  expect((await as(other).post('/groups', { groupName, description: 'x' })).status).toBe(409)
  expect(await open(await restoreAccount(owner), groupId)).toMatchObject({ memberCount: 1, role: 'ADMIN', owner: true })
})

test('invites of a member being deleted are hidden, and return with the member', async () => {
  const [owner, ann] = [await aMemberWithPassword(), await aMember(db)]
  const { groupId } = await aGroup(db, { owner, members: [await aMember(db)] })
  const invites = async () => (await as(ann).get<GroupInvite[]>('/groups/invites')).body
  await as(owner).post('/groups/invites', { groupId, recipientName: ann.userName })
  let readPushes = await recordPushes(ctx)
  await remove(owner)
  expect(await readPushes()).toContainEqual({ to: [ann.id], push: { type: 'group:invite', groupId, invite: null } })
  expect(await invites()).toEqual([])
  expect((await as(ann).post(`/groups/${groupId}/accept`)).status).toBe(403)
  readPushes = await recordPushes(ctx)
  await restoreAccount(owner)
  const [back] = await invites()
  expect(await readPushes()).toContainEqual({ to: [ann.id], push: { type: 'group:invite', groupId, invite: back } })
})

test('concurrent deletions of all members of a group do not deadlock and leave correct counts', async () => {
  const members = await Promise.all(Array.from({ length: 4 }, () => aMemberWithPassword()))
  const [owner, ...others] = members
  const groups = await Promise.all(
    [1, 2, 3].map(async () => (await aGroup(db, { owner: owner!, members: others })).groupId),
  )
  const answers = await Promise.all(members.map((member) => remove(member)))
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204])
  for (const groupId of groups) expect(await readRow(ctx, groupId)).toMatchObject({ memberCount: 0 })
  const [first] = await Promise.all(members.map((member) => restoreAccount(member)))
  for (const groupId of groups) expect(await open(first!, groupId)).toMatchObject({ memberCount: 4, role: 'ADMIN' })
})
