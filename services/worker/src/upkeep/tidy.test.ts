import { hashToken } from '@app/server/mail-tokens'
import { aMember, aSession, pushes } from '@app/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMail, anAddress, type TestWorker, testWorker } from '../testing-worker.ts'
import { tidy } from './tidy.ts'

const DAY = 24 * 60 * 60 * 1_000

let ctx: TestWorker
beforeAll(async () => {
  ctx = await testWorker({})
})
afterAll(() => ctx.close())

const ago = (duration: number) => new Date(ctx.now().getTime() - duration)
const ids = async (table: 'sessions' | 'mails' | 'local_inbox') =>
  (await ctx.db.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => id)

test('sessions that are over go, the others stay', async () => {
  const { id, sessionId } = await aMember(ctx.db)
  await aSession(ctx.db, id, ago(30 * DAY))
  const young = await aSession(ctx.db, id, ago(29 * DAY))
  const old = await aSession(ctx.db, id, ago(180 * DAY))
  await ctx.db
    .updateTable('sessions')
    .set({ lastSeenAt: ago(0).toISOString() })
    .where('id', '=', old)
    .execute()
  await tidy(ctx)
  expect(await ids('sessions')).toEqual([sessionId, young])
})

test('sessions that go by themselves are told to their members, so that no socket outlives them', async () => {
  const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
  const ofAnn = [await aSession(ctx.db, ann.id, ago(30 * DAY)), await aSession(ctx.db, ann.id, ago(31 * DAY))]
  const ofBo = await aSession(ctx.db, bo.id, ago(180 * DAY))
  const told = async () => (await pushes(ctx.db)).filter(({ to }) => [ann.id, bo.id].includes(to[0] ?? ''))
  await Promise.all([tidy(ctx), tidy(ctx)])
  await tidy(ctx)
  const ended = (to: string, session: string) => ({ to: [to], push: { type: 'session:ended', sessions: [session] } })
  expect(await told()).toHaveLength(3)
  expect(await told()).toEqual(
    expect.arrayContaining([...ofAnn.map((session) => ended(ann.id, session)), ended(bo.id, ofBo)]),
  )
})

test('more sessions than are ended at once go, too', async () => {
  const { id, sessionId } = await aMember(ctx.db)
  const at = ago(30 * DAY).toISOString()
  await ctx.db
    .insertInto('sessions')
    .values(Array.from({ length: 1_001 }, () => ({ memberId: id, device: 'Test', createdAt: at, lastSeenAt: at })))
    .execute()
  await tidy(ctx)
  const left = await ctx.db.selectFrom('sessions').select('id').where('memberId', '=', id).execute()
  expect(left).toEqual([{ id: sessionId }])
})

test('links that are over go, the others stay', async () => {
  const [over, valid] = [anAddress(), anAddress()]
  const rows = [
    { address: over, expiresAt: ago(0) },
    { address: valid, expiresAt: ago(-1) },
  ]
  await ctx.db
    .insertInto('mail_tokens')
    .values(
      rows.map(({ address, expiresAt }) => ({
        hash: hashToken(address),
        purpose: 'REGISTRATION' as const,
        address,
        addressKey: address,
        expiresAt: expiresAt.toISOString(),
      })),
    )
    .execute()
  await tidy(ctx)
  expect(await ctx.db.selectFrom('mail_tokens').select('address').execute()).toEqual([{ address: valid }])
})

test('mails that ended a month ago go; those that wait stay', async () => {
  const [old, recent, waiting] = [await aMail(ctx), await aMail(ctx), await aMail(ctx)]
  const end = (mailId: string, at: Date) =>
    ctx.db.updateTable('mails').set({ state: 'SENT', endedAt: at.toISOString() }).where('id', '=', mailId).execute()
  await end(old, ago(30 * DAY))
  await end(recent, ago(29 * DAY))
  await tidy(ctx)
  expect(await ids('mails')).toEqual([recent, waiting])
})

test('the local inbox keeps a month', async () => {
  const mail = { to: anAddress(), subject: 's', text: 't', html: 'h' }
  const [, kept] = await ctx.db
    .insertInto('local_inbox')
    .values([
      { ...mail, at: ago(30 * DAY).toISOString() },
      { ...mail, at: ago(29 * DAY).toISOString() },
    ])
    .returning('id')
    .execute()
  await tidy(ctx)
  expect(await ids('local_inbox')).toEqual([kept?.id])
})
