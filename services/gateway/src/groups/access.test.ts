import { aGroup } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import { hashTables } from '@app/server/testing/table-hashes'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { GROUP_CHAT_OPERATION } from '../group-chats/testing.ts'
import { type Caller, listOperations, parseOperation, setUpTestGateway, UNUSED_ID } from '../testing.ts'
import { aGroupName } from './testing.ts'

const { app, ctx, as } = await setUpTestGateway()
const { db } = ctx

/** Reads all state that a request could change, including pushes. */
const readAllState = () => hashTables(db, ['groups', 'group_members', 'group_invites', 'media', 'outbox'])

const CALLER_NAMES = ['member', 'formerMember', 'invited', 'outsider', 'admin', 'owner', 'team', 'ignored'] as const
type CallerName = (typeof CALLER_NAMES)[number]

/** Creates a group, a caller with each relation to it, and further members that the requests name. */
async function createFixtures(isOpen: boolean) {
  const createMember = () => aMember(db)
  const [member, formerMember, invited, outsider, admin, ignored, otherMember, coAdmin, recipient, uninvited] =
    await Promise.all(Array.from({ length: 10 }, createMember))
  const team = await aMember(db, { level: 'ADMIN' })
  const { groupId, owner } = await aGroup(db, {
    isOpen,
    admins: [admin!, coAdmin!],
    members: [member!, formerMember!, otherMember!],
  })
  await as(formerMember!).post(`/groups/${groupId}/leave`)
  for (const target of [invited!, recipient!])
    await as(owner).post('/groups/invites', { groupId, recipientName: target.userName })
  await as(owner).post('/ignore', ignored!.userName)
  const callers = { member, formerMember, invited, outsider, admin, owner, team, ignored } as Record<
    CallerName,
    TestMember
  >
  return {
    groupId,
    callers,
    otherMember: otherMember!,
    coAdmin: coAdmin!,
    recipient: recipient!,
    uninvited: uninvited!,
  }
}

type Fixtures = Omit<Awaited<ReturnType<typeof createFixtures>>, 'callers'>

/** Fixtures for requests that are invalid for every group. */
const sharedFixtures = await createFixtures(false)

const encodeName = ({ userName }: TestMember) => encodeURIComponent(userName)

const MEMBERS_ONLY = {
  member: 200,
  formerMember: 403,
  invited: 403,
  outsider: 403,
  admin: 200,
  owner: 200,
  team: 403,
  ignored: 403,
}
const forAdmins = (status: number) => ({ ...MEMBERS_ONLY, member: 403, admin: status, owner: status })

type Action = {
  name: string
  statuses: Record<CallerName, number>
  run: (caller: Caller, fixtures: Fixtures) => Promise<{ status: number; body: unknown }>
  isOpen?: boolean
}

const ACTIONS: Action[] = [
  {
    name: 'GET /groups/{id}/open',
    statuses: Object.fromEntries(CALLER_NAMES.map((callerName) => [callerName, 200])) as Record<CallerName, number>,
    run: (caller, { groupId }) => caller.get(`/groups/${groupId}/open`),
  },
  {
    name: 'GET /groups/{id}/members',
    statuses: MEMBERS_ONLY,
    run: (caller, { groupId }) => caller.get(`/groups/${groupId}/members`),
  },
  {
    name: 'GET /groups/{id}/invites',
    statuses: forAdmins(200),
    run: (caller, { groupId }) => caller.get(`/groups/${groupId}/invites`),
  },
  {
    name: 'POST /groups/{id}',
    statuses: forAdmins(200),
    run: (caller, { groupId }) => caller.post(`/groups/${groupId}`, { description: 'Nytt', groupName: aGroupName() }),
  },
  {
    name: 'POST /groups/{id}/leave',
    statuses: { ...MEMBERS_ONLY, member: 204, admin: 204, owner: 204 },
    run: (caller, { groupId }) => caller.post(`/groups/${groupId}/leave`),
  },
  {
    name: 'POST /groups/{id}/join of a closed group',
    statuses: { ...MEMBERS_ONLY, member: 409, admin: 409, owner: 409 },
    run: (caller, { groupId }) => caller.post(`/groups/${groupId}/join`),
  },
  {
    name: 'POST /groups/{id}/join of an open group',
    statuses: {
      member: 409,
      formerMember: 200,
      invited: 200,
      outsider: 200,
      admin: 409,
      owner: 409,
      team: 200,
      ignored: 403,
    },
    run: (caller, { groupId }) => caller.post(`/groups/${groupId}/join`),
    isOpen: true,
  },
  {
    name: 'POST /groups/{id}/accept',
    statuses: { ...MEMBERS_ONLY, member: 409, admin: 409, owner: 409, invited: 200 },
    run: (caller, { groupId }) => caller.post(`/groups/${groupId}/accept`),
  },
  {
    name: 'POST /groups/{id}/decline',
    statuses: { ...MEMBERS_ONLY, member: 409, admin: 409, owner: 409, invited: 204 },
    run: (caller, { groupId }) => caller.post(`/groups/${groupId}/decline`),
  },
  {
    name: 'POST /groups/{id}/delete',
    statuses: { ...MEMBERS_ONLY, member: 403, admin: 403, owner: 204 },
    run: (caller, { groupId }) => caller.post(`/groups/${groupId}/delete`),
  },
  {
    name: 'POST /groups/invites',
    statuses: forAdmins(201),
    run: (caller, { groupId, uninvited }) =>
      caller.post('/groups/invites', { groupId, recipientName: uninvited.userName }),
  },
  {
    name: 'POST /groups/{id}/invites/{userName}/withdraw',
    statuses: forAdmins(204),
    run: (caller, { groupId, recipient }) =>
      caller.post(`/groups/${groupId}/invites/${encodeName(recipient)}/withdraw`),
  },
  {
    name: 'POST /groups/{id}/members/{userName}/remove',
    statuses: forAdmins(204),
    run: (caller, { groupId, otherMember }) =>
      caller.post(`/groups/${groupId}/members/${encodeName(otherMember)}/remove`),
  },
  {
    name: 'POST /groups/{id}/members/{userName}/promote',
    statuses: forAdmins(204),
    run: (caller, { groupId, otherMember }) =>
      caller.post(`/groups/${groupId}/members/${encodeName(otherMember)}/promote`),
  },
  {
    name: 'POST /groups/{id}/members/{userName}/demote',
    statuses: forAdmins(204),
    run: (caller, { groupId, coAdmin }) => caller.post(`/groups/${groupId}/members/${encodeName(coAdmin)}/demote`),
  },
]

const ROUTES_WITHOUT_GROUP = [
  'GET /groups',
  'POST /groups',
  ...['admin', 'can-join', 'count', 'invites', 'owned'].map((list) => `GET /groups/${list}`),
]

test('the table covers every group route except those of group chats', () => {
  const operations = listOperations(app).filter((name) => name.includes(' /groups') && !GROUP_CHAT_OPERATION.test(name))
  expect(new Set([...ACTIONS.map(({ name }) => parseOperation(name)), ...ROUTES_WITHOUT_GROUP])).toEqual(
    new Set(operations),
  )
})

describe.each(ACTIONS)('$name', ({ statuses, run, isOpen = false }) => {
  test('is limited to the roles in the table; a rejected request changes nothing and sends no push', {
    tags: 'groups.requests-by-role',
  }, async () => {
    const [accepted, rejected] = [[], []] as [CallerName[], CallerName[]]
    for (const callerName of CALLER_NAMES) (statuses[callerName] < 400 ? accepted : rejected).push(callerName)
    // Rejected requests change nothing, so they can share their fixtures.
    const { callers, ...fixtures } = await createFixtures(isOpen)
    const stateBefore = await readAllState()
    for (const callerName of rejected) {
      const { status, body } = await run(as(callers[callerName]), fixtures)
      expect({ callerName, status }).toEqual({ callerName, status: statuses[callerName] })
      expect(body).toMatchObject({ code: status === 409 ? 'CONFLICT' : 'FORBIDDEN' })
      expect(await readAllState()).toEqual(stateBefore)
    }
    for (const callerName of accepted) {
      const { callers, ...fixtures } = await createFixtures(isOpen)
      const { status } = await run(as(callers[callerName]), fixtures)
      expect({ callerName, status }).toEqual({ callerName, status: statuses[callerName] })
    }
  })

  test('responds NOT_FOUND for a group that does not exist or whose members are all being deleted', async () => {
    const { callers, ...fixtures } = await createFixtures(isOpen)
    const heldGroup = await aGroup(db, { owner: callers.outsider, isOpen })
    await db.updateTable('group_members').set({ held: true }).where('groupId', '=', heldGroup.groupId).execute()
    await db.updateTable('groups').set({ memberCount: 0 }).where('id', '=', heldGroup.groupId).execute()
    const stateBefore = await readAllState()
    for (const groupId of [UNUSED_ID, heldGroup.groupId])
      for (const callerName of ['member', 'owner', 'team'] as const)
        expect(await run(as(callers[callerName]), { ...fixtures, groupId })).toMatchObject({
          status: 404,
          body: { code: 'NOT_FOUND' },
        })
    expect(await readAllState()).toEqual(stateBefore)
  })

  test.each(['0', '-1', 'abc', '1.5', '9999999999999999999999', '1%00'])('rejects the id %s', async (groupId) => {
    const { callers, ...fixtures } = sharedFixtures
    expect(await run(as(callers.owner), { ...fixtures, groupId })).toMatchObject({ status: 400 })
  })
})

test('members and invite recipients are found only in their own group', async () => {
  const { groupId, callers, otherMember, recipient } = await createFixtures(false)
  const ownGroup = { groupId, owner: callers.owner }
  const otherGroup = await aGroup(db)
  const stateBefore = await readAllState()
  for (const { group, path } of [
    ...['remove', 'promote', 'demote'].map((action) => ({
      group: otherGroup,
      path: `members/${encodeName(otherMember)}/${action}`,
    })),
    { group: otherGroup, path: `invites/${encodeName(recipient)}/withdraw` },
    { group: ownGroup, path: `members/${encodeName(callers.outsider)}/remove` },
    { group: ownGroup, path: `members/${encodeName(callers.formerMember)}/promote` },
  ])
    expect(await as(group.owner).post(`/groups/${group.groupId}/${path}`)).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND' },
    })
  expect(await readAllState()).toEqual(stateBefore)
})

test("an outsider's request does not wait for the group's lock", async () => {
  const { groupId } = await aGroup(db)
  const outsider = as(await aMember(db))
  await db.transaction().execute(async (tx) => {
    await sql`select id from groups where id = ${groupId} for update`.execute(tx)
    for (const action of ['leave', 'join', 'accept', 'delete'])
      expect((await outsider.post(`/groups/${groupId}/${action}`)).status).toBe(403)
  })
})

test('lists and counts are empty for an outsider', { tags: 'groups.own-lists-only' }, async () => {
  await aGroup(db, { isOpen: true })
  const outsider = as(await aMember(db))
  for (const list of ['', '/admin', '/invites', `/owned?exclude=${encodeName((await aGroup(db)).owner)}`])
    expect((await outsider.get(`/groups${list}`)).body).toEqual([])
  expect((await outsider.get('/groups/count')).body).toEqual({ groups: 0, messages: 0, invites: 0 })
})
