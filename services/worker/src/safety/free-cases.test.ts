import { transact } from '@app/server/delivery/transact'
import { listPushes } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { prepareMail } from '../mail/prepare-mail.ts'
import { type TestWorker, testWorker } from '../testing-worker.ts'
import { alertCase } from './alert-cases.ts'
import { freeCases } from './free-cases.ts'

const MINUTE_MS = 60_000

let ctx: TestWorker
let vera: TestMember
let olle: TestMember
beforeAll(async () => {
  ctx = await testWorker({})
})
afterAll(() => ctx.close())
beforeEach(async () => {
  await ctx.db.deleteFrom('cases').execute()
  await ctx.db.deleteFrom('mails').execute()
  await ctx.db.deleteFrom('team_duties').execute()
  vera = await aMember(ctx.db, { level: 'ADMIN', duties: ['MODERATE'] })
  olle = await aMember(ctx.db, { level: 'ADMIN', duties: ['MODERATE'], language: 'ENGLISH' })
  await aMember(ctx.db, { level: 'ADMIN', duties: ['PUBLISH'] })
})

const at = (minutes: number) => new Date(ctx.now().getTime() + minutes * MINUTE_MS).toISOString()

async function aCase(fields: object = {}): Promise<string> {
  const author = await aMember(ctx.db)
  const { id } = await ctx.db
    .insertInto('cases')
    .values({
      ...{
        subjectKind: 'PROFILE',
        subjectId: author.id,
        authorId: author.id,
        category: 'THREAT',
        severity: 'CRITICAL',
      },
      ...{ source: 'REPORT', openedAt: at(0), dueAt: at(60), ...fields },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
const readCase = (id: string) => ctx.db.selectFrom('cases').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const prepare = (mailId = '') =>
  transact(ctx, (tx) => prepareMail(tx, { publicUrl: 'https://salong.test' } as never, mailId))
const listAlerts = () =>
  ctx.db.selectFrom('mails').selectAll().where('kind', '=', 'CASE_ALERT').orderBy('memberId').execute()

test('frees cases whose claim has expired', { tags: 'cases.upkeep' }, async () => {
  const claimed = { state: 'CLAIMED', claimedBy: vera.accountId }
  const [expired, running] = [
    await aCase({ ...claimed, claimedUntil: at(0) }),
    await aCase({ ...claimed, claimedUntil: at(1) }),
  ]
  await freeCases(ctx)
  expect(await readCase(expired)).toMatchObject({ state: 'OPEN', claimedBy: null, claimedUntil: null })
  expect(await readCase(running)).toMatchObject({ state: 'CLAIMED', claimedBy: vera.accountId })
})

test('reopens a case whose question was not answered in time, and notifies the reporter', {
  tags: 'cases.upkeep',
}, async () => {
  const id = await aCase({ state: 'ASKED', question: 'Vad hände?', askedUntil: at(0), wider: 'ASKED' })
  const reporter = await aMember(ctx.db)
  const { id: reportId } = await ctx.db
    .insertInto('reports')
    .values({
      ...{
        caseId: id,
        reporterId: reporter.id,
        category: 'THREAT',
        language: 'SWEDISH',
        filedAt: at(0),
        aimAt: at(60),
      },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await ctx.db.updateTable('cases').set({ askedReportId: reportId }).where('id', '=', id).execute()
  await freeCases(ctx)
  expect(await readCase(id)).toMatchObject({
    state: 'OPEN',
    question: null,
    askedReportId: null,
    wider: 'NONE',
    version: 2,
  })
  expect(await listPushes(ctx.db)).toContainEqual({
    to: [reporter.id],
    push: { type: 'report:changed', id: reportId, state: 'RECEIVED' },
  })
})

test('alerts every admin who works on cases once, except those with an own interest', {
  tags: 'cases.alert',
}, async () => {
  const id = await aCase({ writtenById: olle.accountId })
  await alertCase(ctx, { caseId: id })
  await alertCase(ctx, { caseId: id })
  const [mail, ...others] = await listAlerts()
  expect(mail).toMatchObject({ memberId: vera.accountId, address: vera.email, aboutId: id, state: 'WAITING' })
  expect(others).toEqual([])
})

test('writes the alert with a link to the case, and no alert for a closed case', { tags: 'cases.alert' }, async () => {
  const id = await aCase()
  await alertCase(ctx, { caseId: id })
  const [first, second] = await listAlerts()
  const prepared = await prepare(first?.id)
  expect(prepared).toMatchObject({ to: vera.email, kind: 'CASE_ALERT' })
  expect(JSON.stringify(prepared)).toContain(`https://salong.test/moderation?case=${id}`)
  await sql`update cases set state = 'CLOSED' where id = ${id}`.execute(ctx.db)
  expect(await prepare(second?.id)).toBeNull()
})

test.each([
  { state: 'ASKED', question: 'Vad hände?', askedUntil: new Date(0).toISOString() },
  { state: 'SECOND_LOOK' },
])(
  'alerts the team about a critical case in the state $state',
  {
    tags: 'cases.alert',
  },
  async (fields) => {
    await alertCase(ctx, { caseId: await aCase(fields) })
    const alerts = await listAlerts()
    expect(alerts).toHaveLength(2)
    const prepared = [await prepare(alerts[0]?.id), await prepare(alerts[1]?.id)]
    expect(prepared).toMatchObject([{ kind: 'CASE_ALERT' }, { kind: 'CASE_ALERT' }])
  },
)

test('repeats the alert about an overdue case once an hour until an admin claims the case', {
  tags: 'cases.alert',
}, async () => {
  await aCase({ dueAt: at(0) })
  await aCase({ dueAt: at(0), severity: 'HIGH' })
  await aCase({ dueAt: at(0), state: 'CLAIMED', claimedBy: vera.accountId, claimedUntil: at(600) })
  await freeCases(ctx)
  await freeCases(ctx)
  expect(await listAlerts()).toHaveLength(2)
  ctx.advanceClock(61 * MINUTE_MS)
  await freeCases(ctx)
  expect(await listAlerts()).toHaveLength(4)
})
