import type { Group, GroupInvite, SentGroupInvite } from '@app/contract/groups'
import { GROUPS_PER_MEMBER } from '@app/contract/limits'
import { aGroup } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import { ownRedisUrl } from '@app/server/testing/redis-databases'
import { describe, expect, test } from 'vitest'
import { setUpTestGateway } from '../testing.ts'
import { listMemberships, readGroupRow, recordPushes } from './testing.ts'

const { ctx, as } = await setUpTestGateway()
const limitedGateway = await setUpTestGateway({
  settings: { RATE_LIMITS: 'on', REDIS_URL: ownRedisUrl(import.meta.url) },
})
const { db } = ctx

const encodeName = ({ userName }: TestMember) => encodeURIComponent(userName)
const invite = (member: TestMember, groupId: string, target: TestMember, message?: string) =>
  as(member).post<SentGroupInvite>('/groups/invites', { groupId, recipientName: target.userName, message })
const listInvites = async (member: TestMember) => (await as(member).get<GroupInvite[]>('/groups/invites')).body
const listSentInvites = async (member: TestMember, groupId: string) =>
  (await as(member).get<SentGroupInvite[]>(`/groups/${groupId}/invites`)).body
const readRole = async (member: TestMember, groupId: string) =>
  (await as(member).get<Group>(`/groups/${groupId}/open`)).body.role
const readInviteCount = async (member: TestMember) =>
  (await as(member).get<{ invites: number }>('/groups/count')).body.invites
const answer = (member: TestMember, groupId: string, action: 'accept' | 'decline') =>
  as(member).post(`/groups/${groupId}/${action}`)
const withdraw = (member: TestMember, groupId: string, target: TestMember) =>
  as(member).post(`/groups/${groupId}/invites/${encodeName(target)}/withdraw`)
const listInvitableGroups = async (member: TestMember, target: TestMember) =>
  (await as(member).get<Group[]>(`/groups/owned?exclude=${encodeName(target)}`)).body.map(({ groupId }) => groupId)

describe('an invite', () => {
  test('is pushed only to its recipient, and listed for the recipient and the admins', {
    tags: 'groups.invite',
  }, async () => {
    const [ann, admin] = [await aMember(db), await aMember(db)]
    const { groupId, groupName, owner } = await aGroup(db, { admins: [admin] })
    const readPushes = await recordPushes(ctx)
    const { status, body } = await invite(owner, groupId, ann, 'Kom med!')
    expect(status).toBe(201)
    expect(body).toEqual({
      recipientName: ann.userName,
      recipientPhotoUrl: null,
      couple: false,
      inviterName: owner.userName,
      sentAt: expect.any(String),
    })
    const [listedInvite, ...otherInvites] = await listInvites(ann)
    expect(otherInvites).toEqual([])
    expect(listedInvite).toMatchObject({
      group: { groupId, groupName, memberCount: 2 },
      inviterName: owner.userName,
      message: 'Kom med!',
      sentAt: body.sentAt,
    })
    expect(await readPushes()).toEqual([
      { to: [ann.id], push: { type: 'group:invite', groupId, invite: listedInvite } },
    ])
    for (const member of [owner, admin]) expect(await listSentInvites(member, groupId)).toEqual([body])
    expect(await readRole(ann, groupId)).toBe('INVITED')
    expect(await readInviteCount(ann)).toBe(1)
  })

  test('causes a conflict for any admin if another is open, or if the recipient is a member', async () => {
    const [ann, admin, bo] = [await aMember(db), await aMember(db), await aMember(db)]
    const { groupId, owner } = await aGroup(db, { admins: [admin], members: [bo] })
    await invite(owner, groupId, ann)
    const readPushes = await recordPushes(ctx)
    for (const [member, target] of [
      [owner, ann],
      [admin, ann],
      [owner, bo],
      [owner, owner],
    ] as const)
      expect(await invite(member, groupId, target)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
    expect(await readPushes()).toEqual([])
  })

  test('is stored once when sent ten times concurrently by two admins', async () => {
    const [ann, admin] = [await aMember(db), await aMember(db)]
    const { groupId, owner } = await aGroup(db, { admins: [admin] })
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, n) => invite(n % 2 ? owner : admin, groupId, ann)),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)])
    expect(await listInvites(ann)).toHaveLength(1)
  })

  test.each(['recipient', 'inviter'])('is rejected if the %s ignores the other', async (ignorerRole) => {
    const ann = await aMember(db)
    const { groupId, owner } = await aGroup(db)
    const [ignorer, ignored] = ignorerRole === 'recipient' ? [ann, owner] : [owner, ann]
    await as(ignorer).post('/ignore', ignored.userName)
    expect(await invite(owner, groupId, ann)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect(await listInvites(ann)).toEqual([])
  })

  test('is hidden while the recipient ignores the inviter, and the recipient is notified of both changes', async () => {
    const ann = await aMember(db)
    const { groupId, owner } = await aGroup(db)
    await invite(owner, groupId, ann)
    let readPushes = await recordPushes(ctx)
    await as(ann).post('/ignore', owner.userName)
    expect(await readPushes()).toContainEqual({ to: [ann.id], push: { type: 'group:invite', groupId, invite: null } })
    expect(await listInvites(ann)).toEqual([])
    expect(await readInviteCount(ann)).toBe(0)
    expect((await answer(ann, groupId, 'accept')).status).toBe(403)
    readPushes = await recordPushes(ctx)
    await as(ann).post('/ignore/remove', owner.userName)
    const [returnedInvite] = await listInvites(ann)
    expect(await readPushes()).toContainEqual({
      to: [ann.id],
      push: { type: 'group:invite', groupId, invite: returnedInvite },
    })
  })

  test('is rejected with NOT_FOUND if the recipient is unknown or being deleted', async () => {
    const { groupId, owner } = await aGroup(db)
    const deletedMember = await aMember(db, { deletedAt: new Date() })
    expect((await invite(owner, groupId, deletedMember)).status).toBe(404)
    expect((await as(owner).post('/groups/invites', { groupId, recipientName: 'Finns inte' })).status).toBe(404)
  })

  test.each([
    [{ recipientName: 'x' }],
    [{ groupId: '1' }],
    [{ groupId: 1, recipientName: 'x' }],
    [{ groupId: '1', recipientName: '' }],
    [{ groupId: '1', recipientName: 'x', message: 'x'.repeat(1001) }],
    [{ groupId: '1', recipientName: 'x', message: 'a\u0000b' }],
    [{ groupId: "1'--", recipientName: 'x' }],
  ])('is rejected with the body %j', async (body) => {
    const ann = await aMember(db)
    expect(await as(ann).post('/groups/invites', body)).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
  })

  test('counts against the daily limit of a new member', async () => {
    const owner = await aMember(limitedGateway.ctx.db)
    const { groupId } = await aGroup(limitedGateway.ctx.db, { owner })
    const send = async () =>
      limitedGateway.as(owner).post('/groups/invites', {
        groupId,
        recipientName: (await aMember(limitedGateway.ctx.db)).userName,
      })
    for (let n = 0; n < 5; n += 1) expect((await send()).status).toBe(201)
    expect(await send()).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } })
  })
})

describe('accepting an invite', () => {
  test('makes the recipient a member and deletes the invite', { tags: 'groups.invite-accepted' }, async () => {
    const ann = await aMember(db)
    const { groupId, owner } = await aGroup(db)
    await invite(owner, groupId, ann)
    const readPushes = await recordPushes(ctx)
    const { status, body } = await as(ann).post<Group>(`/groups/${groupId}/accept`)
    expect({ status, body }).toMatchObject({ status: 200, body: { role: 'MEMBER', memberCount: 2, newMessages: 0 } })
    expect(await readPushes()).toMatchObject([
      { to: [ann.id], push: { type: 'group:invite', groupId, invite: null } },
      { to: [ann.id], push: { type: 'group:changed', groupId, group: body } },
      { group: groupId, push: { type: 'group:info', info: { memberCount: 2 } } },
    ])
    expect(await listInvites(ann)).toEqual([])
    expect(await listSentInvites(owner, groupId)).toEqual([])
  })

  test('takes effect once if ten requests are concurrent', async () => {
    const ann = await aMember(db)
    const { groupId, owner } = await aGroup(db)
    await invite(owner, groupId, ann)
    const responses = await Promise.all(Array.from({ length: 10 }, () => answer(ann, groupId, 'accept')))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
    expect(await listMemberships(ctx, groupId)).toHaveLength(2)
    expect(await readGroupRow(ctx, groupId)).toMatchObject({ memberCount: 2 })
  })

  test('takes effect, or else a concurrent decline does, but never both', async () => {
    const ann = await aMember(db)
    const { groupId, owner } = await aGroup(db)
    await invite(owner, groupId, ann)
    const [accepted, declined] = await Promise.all([answer(ann, groupId, 'accept'), answer(ann, groupId, 'decline')])
    const isInGroup = accepted?.status === 200
    expect([accepted?.status, declined?.status]).toEqual(isInGroup ? [200, 409] : [403, 204])
    expect(await listMemberships(ctx, groupId)).toHaveLength(isInGroup ? 2 : 1)
  })

  test('takes effect, or else a concurrent withdrawal does, but never both', async () => {
    const ann = await aMember(db)
    const { groupId, owner } = await aGroup(db)
    await invite(owner, groupId, ann)
    const [accepted, withdrawn] = await Promise.all([answer(ann, groupId, 'accept'), withdraw(owner, groupId, ann)])
    const isInGroup = accepted?.status === 200
    expect([accepted?.status, withdrawn?.status]).toEqual(isInGroup ? [200, 404] : [403, 204])
  })
})

test('concurrent requests to join are rejected beyond GROUPS_PER_MEMBER; leaving a group makes room', async () => {
  const [ann, owner] = [await aMember(limitedGateway.ctx.db), await aMember(limitedGateway.ctx.db)]
  const joinedCount = GROUPS_PER_MEMBER - 2
  const groups: string[] = []
  for (let n = 0; n < joinedCount + 5; n += 1) {
    const members = n < joinedCount ? [ann] : []
    groups.push((await aGroup(limitedGateway.ctx.db, { owner, isOpen: true, members })).groupId)
  }
  const join = (groupId: string | undefined) => limitedGateway.as(ann).post(`/groups/${groupId}/join`)
  const responses = await Promise.all(groups.slice(joinedCount).map(join))
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400, 400])
  const rejectedGroupId = groups[joinedCount + responses.findIndex(({ status }) => status === 400)]
  expect((await join(rejectedGroupId)).body).toMatchObject({ code: 'VALIDATION' })
  await limitedGateway.as(ann).post(`/groups/${groups[0]}/leave`)
  expect((await join(rejectedGroupId)).status).toBe(200)
})

describe('declining an invite', () => {
  test("removes it from the recipient's list, while its sender is not notified and still sees it as open", {
    tags: 'groups.invite-declined',
  }, async () => {
    const ann = await aMember(db)
    const { groupId, owner } = await aGroup(db)
    await invite(owner, groupId, ann)
    const invitesBefore = await listSentInvites(owner, groupId)
    const readPushes = await recordPushes(ctx)
    expect((await answer(ann, groupId, 'decline')).status).toBe(204)
    expect(await readPushes()).toEqual([{ to: [ann.id], push: { type: 'group:invite', groupId, invite: null } }])
    expect(await listInvites(ann)).toEqual([])
    expect(await readRole(ann, groupId)).toBe('NONE')
    expect(await listSentInvites(owner, groupId)).toEqual(invitesBefore)
    expect(await listInvitableGroups(owner, ann)).not.toContain(groupId)
    expect((await invite(owner, groupId, ann)).status).toBe(409)
    expect((await answer(ann, groupId, 'decline')).status).toBe(403)
    expect((await answer(ann, groupId, 'accept')).status).toBe(403)
  })

  test('reveals no more to another admin than to the sender', async () => {
    const [ann, admin] = [await aMember(db), await aMember(db)]
    const { groupId, owner } = await aGroup(db, { admins: [admin] })
    await invite(owner, groupId, ann)
    const readAdminView = async () => ({
      sent: await listSentInvites(admin, groupId),
      owned: await listInvitableGroups(admin, ann),
      repeatedStatus: (await invite(admin, groupId, ann)).status,
    })
    const beforeDecline = await readAdminView()
    await answer(ann, groupId, 'decline')
    expect(await readAdminView()).toEqual(beforeDecline)
    expect(beforeDecline).toMatchObject({ owned: [], repeatedStatus: 409 })
  })

  test("applies to the sender's later invites, which only look sent; another admin's invite is delivered", async () => {
    const [ann, admin] = [await aMember(db), await aMember(db)]
    const { groupId, owner } = await aGroup(db, { admins: [admin] })
    await invite(owner, groupId, ann)
    await answer(ann, groupId, 'decline')
    expect((await withdraw(owner, groupId, ann)).status).toBe(204)
    expect(await listSentInvites(owner, groupId)).toEqual([])
    expect(await listInvitableGroups(owner, ann)).toContain(groupId)
    const readPushes = await recordPushes(ctx)
    const secondInvite = await invite(owner, groupId, ann, 'Snälla')
    expect(secondInvite).toMatchObject({
      status: 201,
      body: { recipientName: ann.userName, inviterName: owner.userName },
    })
    expect(await listSentInvites(owner, groupId)).toEqual([secondInvite.body])
    expect(await readPushes()).toEqual([])
    expect(await listInvites(ann)).toEqual([])
    expect((await invite(admin, groupId, ann)).status).toBe(409)
    expect((await withdraw(admin, groupId, ann)).status).toBe(204)
    expect((await invite(admin, groupId, ann)).status).toBe(201)
    expect(await listInvites(ann)).toMatchObject([{ inviterName: admin.userName }])
    expect((await answer(ann, groupId, 'accept')).status).toBe(200)
    expect(await listSentInvites(owner, groupId)).toEqual([])
  })
})

describe('the removal of an invite', () => {
  const actions: [string, (roles: { owner: TestMember; admin: TestMember; groupId: string }) => Promise<unknown>][] = [
    ['with the group', ({ owner, groupId }) => as(owner).post(`/groups/${groupId}/delete`)],
    [
      'when its inviter is no longer an admin',
      ({ owner, admin, groupId }) => as(owner).post(`/groups/${groupId}/members/${encodeName(admin)}/demote`),
    ],
    [
      'when its inviter is removed',
      ({ owner, admin, groupId }) => as(owner).post(`/groups/${groupId}/members/${encodeName(admin)}/remove`),
    ],
    ['when its inviter leaves', ({ admin, groupId }) => as(admin).post(`/groups/${groupId}/leave`)],
  ]
  test.each(actions)('happens %s, and notifies its recipient', async (_, removeInvite) => {
    const [ann, admin] = [await aMember(db), await aMember(db)]
    const { groupId, owner } = await aGroup(db, { admins: [admin] })
    await invite(admin, groupId, ann)
    const readPushes = await recordPushes(ctx)
    await removeInvite({ owner, admin, groupId })
    expect(await readPushes()).toContainEqual({ to: [ann.id], push: { type: 'group:invite', groupId, invite: null } })
    expect(await listInvites(ann)).toEqual([])
    expect((await answer(ann, groupId, 'accept')).status).toBeGreaterThanOrEqual(403)
  })

  test('happens once when any admin withdraws it', { tags: 'groups.invite-withdrawn' }, async () => {
    const [ann, admin] = [await aMember(db), await aMember(db)]
    const { groupId, owner } = await aGroup(db, { admins: [admin] })
    await invite(admin, groupId, ann)
    const readPushes = await recordPushes(ctx)
    const responses = await Promise.all(Array.from({ length: 5 }, () => withdraw(owner, groupId, ann)))
    expect(responses.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404, 404])
    expect(await readPushes()).toEqual([{ to: [ann.id], push: { type: 'group:invite', groupId, invite: null } }])
    expect((await answer(ann, groupId, 'accept')).status).toBe(403)
    expect((await invite(admin, groupId, ann)).status).toBe(201)
  })
})

test('the list of groups to invite a member to omits groups that the member is in or invited to', {
  tags: 'groups.invitable-groups',
}, async () => {
  const [ann, admin] = [await aMember(db), await aMember(db)]
  const administered = { admins: [admin] }
  const [invitableGroup, invitedGroup, joinedGroup, otherGroup] = [
    await aGroup(db, administered),
    await aGroup(db, administered),
    await aGroup(db, { ...administered, members: [ann] }),
    await aGroup(db, { members: [admin] }),
  ]
  await invite(invitedGroup.owner, invitedGroup.groupId, ann)
  expect(await listInvitableGroups(admin, ann)).toEqual([invitableGroup.groupId])
  expect(await listInvitableGroups(joinedGroup.owner, ann)).toEqual([])
  expect(await listInvitableGroups(admin, admin)).toEqual([])
  expect(await listInvitableGroups(otherGroup.owner, ann)).toEqual([otherGroup.groupId])
})

test("a member's invites are paged, newest first", { tags: 'groups.invites-list' }, async () => {
  const ann = await aMember(db)
  const groups: string[] = []
  for (let n = 0; n < 3; n += 1) {
    const { groupId, owner } = await aGroup(db)
    await invite(owner, groupId, ann)
    groups.unshift(groupId)
  }
  const readPage = async (query: string) =>
    (await as(ann).get<GroupInvite[]>(`/groups/invites${query}`)).body.map(({ group }) => group.groupId)
  expect(await readPage('')).toEqual(groups)
  expect(await readPage('?limit=2')).toEqual(groups.slice(0, 2))
  expect(await readPage(`?limit=2&before=${groups[1]}`)).toEqual(groups.slice(2))
})

test('the team appears in groups as Teamet; group admins can also refer to it by the name of an admin', async () => {
  const team = await aMember(db, { level: 'ADMIN' })
  const { groupId, owner } = await aGroup(db, { members: [team] })
  const { body } = await as(owner).get<{ userName: string }[]>(`/groups/${groupId}/members`)
  expect(body.map(({ userName }) => userName)).toContain('Teamet')
  expect(JSON.stringify(body)).not.toContain(team.userName)
  expect((await as(owner).post(`/groups/${groupId}/members/${encodeName(team)}/promote`)).status).toBe(204)
  expect((await as(owner).post(`/groups/${groupId}/members/Teamet/remove`)).status).toBe(204)
  expect((await as(owner).post(`/groups/${groupId}/members/${encodeName(team)}/remove`)).status).toBe(404)
})
