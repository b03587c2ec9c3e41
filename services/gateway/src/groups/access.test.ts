import { aGroup, pushes } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { GROUP_CHAT } from '../group-chats/testing.ts'
import { type Caller, listOperations, operationOf, setUpTestGateway } from '../testing.ts'
import { aNewName } from './testing.ts'

const { app, ctx, as } = await setUpTestGateway()
const { db } = ctx

/** Reads all state that a call could change, including pushes. */
async function everything(): Promise<unknown> {
  const tables = ['groups', 'group_members', 'group_invites', 'media'] as const
  const rows = await Promise.all(
    tables.map((table) => sql`select * from ${sql.table(table)} t order by t::text`.execute(db)),
  )
  return [rows.map(({ rows }) => rows), await pushes(db)]
}

const WHO = ['member', 'former', 'invited', 'outsider', 'admin', 'owner', 'team', 'ignored'] as const
type CallerName = (typeof WHO)[number]

/** Creates one group with a member of each kind, and other groups that the calls need. */
async function aWorld(isOpen: boolean) {
  const createMember = () => aMember(db)
  const [member, former, invited, outsider, admin, ignored, bo, co, inga, free] = await Promise.all(
    Array.from({ length: 10 }, createMember),
  )
  const team = await aMember(db, { level: 'ADMIN' })
  const { groupId, owner } = await aGroup(db, {
    isOpen,
    admins: [admin!, co!],
    members: [member!, former!, bo!],
  })
  await as(former!).post(`/groups/${groupId}/leave`)
  for (const target of [invited!, inga!])
    await as(owner).post('/groups/invites', { groupId, recipientName: target.userName })
  await as(owner).post('/ignore', ignored!.userName)
  const callers = { member, former, invited, outsider, admin, owner, team, ignored } as Record<CallerName, TestMember>
  return { groupId, callers, bo: bo!, co: co!, inga: inga!, free: free! }
}

type Fixtures = Omit<Awaited<ReturnType<typeof aWorld>>, 'callers'>
type Call = (member: Caller, fixtures: Fixtures) => Promise<{ status: number; body: unknown }>

const path = ({ userName }: TestMember) => encodeURIComponent(userName)
const SAVE = { description: 'Nytt' }

const inside = {
  member: 200,
  former: 403,
  invited: 403,
  outsider: 403,
  admin: 200,
  owner: 200,
  team: 403,
  ignored: 403,
}
const forAdmins = (status: number) => ({ ...inside, member: 403, admin: status, owner: status })

const CALLS: [string, Record<CallerName, number>, Call, boolean?][] = [
  [
    'GET /groups/{id}/open',
    Object.fromEntries(WHO.map((member) => [member, 200])) as Record<CallerName, number>,
    (member, { groupId }) => member.get(`/groups/${groupId}/open`),
  ],
  ['GET /groups/{id}/members', inside, (member, { groupId }) => member.get(`/groups/${groupId}/members`)],
  ['GET /groups/{id}/invites', forAdmins(200), (member, { groupId }) => member.get(`/groups/${groupId}/invites`)],
  [
    'POST /groups/{id}',
    forAdmins(200),
    (member, { groupId }) => member.post(`/groups/${groupId}`, { ...SAVE, groupName: aNewName() }),
  ],
  [
    'POST /groups/{id}/leave',
    { ...inside, member: 204, admin: 204, owner: 204 },
    (member, { groupId }) => member.post(`/groups/${groupId}/leave`),
  ],
  [
    'POST /groups/{id}/join of a closed one',
    { ...inside, member: 409, admin: 409, owner: 409 },
    (member, { groupId }) => member.post(`/groups/${groupId}/join`),
  ],
  [
    'POST /groups/{id}/join of an open one',
    { member: 409, former: 200, invited: 200, outsider: 200, admin: 409, owner: 409, team: 200, ignored: 403 },
    (member, { groupId }) => member.post(`/groups/${groupId}/join`),
    true,
  ],
  [
    'POST /groups/{id}/accept',
    { ...inside, member: 409, admin: 409, owner: 409, invited: 200 },
    (member, { groupId }) => member.post(`/groups/${groupId}/accept`),
  ],
  [
    'POST /groups/{id}/decline',
    { ...inside, member: 409, admin: 409, owner: 409, invited: 204 },
    (member, { groupId }) => member.post(`/groups/${groupId}/decline`),
  ],
  [
    'POST /groups/{id}/delete',
    { ...inside, member: 403, admin: 403, owner: 204, team: 204 },
    (member, { groupId }) => member.post(`/groups/${groupId}/delete`),
  ],
  [
    'POST /groups/invites',
    forAdmins(201),
    (member, { groupId, free }) => member.post('/groups/invites', { groupId, recipientName: free.userName }),
  ],
  [
    'POST /groups/{id}/invites/{userName}/withdraw',
    forAdmins(204),
    (member, { groupId, inga }) => member.post(`/groups/${groupId}/invites/${path(inga)}/withdraw`),
  ],
  ...(['remove', 'promote'] as const).map((word): [string, Record<CallerName, number>, Call] => [
    `POST /groups/{id}/members/{userName}/${word}`,
    forAdmins(204),
    (member, { groupId, bo }) => member.post(`/groups/${groupId}/members/${path(bo)}/${word}`),
  ]),
  [
    'POST /groups/{id}/members/{userName}/demote',
    forAdmins(204),
    (member, { groupId, co }) => member.post(`/groups/${groupId}/members/${path(co)}/demote`),
  ],
]

/** Calls that name no group. */
const OWN = [
  'GET /groups',
  'POST /groups',
  ...['admin', 'can-join', 'count', 'invites', 'owned'].map((list) => `GET /groups/${list}`),
]

test('this table, or that of the group chats, lists every call of groups', () => {
  const calls = listOperations(app).filter((call) => call.includes(' /groups') && !GROUP_CHAT.test(call))
  expect(new Set([...CALLS.map(([name]) => operationOf(name)), ...OWN])).toEqual(new Set(calls))
})

const NEVER_USED = '900000000000000000'

describe.each(CALLS)('%s', (_, statuses, call, isOpen = false) => {
  test('is limited to the roles in the table; a rejected call changes nothing and sends no push', {
    tags: 'groups.calls-by-role',
  }, async () => {
    for (const member of WHO) {
      const { callers, ...fixtures } = await aWorld(isOpen)
      const before = await everything()
      const { status, body } = await call(as(callers[member]), fixtures)
      expect({ who: member, status }).toEqual({ who: member, status: statuses[member] })
      if (status < 400) continue
      expect(body).toMatchObject({ code: status === 409 ? 'CONFLICT' : 'FORBIDDEN' })
      expect(await everything()).toEqual(before)
    }
  })

  test('of a group that does not exist, or has only members being deleted, is not found', async () => {
    const { callers, ...fixtures } = await aWorld(isOpen)
    const held = await aGroup(db, { owner: callers.outsider, isOpen })
    await db.updateTable('group_members').set({ held: true }).where('groupId', '=', held.groupId).execute()
    await db.updateTable('groups').set({ memberCount: 0 }).where('id', '=', held.groupId).execute()
    const before = await everything()
    for (const groupId of [NEVER_USED, held.groupId])
      for (const member of ['member', 'owner', 'team'] as const)
        expect(await call(as(callers[member]), { ...fixtures, groupId })).toMatchObject({
          status: 404,
          body: { code: 'NOT_FOUND' },
        })
    expect(await everything()).toEqual(before)
  })

  test.each(['0', '-1', 'abc', '1.5', '9999999999999999999999', '1%00'])('rejects the id %s', async (groupId) => {
    const { callers, ...fixtures } = await aWorld(isOpen)
    expect(await call(as(callers.owner), { ...fixtures, groupId })).toMatchObject({ status: 400 })
  })
})

test('names of another group’s members and recipients are not found', async () => {
  const { groupId, callers, bo, inga } = await aWorld(false)
  const other = await aGroup(db)
  const before = await everything()
  for (const address of [
    ...['remove', 'promote', 'demote'].map((word) => `members/${path(bo)}/${word}`),
    `members/${path(callers.outsider)}/remove`,
    `members/${path(callers.former)}/promote`,
    `invites/${path(inga)}/withdraw`,
  ]) {
    const isOfOther = !address.includes(path(callers.outsider)) && !address.includes(path(callers.former))
    const answer = await as(isOfOther ? other.owner : callers.owner).post(
      `/groups/${isOfOther ? other.groupId : groupId}/${address}`,
    )
    expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  }
  expect(await everything()).toEqual(before)
})

test('an outsider’s request and those of the group do not wait for each other', async () => {
  const { groupId } = await aGroup(db)
  const outsider = as(await aMember(db))
  await db.transaction().execute(async (tx) => {
    await sql`select id from groups where id = ${groupId} for update`.execute(tx)
    for (const word of ['leave', 'join', 'accept', 'delete'])
      expect((await outsider.post(`/groups/${groupId}/${word}`)).status).toBe(403)
  })
})

test('lists and counts contain only groups that I am in', { tags: 'groups.own-lists-only' }, async () => {
  await aGroup(db, { isOpen: true })
  const outsider = as(await aMember(db))
  for (const list of ['', '/admin', '/invites', `/owned?exclude=${path((await aGroup(db)).owner)}`])
    expect((await outsider.get(`/groups${list}`)).body).toEqual([])
  expect((await outsider.get('/groups/count')).body).toEqual({ groups: 0, messages: 0, invites: 0 })
})
