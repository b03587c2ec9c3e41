import type { Case } from '@app/contract/safety/cases'
import { listPushes } from '@app/server/testing/context'
import { countLockWaiters } from '@app/server/testing/locks'
import { aMember, type TestMember } from '@app/server/testing/members'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aCaseReport, aModerator, listActs } from '../cases/testing.ts'
import { aReportWorld } from '../reports/testing.ts'
import { setUpTestGateway, UNUSED_ID } from '../testing.ts'
import { createDeciding } from './testing.ts'

const gateway = await setUpTestGateway()
const { ctx, as } = gateway
const { db } = ctx
const { readCase, claim, reportAndClaim, decide, confirm, storeCopies, listStatements } = createDeciding(gateway)

test('a decision ends the claim, notifies the reporters and the author of the content, and is logged', {
  tags: 'decisions.decide',
}, async () => {
  const { reporter, reported, subjects } = await aReportWorld(ctx)
  const claimed = await reportAndClaim(reporter, subjects.AD)
  const { status, body } = await decide(claimed, { actions: [{ kind: 'REMOVE' }, { kind: 'WARN' }] })
  expect({ status, body }).toMatchObject({ status: 200, body: { caseId: claimed.caseId, secondLook: false } })
  expect(await readCase(claimed.caseId)).toMatchObject({
    ...{ state: 'DECIDED', outcome: 'ACTED', reason: 'TERMS_HARASSMENT', removed: true },
    ...{ claimedBy: null, claimedUntil: null, version: body.version },
  })
  const [statement] = await listStatements(reported)
  expect(statement).toMatchObject({
    ...{ id: body.decisionId, number: claimed.caseId, kind: 'AD', facts: 'Du skrev det trots ett nej.' },
    ...{ excerpt: 'Bad\n\nVem vill?', reason: 'TERMS_HARASSMENT', ground: 'TERMS', source: 'REPORT', mustRead: true },
    actions: [{ kind: 'REMOVE' }, { kind: 'WARN' }],
  })
  const sent = await listPushes(db)
  expect(sent).toContainEqual({
    to: [reported.id],
    push: { type: 'decision:new', id: body.decisionId, unread: 1, removed: 1 },
  })
  expect(sent).toContainEqual(
    expect.objectContaining({
      to: [reporter.id],
      push: expect.objectContaining({ type: 'report:changed', state: 'ACTED' }),
    }),
  )
  const mails = db.selectFrom('mails').select(['kind', 'address']).where('aboutId', '=', body.decisionId)
  expect(await mails.execute()).toEqual([{ kind: 'DECISION', address: reported.email }])
  expect((await listActs(db, claimed.caseId)).at(-1)).toBe('DECIDED')
})

test('a dismissal notifies the reporters, but never the author of the content, and marks reports made in bad faith', {
  tags: 'decisions.dismiss',
}, async () => {
  const { reporter, reported, subjects } = await aReportWorld(ctx)
  const claimed = await reportAndClaim(reporter, subjects.AD)
  const [report] = await db.selectFrom('reports').select('id').where('caseId', '=', claimed.caseId).execute()
  const { status, body } = await decide(claimed, {
    ...{ actions: [{ kind: 'DISMISS' }], reason: 'NO_BREACH', abusive: [report?.id ?? ''] },
  })
  expect(status).toBe(200)
  expect(await listPushes(db)).toContainEqual({
    to: [reporter.id],
    push: { type: 'report:changed', id: report?.id, state: 'NO_BREACH' },
  })
  expect(await listStatements(reported)).toEqual([])
  expect((await listPushes(db)).filter(({ to }) => to?.includes(reported.id))).toEqual([])
  expect(await db.selectFrom('mails').select('id').where('aboutId', '=', body.decisionId).execute()).toEqual([])
  expect(await db.selectFrom('ads').select('id').where('id', '=', subjects.AD.id).execute()).toHaveLength(1)
  const marked = db.selectFrom('reports').select('abusive').where('caseId', '=', claimed.caseId)
  expect(await marked.execute()).toEqual([{ abusive: true }])
})

test('a decision needs the newest version, a claim, the duty and a passkey', { tags: 'decisions.decide' }, async () => {
  const { reporter, subjects } = await aReportWorld(ctx)
  const claimed = await reportAndClaim(reporter, subjects.AD)
  const other = await aModerator(db)
  const withoutPasskey = await aMember(db, { level: 'ADMIN' })
  expect((await decide({ ...claimed, version: claimed.version - 1 })).status).toBe(409)
  expect((await decide({ ...claimed, moderator: other })).body).toMatchObject({ code: 'CLAIMED' })
  expect((await decide({ ...claimed, moderator: withoutPasskey })).body).toMatchObject({ code: 'PASSKEY_REQUIRED' })
  expect((await decide({ ...claimed, moderator: reporter })).status).toBe(403)
  expect((await decide({ ...claimed, caseId: UNUSED_ID })).status).toBe(404)
  expect((await readCase(claimed.caseId)).state).toBe('CLAIMED')
  expect((await decide(claimed)).status).toBe(200)
  expect((await decide(claimed)).status).toBe(409)
})

test('only one of ten concurrent decisions succeeds', { tags: 'decisions.decide' }, async () => {
  const { reporter, subjects } = await aReportWorld(ctx)
  const claimed = await reportAndClaim(reporter, subjects.MOVIE_ENTRY)
  const responses = await Promise.all(Array.from({ length: 10 }, () => decide(claimed)))
  expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
  expect(await db.selectFrom('decisions').select('id').where('caseId', '=', claimed.caseId).execute()).toHaveLength(1)
  expect(
    await db.selectFrom('removals').select('id').where('contentId', '=', subjects.MOVIE_ENTRY.id).execute(),
  ).toHaveLength(1)
})

test('damaged evidence allows only a dismissal', { tags: 'decisions.damaged' }, async () => {
  const { reporter, subjects } = await aReportWorld(ctx)
  const claimed = await reportAndClaim(reporter, subjects.AD)
  await sql`
    update evidence set content = jsonb_set(content, '{subject,text}', '"x"') where "caseId" = ${claimed.caseId}`.execute(
    db,
  )
  expect((await decide(claimed)).status).toBe(403)
  expect((await decide(claimed, { actions: [{ kind: 'DISMISS' }], reason: 'NO_BREACH' })).status).toBe(200)
})

test('a damaged picture of the evidence allows no removal', { tags: 'decisions.damaged' }, async () => {
  const { reporter, subjects } = await aReportWorld(ctx)
  const claimed = await reportAndClaim(reporter, subjects.MOVIE_ENTRY)
  const keys = await storeCopies(claimed.caseId, 'a')
  for (const key of keys) await ctx.photos.put(key, Buffer.from('b'))
  expect((await decide(claimed)).status).toBe(403)
  for (const key of keys) await ctx.photos.put(key, Buffer.from('a'))
  expect((await decide(claimed)).status).toBe(200)
})

test('rejects measures against the team and its admins', { tags: 'decisions.team' }, async () => {
  const { reporter, reported, subjects } = await aReportWorld(ctx)
  const claimed = await reportAndClaim(reporter, subjects.AD)
  await sql`update cases set "authorId" = 0 where id = ${claimed.caseId}`.execute(db)
  expect((await decide(claimed, { actions: [{ kind: 'WARN' }] })).status).toBe(403)
  await sql`update cases set "authorId" = ${reported.id} where id = ${claimed.caseId}`.execute(db)
  await sql`update members set level = 'ADMIN' where id = ${reported.id}`.execute(db)
  expect((await decide(claimed, { actions: [{ kind: 'SUSPEND', days: 7 }] })).status).toBe(403)
})

test('rejects a suspension of a member who becomes an admin at the same moment', {
  tags: 'decisions.team',
}, async () => {
  const { reporter, reported, subjects } = await aReportWorld(ctx)
  const claimed = await reportAndClaim(reporter, subjects.AD)
  const { pending } = await db.transaction().execute(async (tx) => {
    await tx.updateTable('members').set({ level: 'ADMIN' }).where('id', '=', reported.id).execute()
    const pending = decide(claimed, { actions: [{ kind: 'SUSPEND', days: 7 }] })
    await expect.poll(() => countLockWaiters(ctx), { timeout: 10_000 }).toBe(1)
    return { pending }
  })
  expect((await pending).status).toBe(403)
  const member = db.selectFrom('members').select(['deletedAt', 'heldUntil']).where('id', '=', reported.id)
  expect(await member.executeTakeFirst()).toEqual({ deletedAt: null, heldUntil: null })
})

/** Files a report about the photo of a minor, and returns the id of its case. */
async function aCaseAboutAMinor(): Promise<string> {
  const { reporter, subjects } = await aReportWorld(ctx)
  const { file } = createDeciding(gateway)
  const { body } = await file(reporter, subjects.PHOTO, { category: 'MINOR' })
  const { caseId } = await db.selectFrom('reports').select('caseId').where('id', '=', body.id).executeTakeFirstOrThrow()
  return caseId
}

test('a decision in a case about a minor requires a second look by another admin', {
  tags: 'decisions.second-look',
}, async () => {
  const caseId = await aCaseAboutAMinor()
  const claimed = await claim(caseId)
  await aModerator(db)
  expect((await decide(claimed, { reason: 'TERMS_AGE' })).body).toMatchObject({ secondLook: true })
  expect((await readCase(caseId)).state).toBe('SECOND_LOOK')
  const own = await claim(caseId, claimed.moderator)
  const confirmation = { version: own.version, confirmed: true }
  expect((await as(own.moderator).post(`/moderation/cases/${caseId}/confirm`, confirmation)).status).toBe(403)
  await as(own.moderator).post(`/moderation/cases/${caseId}/release`)
  expect((await confirm(caseId)).status).toBe(200)
  expect((await readCase(caseId)).state).toBe('DECIDED')
})

const keepDuties = (...moderators: TestMember[]) =>
  sql`delete from team_duties where not "memberId" = any(${moderators.map(({ accountId }) => accountId)}::bigint[])`.execute(
    db,
  )

test.each<[string, (decider: TestMember, other: TestMember, caseId: string) => Promise<unknown>]>([
  ['no other is left', (decider) => keepDuties(decider)],
  [
    'the only other one has an interest of their own',
    async (decider, other, caseId) => {
      await keepDuties(decider, other)
      await aCaseReport(db, caseId, { id: other.accountId })
    },
  ],
])(
  'a decision in a case about a minor can be confirmed by the same admin if %s, once the time for that has passed',
  { tags: 'decisions.second-look' },
  async (_, excludeOther) => {
    const caseId = await aCaseAboutAMinor()
    const { moderator, version } = await claim(caseId)
    const other = await aModerator(db)
    expect((await decide({ caseId, moderator, version }, { reason: 'TERMS_AGE' })).body).toMatchObject({
      secondLook: true,
    })
    await excludeOther(moderator, other, caseId)
    const confirmAlone = async () => {
      const own = await claim(caseId, moderator)
      const { allowed } = (await as(own.moderator).get<Case>(`/moderation/cases/${caseId}`)).body
      const { status } = await as(own.moderator).post(`/moderation/cases/${caseId}/confirm`, {
        ...{ version: own.version, confirmed: true },
      })
      return { isOffered: allowed.includes('CONFIRM'), status }
    }
    expect(await confirmAlone()).toEqual({ isOffered: false, status: 403 })
    await db.updateTable('decisions').set({ confirmBy: ctx.now().toISOString() }).where('caseId', '=', caseId).execute()
    expect(await confirmAlone()).toEqual({ isOffered: true, status: 200 })
    expect((await readCase(caseId)).state).toBe('DECIDED')
  },
)

test('a decision that warns a member and bans them is rejected, and the case stays undecided', {
  tags: 'decisions.decide',
}, async () => {
  await aModerator(db)
  const { reporter, subjects } = await aReportWorld(ctx)
  const claimed = await reportAndClaim(reporter, subjects.AD)
  const { status, body } = await decide(claimed, { actions: [{ kind: 'WARN' }, { kind: 'BAN' }] })
  expect({ status, body }).toMatchObject({ status: 400, body: { code: 'VALIDATION', fields: [{ path: 'actions' }] } })
  expect(await readCase(claimed.caseId)).toMatchObject({ state: 'CLAIMED' })
})
