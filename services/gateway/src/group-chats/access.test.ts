import { randomUUID } from 'node:crypto'
import { aGroup, pushes } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import { aPhoto } from '@app/server/testing/photos'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { aForm } from '../photos/testing.ts'
import { listOperations, operationOf, setUpTestGateway } from '../testing.ts'
import { type Caller, GROUP_CHAT, groupChat } from './testing.ts'

const gateway = await setUpTestGateway()
const { app, ctx, as, visitor } = gateway
const { aGroupOfThree, comment, postText } = groupChat(gateway)

/** Reads all state that a call could change, including pushes. */
async function everything(): Promise<unknown> {
  const tables = ['groups', 'group_members', 'group_messages', 'mails', 'media'] as const
  const rows = await Promise.all(
    tables.map((table) => sql`select * from ${sql.table(table)} t order by t::text`.execute(ctx.db)),
  )
  return [rows.map(({ rows }) => rows), await pushes(ctx.db)]
}

type Ids = { group: string; message: string; comment: string; photo: string }
type Call = {
  name: string
  run: (member: Caller, ids: Ids) => Promise<{ status: number; body: unknown }>
  /** The statuses for the author of the message, comment and photo, for an admin, and for another member. */
  inside?: [author: number, admin: number, member: number]
}

const aMessageBody = () => ({ message: 'hej hej', clientId: randomUUID() })
const MESSAGE = '/groups/{id}/messages/{msgId}'

const CALLS: Call[] = [
  { name: 'GET /groups/{id}/messages', run: (member, { group }) => member.get(`/groups/${group}/messages`) },
  {
    name: 'GET /groups/{id}/messages since a version',
    run: (member, { group }) => member.get(`/groups/${group}/messages?since=0`),
  },
  {
    name: 'POST /groups/{id}/messages',
    run: (member, { group }) => member.post(`/groups/${group}/messages`, aMessageBody()),
    inside: [201, 201, 201],
  },
  {
    name: 'POST /groups/{id}/photos',
    run: (member, { group }) => member.post(`/groups/${group}/photos`, aForm()),
    inside: [201, 201, 201],
  },
  {
    name: 'POST /groups/{id}/{photoId}/rotatePhoto',
    run: (member, { group, photo }) => member.post(`/groups/${group}/${photo}/rotatePhoto`),
    inside: [200, 404, 404],
  },
]

const ABOUT_A_MESSAGE: Call[] = [
  {
    name: 'GET /groups/{id}/messages around one',
    run: (member, ids) => member.get(`/groups/${ids.group}/messages?around=${ids.message}`),
  },
  { name: `GET ${MESSAGE}`, run: (member, ids) => member.get(`/groups/${ids.group}/messages/${ids.message}`) },
  {
    name: `POST ${MESSAGE}`,
    run: (member, ids) => member.post(`/groups/${ids.group}/messages/${ids.message}`, { message: 'nytt' }),
    inside: [200, 403, 403],
  },
  {
    name: `POST ${MESSAGE}/delete`,
    run: (member, ids) => member.post(`/groups/${ids.group}/messages/${ids.message}/delete`),
    inside: [204, 204, 403],
  },
  {
    name: `POST ${MESSAGE}/comments`,
    run: (member, ids) => member.post(`/groups/${ids.group}/messages/${ids.message}/comments`, aMessageBody()),
    inside: [201, 201, 201],
  },
  {
    name: `POST ${MESSAGE}/comments/{cid}/delete`,
    run: (member, ids) => member.post(`/groups/${ids.group}/messages/${ids.message}/comments/${ids.comment}/delete`),
    inside: [204, 204, 403],
  },
  {
    name: 'POST /groups/{id}/mark-read/{lastId}',
    run: (member, ids) => member.post(`/groups/${ids.group}/mark-read/${ids.message}`),
    inside: [204, 204, 204],
  },
]
const ALL = [...CALLS, ...ABOUT_A_MESSAGE]

test('this table lists every call of the group chats', () => {
  const calls = listOperations(app).filter((call) => GROUP_CHAT.test(call))
  expect(new Set(ALL.map(({ name }) => operationOf(name)))).toEqual(new Set(calls))
})

const NEVER_USED = '900000000000000000'

async function aGroupWithWords(isOpen = false) {
  const { ann, bo, cia, groupId } = await aGroupOfThree()
  await ctx.db.updateTable('groups').set({ isOpen }).where('id', '=', groupId).execute()
  const { id } = await postText(ann, groupId, 'bara för oss')
  const { body } = await comment(ann, groupId, id)
  const photo = await aPhoto(ctx, ann, { groupId })
  return { ann, bo, cia, ids: { group: groupId, message: id, comment: body.id, photo } }
}

/** Transfers the group, so that its creator and author of messages is an ordinary member. */
async function transferOwnership(groupId: string, { id }: TestMember): Promise<void> {
  await ctx.db.updateTable('groups').set({ ownerId: id }).where('id', '=', groupId).execute()
  await sql`update group_members set admin = "memberId" = ${id} where "groupId" = ${groupId}`.execute(ctx.db)
}

async function invite(groupId: string, inviter: TestMember, recipient: TestMember): Promise<void> {
  const row = { groupId, inviterId: inviter.id, recipientId: recipient.id, sentAt: new Date().toISOString() }
  await ctx.db.insertInto('group_invites').values(row).execute()
}

async function outsidersOf({ ann, bo, ids }: Awaited<ReturnType<typeof aGroupWithWords>>): Promise<TestMember[]> {
  const [invited, former, held] = [await aMember(ctx.db), await aMember(ctx.db), bo]
  await invite(ids.group, ann, invited)
  const elsewhere = await aGroup(ctx.db, { members: [former] })
  await ctx.db
    .updateTable('group_members')
    .set({ groupId: ids.group })
    .where('groupId', '=', elsewhere.groupId)
    .where('memberId', '=', former.id)
    .execute()
  expect((await as(former).post(`/groups/${ids.group}/messages`, aMessageBody())).status).toBe(201)
  expect((await as(former).post(`/groups/${ids.group}/leave`)).status).toBe(204)
  await ctx.db.updateTable('group_members').set({ held: true }).where('memberId', '=', held.id).execute()
  return [await aMember(ctx.db), invited, former, held, elsewhere.owner]
}

describe.each(ALL)('$name', ({ name, run, inside = [200, 200, 200] }) => {
  test.each([true, false])(
    'is limited to the group’s members, whether it is open (%s) or not',
    { tags: 'group-chats.members-only' },
    async (isOpen) => {
      const createdGroup = await aGroupWithWords(isOpen)
      for (const outsider of await outsidersOf(createdGroup)) {
        const before = await everything()
        expect(await run(as(outsider), createdGroup.ids)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
        expect(await everything()).toEqual(before)
      }
    },
  )

  test('is limited to the author, admins and other members as the table says', async () => {
    for (const [index, status] of inside.entries()) {
      const { ann, bo, cia, ids } = await aGroupWithWords()
      await transferOwnership(ids.group, cia)
      const before = await everything()
      expect((await run(as([ann, cia, bo][index] ?? ann), ids)).status).toBe(status)
      if (status >= 400) expect(await everything()).toEqual(before)
    }
  })

  test('is forbidden to the team, except for deletions', async () => {
    const { ids } = await aGroupWithWords()
    const team = as(await aMember(ctx.db, { level: 'ADMIN' }))
    expect((await run(team, ids)).status).toBe(name.endsWith('/delete') ? 204 : 403)
  })

  test('responds NOT_FOUND if the group does not exist', async () => {
    const { ann, ids } = await aGroupWithWords()
    const before = await everything()
    for (const member of [ann, await aMember(ctx.db, { level: 'ADMIN' })])
      expect(await run(as(member), { ...ids, group: NEVER_USED })).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND' },
      })
    expect(await everything()).toEqual(before)
  })

  test('requires a valid session', async () => {
    const { ann, ids } = await aGroupWithWords()
    const leaving = await aMember(ctx.db, { deletedAt: new Date() })
    const before = await everything()
    for (const member of [visitor, as(leaving), as({ ...ann, sessionId: NEVER_USED })])
      expect(await run(member, ids)).toMatchObject({ status: 401, body: { code: 'PLEASE_LOGIN' } })
    expect(await everything()).toEqual(before)
  })

  test.each(['0', '-1', 'abc', '1.5', '9999999999999999999999', '1%00'])('rejects the id %s', async (id) => {
    const { ann, ids } = await aGroupWithWords()
    expect(await run(as(ann), { ...ids, group: id })).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
  })
})

describe.each(ABOUT_A_MESSAGE)('$name', ({ run }) => {
  test('accepts only messages of the group itself, even from an admin of both groups', async () => {
    const { ann, ids } = await aGroupWithWords()
    const other = await aGroup(ctx.db, { owner: ann })
    const foreignMessage = await postText(ann, other.groupId, 'där')
    const before = await everything()
    for (const message of [foreignMessage.id, ids.comment, NEVER_USED])
      expect(await run(as(ann), { ...ids, message })).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    expect(await run(as(ann), { ...ids, group: other.groupId })).toMatchObject({ status: 404 })
    expect(await everything()).toEqual(before)
  })

  test.each(['0', 'abc', '9999999999999999999999', '1%00'])('rejects the message %s', async (message) => {
    const { ann, ids } = await aGroupWithWords()
    expect(await run(as(ann), { ...ids, message })).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
  })
})

test('photos of another group and comments on another message are not found, even by their author', async () => {
  const { ann, ids } = await aGroupWithWords()
  const other = await aGroup(ctx.db, { owner: ann })
  const [elsewhere, album] = [await aPhoto(ctx, ann, { groupId: other.groupId }), await aPhoto(ctx, ann)]
  const { id } = await postText(ann, ids.group, 'något annat')
  const { body } = await comment(ann, ids.group, id)
  const before = await everything()
  const comments = `/groups/${ids.group}/messages/${ids.message}/comments`
  for (const path of [
    ...[elsewhere, album, 'A'.repeat(22)].map((photo) => `/groups/${ids.group}/${photo}/rotatePhoto`),
    ...[body.id, ids.message, NEVER_USED].map((cid) => `${comments}/${cid}/delete`),
  ])
    expect([path, await as(ann).post(path)]).toMatchObject([path, { status: 404, body: { code: 'NOT_FOUND' } }])
  expect(await everything()).toEqual(before)
})

test('messages stay in a group when one author ignores the other', async () => {
  const { ann, bo, ids } = await aGroupWithWords()
  await as(ann).post('/ignore', bo.userName)
  for (const { name, run } of CALLS.filter(({ name }) => !/edit|delete|rotate/.test(name)))
    expect([name, (await run(as(bo), ids)).status]).toEqual([name, expect.toBeOneOf([200, 201, 204])])
})

test('an outsider’s request does not wait for the group’s lock', async () => {
  const { ids } = await aGroupWithWords()
  const outsider = as(await aMember(ctx.db))
  await ctx.db.transaction().execute(async (tx) => {
    await sql`select id from groups where id = ${ids.group} for update`.execute(tx)
    for (const { name, run } of ALL) expect([name, (await run(outsider, ids)).status]).toEqual([name, 403])
  })
})
