import { aGroup, pushes } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { GROUP_CHAT } from '../group-chats/testing.ts'
import { type Caller, listOperations, operationOf, setUpTestGateway, UNUSED_ID } from '../testing.ts'
import { aGroupName } from './testing.ts'

const { app, ctx, as } = await setUpTestGateway()
const { db } = ctx

/** Reads all state that a request could change, including pushes. */
async function readAllState(): Promise<unknown> {
  const tables = ['groups', 'group_members', 'group_invites', 'media'] as const
  const rows = await Promise.all(
    tables.map((table) => sql`select * from ${sql.table(table)} t order by t::text`.execute(db)),
  )
  return [rows.map(({ rows }) => rows), await pushes(db)]
}

const CALLER_NAMES = ['member', 'formerMember', 'invited', 'outsider', 'admin', 'owner', 'team', 'ignored'] as const
type CallerName = (typeof CALLER_NAMES)[number]

/** Creates a group, one member in each relation to it, and further members that the requests name. */
async function createFixtures(isOpen: boolean) {
  const createMember = () => aMember(db)
  const [member, formerMember, invited, outsider, admin, ignored, bo, coAdmin, recipient, uninvited] =
    await Promise.all(Array.from({ length: 10 }, createMember))
  const team = await aMember(db, { level: 'ADMIN' })
  const { groupId, owner } = await aGroup(db, {
    isOpen,
    admins: [admin!, coAdmin!],
    members: [member!, formerMember!, bo!],
  })
  await as(formerMember!).post(`/groups/${groupId}/leave`)
  for (const target of [invited!, recipient!])
    await as(owner).post('/groups/invites', { groupId, recipientName: target.userName })
  await as(owner).post('/ignore', ignored!.userName)
  const callers = { member, formerMember, invited, outsider, admin, owner, team, ignored } as Record<
    CallerName,
    TestMember
  >
  return { groupId, callers, bo: bo!, coAdmin: coAdmin!, recipient: recipient!, uninvited: uninvited! }
}

type Fixtures = Omit<Awaited<ReturnType<typeof createFixtures>>, 'callers'>
type Action = (member: Caller, fixtures: Fixtures) => Promise<{ status: number; body: unknown }>

const encodeName = ({ userName }: TestMember) => encodeURIComponent(userName)
const SAVE = { description: 'Nytt' }

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

const ACTIONS: [string, Record<CallerName, number>, Action, boolean?][] = [
  [
    'GET /groups/{id}/open',
    Object.fromEntries(CALLER_NAMES.map((member) => [member, 200])) as Record<CallerName, number>,
    (member, { groupId }) => member.get(`/groups/${groupId}/open`),
  ],
  ['GET /groups/{id}/members', MEMBERS_ONLY, (member, { groupId }) => member.get(`/groups/${groupId}/members`)],
  ['GET /groups/{id}/invites', forAdmins(200), (member, { groupId }) => member.get(`/groups/${groupId}/invites`)],
  [
    'POST /groups/{id}',
    forAdmins(200),
    (member, { groupId }) => member.post(`/groups/${groupId}`, { ...SAVE, groupName: aGroupName() }),
  ],
  [
    'POST /groups/{id}/leave',
    { ...MEMBERS_ONLY, member: 204, admin: 204, owner: 204 },
    (member, { groupId }) => member.post(`/groups/${groupId}/leave`),
  ],
  [
    'POST /groups/{id}/join of a closed group',
    { ...MEMBERS_ONLY, member: 409, admin: 409, owner: 409 },
    (member, { groupId }) => member.post(`/groups/${groupId}/join`),
  ],
  [
    'POST /groups/{id}/join of an open group',
    { member: 409, formerMember: 200, invited: 200, outsider: 200, admin: 409, owner: 409, team: 200, ignored: 403 },
    (member, { groupId }) => member.post(`/groups/${groupId}/join`),
    true,
  ],
  [
    'POST /groups/{id}/accept',
    { ...MEMBERS_ONLY, member: 409, admin: 409, owner: 409, invited: 200 },
    (member, { groupId }) => member.post(`/groups/${groupId}/accept`),
  ],
  [
    'POST /groups/{id}/decline',
    { ...MEMBERS_ONLY, member: 409, admin: 409, owner: 409, invited: 204 },
    (member, { groupId }) => member.post(`/groups/${groupId}/decline`),
  ],
  [
    'POST /groups/{id}/delete',
    { ...MEMBERS_ONLY, member: 403, admin: 403, owner: 204, team: 204 },
    (member, { groupId }) => member.post(`/groups/${groupId}/delete`),
  ],
  [
    'POST /groups/invites',
    forAdmins(201),
    (member, { groupId, uninvited }) => member.post('/groups/invites', { groupId, recipientName: uninvited.userName }),
  ],
  [
    'POST /groups/{id}/invites/{userName}/withdraw',
    forAdmins(204),
    (member, { groupId, recipient }) => member.post(`/groups/${groupId}/invites/${encodeName(recipient)}/withdraw`),
  ],
  ...(['remove', 'promote'] as const).map((action): [string, Record<CallerName, number>, Action] => [
    `POST /groups/{id}/members/{userName}/${action}`,
    forAdmins(204),
    (member, { groupId, bo }) => member.post(`/groups/${groupId}/members/${encodeName(bo)}/${action}`),
  ]),
  [
    'POST /groups/{id}/members/{userName}/demote',
    forAdmins(204),
    (member, { groupId, coAdmin }) => member.post(`/groups/${groupId}/members/${encodeName(coAdmin)}/demote`),
  ],
]

/** Routes that name no group. */
const WITHOUT_GROUP = [
  'GET /groups',
  'POST /groups',
  ...['admin', 'can-join', 'count', 'invites', 'owned'].map((list) => `GET /groups/${list}`),
]

test('the table, or that of group chats, covers every route of groups', () => {
  const operations = listOperations(app).filter((name) => name.includes(' /groups') && !GROUP_CHAT.test(name))
  expect(new Set([...ACTIONS.map(([name]) => operationOf(name)), ...WITHOUT_GROUP])).toEqual(new Set(operations))
})

describe.each(ACTIONS)('%s', (_, statuses, action, isOpen = false) => {
  test('is limited to the roles in the table; a rejected request changes nothing and sends no push', {
    tags: 'groups.calls-by-role',
  }, async () => {
    for (const member of CALLER_NAMES) {
      const { callers, ...fixtures } = await createFixtures(isOpen)
      const before = await readAllState()
      const { status, body } = await action(as(callers[member]), fixtures)
      expect({ member, status }).toEqual({ member, status: statuses[member] })
      if (status < 400) continue
      expect(body).toMatchObject({ code: status === 409 ? 'CONFLICT' : 'FORBIDDEN' })
      expect(await readAllState()).toEqual(before)
    }
  })

  test('responds NOT_FOUND for a group that does not exist or has only members being deleted', async () => {
    const { callers, ...fixtures } = await createFixtures(isOpen)
    const held = await aGroup(db, { owner: callers.outsider, isOpen })
    await db.updateTable('group_members').set({ held: true }).where('groupId', '=', held.groupId).execute()
    await db.updateTable('groups').set({ memberCount: 0 }).where('id', '=', held.groupId).execute()
    const before = await readAllState()
    for (const groupId of [UNUSED_ID, held.groupId])
      for (const member of ['member', 'owner', 'team'] as const)
        expect(await action(as(callers[member]), { ...fixtures, groupId })).toMatchObject({
          status: 404,
          body: { code: 'NOT_FOUND' },
        })
    expect(await readAllState()).toEqual(before)
  })

  test.each(['0', '-1', 'abc', '1.5', '9999999999999999999999', '1%00'])('rejects the id %s', async (groupId) => {
    const { callers, ...fixtures } = await createFixtures(isOpen)
    expect(await action(as(callers.owner), { ...fixtures, groupId })).toMatchObject({ status: 400 })
  })
})

test("names of another group's members and recipients are not found", async () => {
  const { groupId, callers, bo, recipient } = await createFixtures(false)
  const other = await aGroup(db)
  const before = await readAllState()
  for (const suffix of [
    ...['remove', 'promote', 'demote'].map((action) => `members/${encodeName(bo)}/${action}`),
    `members/${encodeName(callers.outsider)}/remove`,
    `members/${encodeName(callers.formerMember)}/promote`,
    `invites/${encodeName(recipient)}/withdraw`,
  ]) {
    const isOfOther =
      !suffix.includes(encodeName(callers.outsider)) && !suffix.includes(encodeName(callers.formerMember))
    const response = await as(isOfOther ? other.owner : callers.owner).post(
      `/groups/${isOfOther ? other.groupId : groupId}/${suffix}`,
    )
    expect(response).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  }
  expect(await readAllState()).toEqual(before)
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

test('lists and counts contain only groups that the caller is in', { tags: 'groups.own-lists-only' }, async () => {
  await aGroup(db, { isOpen: true })
  const outsider = as(await aMember(db))
  for (const list of ['', '/admin', '/invites', `/owned?exclude=${encodeName((await aGroup(db)).owner)}`])
    expect((await outsider.get(`/groups${list}`)).body).toEqual([])
  expect((await outsider.get('/groups/count')).body).toEqual({ groups: 0, messages: 0, invites: 0 })
})
