import { randomInt } from 'node:crypto'
import type { UnsignedPush } from '@app/contract/pushes'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OwnedCtx } from '../context.ts'
import { createBlockingRedis } from '../redis/connections.ts'
import { afterTest, aGroup, asOwner, testContext } from '../testing/context.ts'
import { aMember, type TestMember } from '../testing/members.ts'
import { memberChannel } from './pushes.ts'
import { createRecipientResolver } from './recipients.ts'

let ctx: OwnedCtx
beforeAll(async () => {
  ctx = await testContext()
  // All test files share one Redis, whose channels contain member ids.
  await asOwner(ctx.db, sql`alter table members alter column id restart with ${sql.lit(randomInt(1e6, 2 ** 47))}`)
})
afterAll(() => ctx.close())

/** Subscribes like a hub that serves these members. */
async function subscribeHub(...members: TestMember[]): Promise<void> {
  const redis = createBlockingRedis(ctx.config.redisUrl)
  afterTest(async () => redis.disconnect())
  await redis.connect()
  await redis.subscribe(...members.map(({ id }) => memberChannel(id)))
}

const commentPush = (messageId: string): UnsignedPush => ({
  type: 'group:comment',
  groupId: '1',
  version: 1,
  messageId,
  commentCount: 1,
  comment: {
    ...{ id: '2', userName: 'Ann', profilePhotoUrl: null, couple: false, admin: false, badges: [], mine: false },
    ...{ ignored: false, clientId: 'x', sendTime: '2026-01-01T12:00:00.000Z', editTime: null, message: 'Hej' },
    ...{ photoUrl: null, photo: null, deleted: false },
  },
})

const resolveGroupPush = async (groupId: string, author: TestMember | null, push: UnsignedPush = commentPush('1')) => {
  const addressedPushes = await createRecipientResolver(
    ctx.db,
    ctx.redis,
  )([{ group: groupId, author: author?.id ?? null, push }])
  return new Map(
    addressedPushes.flatMap(({ to, push }) =>
      to === 'everybody' ? [] : to.map((memberId) => [memberId, push] as const),
    ),
  )
}

test('resolves a group to its current members that are connected to a hub', async () => {
  const [ann, bo, cia, dan, eva] = await Promise.all(Array.from({ length: 5 }, () => aMember(ctx.db)))
  if (!ann || !bo || !cia || !dan || !eva) throw new Error('a member is missing')
  const { groupId } = await aGroup(ctx.db, { owner: ann, members: [bo, cia, dan] })
  await subscribeHub(ann, bo, dan, eva)
  expect([...(await resolveGroupPush(groupId, ann)).keys()].sort()).toEqual([ann.id, bo.id, dan.id].sort())
  await ctx.db.deleteFrom('group_members').where('memberId', '=', bo.id).execute()
  await ctx.db.updateTable('group_members').set({ held: true }).where('memberId', '=', dan.id).execute()
  expect([...(await resolveGroupPush(groupId, ann)).keys()]).toEqual([ann.id])
})

test('sets `mine` and `ignored` for each recipient', async () => {
  const [ann, bo, cia] = [await aMember(ctx.db), await aMember(ctx.db), await aMember(ctx.db)]
  const { groupId } = await aGroup(ctx.db, { owner: ann, members: [bo, cia] })
  await subscribeHub(ann, bo, cia)
  const lastActiveThen = new Date().toISOString()
  const pairs = [
    { ignorerId: cia.id, ignoredId: ann.id, lastActiveThen },
    { ignorerId: ann.id, ignoredId: bo.id, lastActiveThen },
  ]
  await ctx.db.insertInto('ignores').values(pairs).execute()
  const pushes = await resolveGroupPush(groupId, ann)
  expect(pushes.get(ann.id)).toMatchObject({ comment: { mine: true, ignored: false } })
  expect(pushes.get(bo.id)).toMatchObject({ comment: { mine: false, ignored: false } })
  expect(pushes.get(cia.id)).toMatchObject({ comment: { mine: false, ignored: true } })
})

test('leaves a push unchanged if it has no author', async () => {
  const ann = await aMember(ctx.db)
  const { groupId } = await aGroup(ctx.db, { owner: ann })
  await subscribeHub(ann)
  const push: UnsignedPush = { type: 'session:ended', sessions: ['1'] }
  expect(await resolveGroupPush(groupId, null, push)).toEqual(new Map([[ann.id, push]]))
  expect((await resolveGroupPush(groupId, null)).get(ann.id)).toMatchObject({
    comment: { mine: false, ignored: false },
  })
})

test('sends no push to a group that does not exist or has no connected members', async () => {
  const { groupId } = await aGroup(ctx.db)
  expect(await resolveGroupPush(groupId, null)).toEqual(new Map())
  expect(await resolveGroupPush('900000000000000000', null)).toEqual(new Map())
})

test('resolves pushes in the order of their versions, not of their arrival', async () => {
  const [ann, ...otherMembers] = await Promise.all(Array.from({ length: 30 }, () => aMember(ctx.db)))
  if (!ann) throw new Error('a member is missing')
  const { groupId } = await aGroup(ctx.db, { owner: ann, members: otherMembers })
  await subscribeHub(ann)
  const resolveRecipients = createRecipientResolver(ctx.db, ctx.redis)
  const sentVersions: number[] = []
  const send = async (version: number) => {
    const push = { ...commentPush('1'), version } as UnsignedPush
    const [addressed] = await resolveRecipients([{ group: groupId, author: ann.id, push }])
    expect(addressed).toMatchObject({ to: [ann.id], push: { version } })
    sentVersions.push(version)
  }
  await Promise.all([2, 1, 3, 5, 4].map(send))
  await Promise.all(Array.from({ length: 50 }, (_, n) => send(n + 6)))
  expect(sentVersions).toEqual(Array.from({ length: 55 }, (_, n) => n + 1))
})

test('continues after a failed lookup', async () => {
  const ann = await aMember(ctx.db)
  const { groupId } = await aGroup(ctx.db, { owner: ann })
  await subscribeHub(ann)
  const resolveRecipients = createRecipientResolver(ctx.db, ctx.redis)
  await expect(resolveRecipients([{ group: 'none', author: null, push: commentPush('1') }])).rejects.toThrow()
  expect(await resolveRecipients([{ group: groupId, author: null, push: commentPush('1') }])).toMatchObject([
    { to: [ann.id] },
  ])
})

test('keeps the order of pushes to members and to groups', async () => {
  const ann = await aMember(ctx.db)
  const { groupId } = await aGroup(ctx.db, { owner: ann })
  await subscribeHub(ann)
  const sessionEnded: UnsignedPush = { type: 'session:ended', sessions: ['1'] }
  const addressedPushes = await createRecipientResolver(
    ctx.db,
    ctx.redis,
  )([
    { to: ['1', '2'], push: sessionEnded },
    { group: groupId, author: null, push: commentPush('1') },
    { to: ['3'], push: sessionEnded },
  ])
  expect(addressedPushes.map(({ to }) => to)).toEqual([['1', '2'], [ann.id], ['3']])
})
