import { randomUUID } from 'node:crypto'
import { aGroup, aMember, pushes, type TestMember } from '@app/server/testing'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { aForm } from '../photos/testing.ts'
import { gatewayOfThisFile } from '../testing.ts'
import { type Caller, groupChat } from './testing.ts'

const gateway = await gatewayOfThisFile()
const { ctx, as, visitor } = gateway
const { aGroupOfThree, comment, say } = groupChat(gateway)

/** Everything that a call could change or tell. */
async function everything(): Promise<unknown> {
  const tables = ['groups', 'group_members', 'group_messages', 'mails', 'media'] as const
  const rows = await Promise.all(
    tables.map((table) => sql`select * from ${sql.table(table)} t order by t::text`.execute(ctx.db)),
  )
  return [rows.map(({ rows }) => rows), await pushes(ctx.db)]
}

type Ids = { group: string; message: string; comment: string }
type Call = { name: string; run: (who: Caller, ids: Ids) => Promise<{ status: number; body: unknown }> }

const words = () => ({ message: 'hej hej', clientId: randomUUID() })

const CALLS: Call[] = [
  { name: 'GET messages', run: (who, { group }) => who.get(`/groups/${group}/messages`) },
  { name: 'GET messages since', run: (who, { group }) => who.get(`/groups/${group}/messages?since=0`) },
  { name: 'GET messages around', run: (who, ids) => who.get(`/groups/${ids.group}/messages?around=${ids.message}`) },
  { name: 'GET message', run: (who, ids) => who.get(`/groups/${ids.group}/messages/${ids.message}`) },
  { name: 'POST message', run: (who, { group }) => who.post(`/groups/${group}/messages`, words()) },
  {
    name: 'POST edit',
    run: (who, ids) => who.post(`/groups/${ids.group}/messages/${ids.message}`, { message: 'nytt' }),
  },
  { name: 'POST delete', run: (who, ids) => who.post(`/groups/${ids.group}/messages/${ids.message}/delete`) },
  {
    name: 'POST comment',
    run: (who, ids) => who.post(`/groups/${ids.group}/messages/${ids.message}/comments`, words()),
  },
  {
    name: 'POST delete comment',
    run: (who, ids) => who.post(`/groups/${ids.group}/messages/${ids.message}/comments/${ids.comment}/delete`),
  },
  { name: 'POST mark-read', run: (who, ids) => who.post(`/groups/${ids.group}/mark-read/${ids.message}`) },
  { name: 'POST photo', run: (who, { group }) => who.post(`/groups/${group}/photos`, aForm()) },
  { name: 'POST rotatePhoto', run: (who, { group }) => who.post(`/groups/${group}/${'A'.repeat(22)}/rotatePhoto`) },
]

/** The calls that name a message, which may be none of the group's. */
const ABOUT_A_MESSAGE = CALLS.filter(({ name }) => /around|message$|edit|delete|comment|mark-read/.test(name)).filter(
  ({ name }) => name !== 'POST message',
)

const NEVER_USED = '900000000000000000'

async function aGroupWithWords(isOpen = false) {
  const { ann, bo, cia, groupId } = await aGroupOfThree()
  await ctx.db.updateTable('groups').set({ isOpen }).where('id', '=', groupId).execute()
  const { id } = await say(ann, groupId, 'bara för oss')
  const { body } = await comment(ann, groupId, id)
  return { ann, bo, cia, ids: { group: groupId, message: id, comment: body.id } }
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
  expect((await as(former).post(`/groups/${ids.group}/messages`, words())).status).toBe(201)
  expect((await as(former).post(`/groups/${ids.group}/leave`)).status).toBe(204)
  await ctx.db.updateTable('group_members').set({ held: true }).where('memberId', '=', held.id).execute()
  return [await aMember(ctx.db), invited, former, held, elsewhere.owner]
}

describe.each(CALLS)('$name', ({ name, run }) => {
  test.each([true, false])('is for those who are in the group, open (%s) or not', async (isOpen) => {
    const made = await aGroupWithWords(isOpen)
    for (const outsider of await outsidersOf(made)) {
      const before = await everything()
      expect(await run(as(outsider), made.ids)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
      expect(await everything()).toEqual(before)
    }
  })

  test('is not for the team, except to take away', async () => {
    const { ids } = await aGroupWithWords()
    const team = as(await aMember(ctx.db, { level: 'ADMIN' }))
    expect((await run(team, ids)).status).toBe(name.startsWith('POST delete') ? 204 : 403)
  })

  test('does not know a group that is not there', async () => {
    const { ann, ids } = await aGroupWithWords()
    const before = await everything()
    for (const who of [ann, await aMember(ctx.db, { level: 'ADMIN' })])
      expect(await run(as(who), { ...ids, group: NEVER_USED })).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND' },
      })
    expect(await everything()).toEqual(before)
  })

  test('needs a session that is alive', async () => {
    const { ann, ids } = await aGroupWithWords()
    const leaving = await aMember(ctx.db, { deletedAt: new Date() })
    const before = await everything()
    for (const who of [visitor, as(leaving), as({ ...ann, sessionId: NEVER_USED })])
      expect(await run(who, ids)).toMatchObject({ status: 401, body: { code: 'PLEASE_LOGIN' } })
    expect(await everything()).toEqual(before)
  })

  test.each(['0', '-1', 'abc', '1.5', '9999999999999999999999', '1%00'])('refuses the id %s', async (id) => {
    const { ann, ids } = await aGroupWithWords()
    expect(await run(as(ann), { ...ids, group: id })).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
  })
})

describe.each(ABOUT_A_MESSAGE)('$name', ({ run }) => {
  test('knows only messages of the group itself, also for who is an admin of both', async () => {
    const { ann, ids } = await aGroupWithWords()
    const other = await aGroup(ctx.db, { owner: ann })
    const there = await say(ann, other.groupId, 'där')
    const before = await everything()
    for (const message of [there.id, ids.comment, NEVER_USED])
      expect(await run(as(ann), { ...ids, message })).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    expect(await run(as(ann), { ...ids, group: other.groupId })).toMatchObject({ status: 404 })
    expect(await everything()).toEqual(before)
  })

  test.each(['0', 'abc', '9999999999999999999999', '1%00'])('refuses the message %s', async (message) => {
    const { ann, ids } = await aGroupWithWords()
    expect(await run(as(ann), { ...ids, message })).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
  })
})

test('what members wrote in a group stays there when one of the two ignores the other', async () => {
  const { ann, bo, ids } = await aGroupWithWords()
  await as(ann).post('/ignore', bo.userName)
  for (const { name, run } of CALLS.filter(({ name }) => !/edit|delete|rotate/.test(name)))
    expect([name, (await run(as(bo), ids)).status]).toEqual([name, expect.toBeOneOf([200, 201, 204])])
})

test('an outsider does not wait for what a group is doing', async () => {
  const { ids } = await aGroupWithWords()
  const outsider = as(await aMember(ctx.db))
  await ctx.db.transaction().execute(async (tx) => {
    await sql`select id from groups where id = ${ids.group} for update`.execute(tx)
    for (const { name, run } of CALLS) expect([name, (await run(outsider, ids)).status]).toEqual([name, 403])
  })
})
