import type { Group, GroupInvite, SentGroupInvite } from '@app/contract/groups'
import { aGroup } from '@app/server/testing'
import { aMember, type TestMember } from '@app/server/testing-members'
import { describe, expect, test } from 'vitest'
import { gatewayOfThisFile } from '../testing.ts'
import { listen, rowOf, storedMembers } from './testing.ts'

const { ctx, as } = await gatewayOfThisFile()
const guarded = await gatewayOfThisFile({ settings: { RATE_LIMITS: 'on' } })
const { db } = ctx

const path = ({ userName }: TestMember) => encodeURIComponent(userName)
const invite = (who: TestMember, groupId: string, whom: TestMember, message?: string) =>
  as(who).post<SentGroupInvite>('/groups/invites', { groupId, recipientName: whom.userName, message })
const invitesTo = async (who: TestMember) => (await as(who).get<GroupInvite[]>('/groups/invites')).body
const sentBy = async (who: TestMember, groupId: string) =>
  (await as(who).get<SentGroupInvite[]>(`/groups/${groupId}/invites`)).body
const roleOf = async (who: TestMember, groupId: string) =>
  (await as(who).get<Group>(`/groups/${groupId}/open`)).body.role
const countOf = async (who: TestMember) => (await as(who).get<{ invites: number }>('/groups/count')).body.invites
const answer = (who: TestMember, groupId: string, word: 'accept' | 'decline') =>
  as(who).post(`/groups/${groupId}/${word}`)
const withdraw = (who: TestMember, groupId: string, whom: TestMember) =>
  as(who).post(`/groups/${groupId}/invites/${path(whom)}/withdraw`)
const ownedBy = async (who: TestMember, whom: TestMember) =>
  (await as(who).get<Group[]>(`/groups/owned?exclude=${path(whom)}`)).body.map(({ groupId }) => groupId)

describe('an invite', () => {
  test('reaches its recipient and nobody else, and stands in the lists of both sides', async () => {
    const [ann, admin] = [await aMember(db), await aMember(db)]
    const { groupId, groupName, owner } = await aGroup(db, { admins: [admin] })
    const told = await listen(ctx)
    const { status, body } = await invite(owner, groupId, ann, 'Kom med!')
    expect(status).toBe(201)
    expect(body).toEqual({
      recipientName: ann.userName,
      recipientPhotoUrl: null,
      couple: false,
      inviterName: owner.userName,
      sentAt: expect.any(String),
    })
    const [mine, ...more] = await invitesTo(ann)
    expect(more).toEqual([])
    expect(mine).toMatchObject({
      group: { groupId, groupName, memberCount: 2 },
      inviterName: owner.userName,
      message: 'Kom med!',
      sentAt: body.sentAt,
    })
    expect(await told()).toEqual([{ to: [ann.id], push: { type: 'group:invite', groupId, invite: mine } }])
    for (const who of [owner, admin]) expect(await sentBy(who, groupId)).toEqual([body])
    expect(await roleOf(ann, groupId)).toBe('INVITED')
    expect(await countOf(ann)).toBe(1)
  })

  test('that is open, or to somebody who is in, is a conflict, whoever asks', async () => {
    const [ann, admin, bo] = [await aMember(db), await aMember(db), await aMember(db)]
    const { groupId, owner } = await aGroup(db, { admins: [admin], members: [bo] })
    await invite(owner, groupId, ann)
    const told = await listen(ctx)
    for (const [who, whom] of [
      [owner, ann],
      [admin, ann],
      [owner, bo],
      [owner, owner],
    ] as const)
      expect(await invite(who, groupId, whom)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
    expect(await told()).toEqual([])
  })

  test('sent ten times at the same moment by two admins is one', async () => {
    const [ann, admin] = [await aMember(db), await aMember(db)]
    const { groupId, owner } = await aGroup(db, { admins: [admin] })
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => invite(n % 2 ? owner : admin, groupId, ann)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)])
    expect(await invitesTo(ann)).toHaveLength(1)
  })

  test.each(['of the recipient', 'of the inviter'])('does not pass the ignoring %s', async (whose) => {
    const ann = await aMember(db)
    const { groupId, owner } = await aGroup(db)
    const [one, other] = whose === 'of the recipient' ? [ann, owner] : [owner, ann]
    await as(one).post('/ignore', other.userName)
    expect(await invite(owner, groupId, ann)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect(await invitesTo(ann)).toEqual([])
  })

  test('is out of sight while one ignores the other, and both lists hear of it', async () => {
    const ann = await aMember(db)
    const { groupId, owner } = await aGroup(db)
    await invite(owner, groupId, ann)
    let told = await listen(ctx)
    await as(ann).post('/ignore', owner.userName)
    expect(await told()).toContainEqual({ to: [ann.id], push: { type: 'group:invite', groupId, invite: null } })
    expect(await invitesTo(ann)).toEqual([])
    expect(await countOf(ann)).toBe(0)
    expect((await answer(ann, groupId, 'accept')).status).toBe(403)
    told = await listen(ctx)
    await as(ann).post('/ignore/remove', owner.userName)
    const [back] = await invitesTo(ann)
    expect(await told()).toContainEqual({ to: [ann.id], push: { type: 'group:invite', groupId, invite: back } })
  })

  test('goes nowhere without a member of that name, also one on the way out', async () => {
    const { groupId, owner } = await aGroup(db)
    const gone = await aMember(db, { deletedAt: new Date() })
    expect((await invite(owner, groupId, gone)).status).toBe(404)
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
  ])('of the form %j is refused', async (body) => {
    const ann = await aMember(db)
    expect(await as(ann).post('/groups/invites', body)).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
  })

  test('counts against what a new member may send in a day', async () => {
    const owner = await aMember(guarded.ctx.db)
    const { groupId } = await aGroup(guarded.ctx.db, { owner })
    const send = async () =>
      guarded.as(owner).post('/groups/invites', {
        groupId,
        recipientName: (await aMember(guarded.ctx.db)).userName,
      })
    for (let n = 0; n < 5; n += 1) expect((await send()).status).toBe(201)
    expect(await send()).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } })
  })
})

describe('accepting', () => {
  test('makes a member of me; nothing of the invite is left', async () => {
    const ann = await aMember(db)
    const { groupId, owner } = await aGroup(db)
    await invite(owner, groupId, ann)
    const told = await listen(ctx)
    const { status, body } = await as(ann).post<Group>(`/groups/${groupId}/accept`)
    expect({ status, body }).toMatchObject({ status: 200, body: { role: 'MEMBER', memberCount: 2, newMessages: 0 } })
    expect(await told()).toMatchObject([
      { to: [ann.id], push: { type: 'group:invite', groupId, invite: null } },
      { to: [ann.id], push: { type: 'group:changed', groupId, group: body } },
      { group: groupId, push: { type: 'group:info', info: { memberCount: 2 } } },
    ])
    expect(await invitesTo(ann)).toEqual([])
    expect(await sentBy(owner, groupId)).toEqual([])
  })

  test('ten times at the same moment happens once', async () => {
    const ann = await aMember(db)
    const { groupId, owner } = await aGroup(db)
    await invite(owner, groupId, ann)
    const answers = await Promise.all(Array.from({ length: 10 }, () => answer(ann, groupId, 'accept')))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
    expect(await storedMembers(ctx, groupId)).toHaveLength(2)
    expect(await rowOf(ctx, groupId)).toMatchObject({ memberCount: 2 })
  })

  test('and declining at the same moment is one of the two', async () => {
    const ann = await aMember(db)
    const { groupId, owner } = await aGroup(db)
    await invite(owner, groupId, ann)
    const [accepted, declined] = await Promise.all([answer(ann, groupId, 'accept'), answer(ann, groupId, 'decline')])
    const inside = accepted?.status === 200
    expect([accepted?.status, declined?.status]).toEqual(inside ? [200, 409] : [403, 204])
    expect(await storedMembers(ctx, groupId)).toHaveLength(inside ? 2 : 1)
  })

  test('and withdrawing at the same moment is one of the two', async () => {
    const ann = await aMember(db)
    const { groupId, owner } = await aGroup(db)
    await invite(owner, groupId, ann)
    const [accepted, withdrawn] = await Promise.all([answer(ann, groupId, 'accept'), withdraw(owner, groupId, ann)])
    const inside = accepted?.status === 200
    expect([accepted?.status, withdrawn?.status]).toEqual(inside ? [200, 404] : [403, 204])
  })

  test('more than 200 groups is refused, also in parallel; one that is left makes room', async () => {
    const ann = await aMember(guarded.ctx.db)
    const groups: string[] = []
    const owner = await aMember(guarded.ctx.db)
    for (let n = 0; n < 203; n += 1)
      groups.push((await aGroup(guarded.ctx.db, { owner, isOpen: true, members: n < 198 ? [ann] : [] })).groupId)
    const join = (groupId: string | undefined) => guarded.as(ann).post(`/groups/${groupId}/join`)
    const answers = await Promise.all(groups.slice(198).map(join))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400, 400])
    const refused = groups[198 + answers.findIndex(({ status }) => status === 400)]
    expect((await join(refused)).body).toMatchObject({ code: 'VALIDATION' })
    await guarded.as(ann).post(`/groups/${groups[0]}/leave`)
    expect((await join(refused)).status).toBe(200)
  })
})

describe('declining', () => {
  test('takes it out of my list; who has sent it is not told, and sees it waiting', async () => {
    const ann = await aMember(db)
    const { groupId, owner } = await aGroup(db)
    await invite(owner, groupId, ann)
    const before = await sentBy(owner, groupId)
    const told = await listen(ctx)
    expect((await answer(ann, groupId, 'decline')).status).toBe(204)
    expect(await told()).toEqual([{ to: [ann.id], push: { type: 'group:invite', groupId, invite: null } }])
    expect(await invitesTo(ann)).toEqual([])
    expect(await roleOf(ann, groupId)).toBe('NONE')
    expect(await sentBy(owner, groupId)).toEqual(before)
    expect(await ownedBy(owner, ann)).not.toContain(groupId)
    expect((await invite(owner, groupId, ann)).status).toBe(409)
    expect((await answer(ann, groupId, 'decline')).status).toBe(403)
    expect((await answer(ann, groupId, 'accept')).status).toBe(403)
  })

  test('shows no more to another admin than to the one who sent it', async () => {
    const [ann, admin] = [await aMember(db), await aMember(db)]
    const { groupId, owner } = await aGroup(db, { admins: [admin] })
    await invite(owner, groupId, ann)
    const read = async () => ({
      sent: await sentBy(admin, groupId),
      owned: await ownedBy(admin, ann),
      again: (await invite(admin, groupId, ann)).status,
    })
    const waiting = await read()
    await answer(ann, groupId, 'decline')
    expect(await read()).toEqual(waiting)
    expect(waiting).toMatchObject({ owned: [], again: 409 })
  })

  test('outlives withdrawing: the next one looks sent and arrives nowhere; another admin’s arrives', async () => {
    const [ann, admin] = [await aMember(db), await aMember(db)]
    const { groupId, owner } = await aGroup(db, { admins: [admin] })
    await invite(owner, groupId, ann)
    await answer(ann, groupId, 'decline')
    expect((await withdraw(owner, groupId, ann)).status).toBe(204)
    expect(await sentBy(owner, groupId)).toEqual([])
    expect(await ownedBy(owner, ann)).toContain(groupId)
    const told = await listen(ctx)
    const again = await invite(owner, groupId, ann, 'Snälla')
    expect(again).toMatchObject({ status: 201, body: { recipientName: ann.userName, inviterName: owner.userName } })
    expect(await sentBy(owner, groupId)).toEqual([again.body])
    expect(await told()).toEqual([])
    expect(await invitesTo(ann)).toEqual([])
    expect((await invite(admin, groupId, ann)).status).toBe(409)
    expect((await withdraw(admin, groupId, ann)).status).toBe(204)
    expect((await invite(admin, groupId, ann)).status).toBe(201)
    expect(await invitesTo(ann)).toMatchObject([{ inviterName: admin.userName }])
    expect((await answer(ann, groupId, 'accept')).status).toBe(200)
    expect(await sentBy(owner, groupId)).toEqual([])
  })
})

describe('an invite ends', () => {
  const ways: [string, (of: { owner: TestMember; admin: TestMember; groupId: string }) => Promise<unknown>][] = [
    ['with the group', ({ owner, groupId }) => as(owner).post(`/groups/${groupId}/delete`)],
    [
      'when its inviter is no admin any more',
      ({ owner, admin, groupId }) => as(owner).post(`/groups/${groupId}/members/${path(admin)}/demote`),
    ],
    [
      'when its inviter is put out',
      ({ owner, admin, groupId }) => as(owner).post(`/groups/${groupId}/members/${path(admin)}/remove`),
    ],
    ['when its inviter leaves', ({ admin, groupId }) => as(admin).post(`/groups/${groupId}/leave`)],
  ]
  test.each(ways)('%s, and its recipient is told', async (_, end) => {
    const [ann, admin] = [await aMember(db), await aMember(db)]
    const { groupId, owner } = await aGroup(db, { admins: [admin] })
    await invite(admin, groupId, ann)
    const told = await listen(ctx)
    await end({ owner, admin, groupId })
    expect(await told()).toContainEqual({ to: [ann.id], push: { type: 'group:invite', groupId, invite: null } })
    expect(await invitesTo(ann)).toEqual([])
    expect((await answer(ann, groupId, 'accept')).status).toBeGreaterThanOrEqual(403)
  })

  test('when any admin takes it back, once', async () => {
    const [ann, admin] = [await aMember(db), await aMember(db)]
    const { groupId, owner } = await aGroup(db, { admins: [admin] })
    await invite(admin, groupId, ann)
    const told = await listen(ctx)
    const answers = await Promise.all(Array.from({ length: 5 }, () => withdraw(owner, groupId, ann)))
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404, 404])
    expect(await told()).toEqual([{ to: [ann.id], push: { type: 'group:invite', groupId, invite: null } }])
    expect((await answer(ann, groupId, 'accept')).status).toBe(403)
    expect((await invite(admin, groupId, ann)).status).toBe(201)
  })
})

test('whom I can invite to which of my groups', async () => {
  const [ann, admin] = [await aMember(db), await aMember(db)]
  const mine = { admins: [admin] }
  const [free, invited, inside, notAdmin] = [
    await aGroup(db, mine),
    await aGroup(db, mine),
    await aGroup(db, { ...mine, members: [ann] }),
    await aGroup(db, { members: [admin] }),
  ]
  await invite(invited.owner, invited.groupId, ann)
  expect(await ownedBy(admin, ann)).toEqual([free.groupId])
  expect(await ownedBy(inside.owner, ann)).toEqual([])
  expect(await ownedBy(admin, admin)).toEqual([])
  expect(await ownedBy(notAdmin.owner, ann)).toEqual([notAdmin.groupId])
})

test('invites to me come page by page, the newest first', async () => {
  const ann = await aMember(db)
  const groups: string[] = []
  for (let n = 0; n < 3; n += 1) {
    const { groupId, owner } = await aGroup(db)
    await invite(owner, groupId, ann)
    groups.unshift(groupId)
  }
  const page = async (query: string) =>
    (await as(ann).get<GroupInvite[]>(`/groups/invites${query}`)).body.map(({ group }) => group.groupId)
  expect(await page('')).toEqual(groups)
  expect(await page('?limit=2')).toEqual(groups.slice(0, 2))
  expect(await page(`?limit=2&before=${groups[1]}`)).toEqual(groups.slice(2))
})

test('the team is in a group under its own name; it is managed by that and by the names of admins', async () => {
  const team = await aMember(db, { level: 'ADMIN' })
  const { groupId, owner } = await aGroup(db, { members: [team] })
  const { body } = await as(owner).get<{ userName: string }[]>(`/groups/${groupId}/members`)
  expect(body.map(({ userName }) => userName)).toContain('Teamet')
  expect(JSON.stringify(body)).not.toContain(team.userName)
  expect((await as(owner).post(`/groups/${groupId}/members/${path(team)}/promote`)).status).toBe(204)
  expect((await as(owner).post(`/groups/${groupId}/members/Teamet/remove`)).status).toBe(204)
  expect((await as(owner).post(`/groups/${groupId}/members/${path(team)}/remove`)).status).toBe(404)
})
