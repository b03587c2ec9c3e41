import { DAY_MS, EVIDENCE_VIEWS_PER_HOUR } from '@app/contract/limits'
import type { Evidence } from '@app/contract/safety/cases'
import type { Action } from '@app/contract/safety/decisions'
import type { OwnReports } from '@app/contract/safety/reports'
import { asOwner } from '@app/server/testing/context'
import { type RawBuilder, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { aModerator } from '../cases/testing.ts'
import { aReportWorld } from '../reports/testing.ts'
import { createTestGateway, setUpTestGateway } from '../testing.ts'
import { sweepOnce } from './sweep.ts'
import { type ClaimedCase, createDeciding } from './testing.ts'

const gateway = await setUpTestGateway()
const { ctx, as } = gateway
const { db } = ctx
const { readCase, readToken, reportAndClaim, reportAndDecide, decide, claim, confirm, file, storeCopies } =
  createDeciding(gateway)

/** Each action except a dismissal, on its own. */
const ACTIONS: Action[] = [
  { kind: 'REMOVE' },
  { kind: 'WARN' },
  { kind: 'RESTRICT', scopes: ['CONTACT'], days: 7 },
  { kind: 'SUSPEND', days: 7 },
  { kind: 'BAN' },
]
const DISMISSAL = { actions: [{ kind: 'DISMISS' as const }], reason: 'NO_BREACH' as const }

describe('damaged evidence is shown as such and allows only a dismissal', () => {
  const readEvidence = async ({ caseId, moderator }: ClaimedCase) => {
    const { status, body } = await as(moderator).post<Evidence[]>(`/moderation/cases/${caseId}/evidence`)
    expect(status).toBe(200)
    return body
  }
  const listStates = async (claimed: ClaimedCase) =>
    new Set(
      (await readEvidence(claimed)).flatMap(({ parts }) => parts.flatMap(({ files }) => files.map((f) => f.state))),
    )
  const expectOnlyDismissal = async (claimed: ClaimedCase) => {
    await aModerator(db)
    for (const action of ACTIONS) expect((await decide(claimed, { actions: [action] })).status).toBe(403)
    expect(await readCase(claimed.caseId)).toMatchObject({ state: 'CLAIMED', version: claimed.version })
    expect((await decide(claimed, DISMISSAL)).status).toBe(200)
  }

  const CHANGES: Record<string, (evidence: RawBuilder<unknown>) => RawBuilder<unknown>> = {
    'the text': (id) => sql`update evidence set content = jsonb_set(content, '{subject,text}', '"Snällt"') where ${id}`,
    'the author': (id) => sql`update evidence set content = jsonb_set(content, '{author,id}', '"1"') where ${id}`,
    'the version, which becomes a fraction': (id) =>
      sql`update evidence set content = jsonb_set(content, '{v}', '1.5') where ${id}`,
    'the whole content': (id) => sql`update evidence set content = '{"v": 1}' where ${id}`,
    'the type of a field': (id) =>
      sql`update evidence set content = jsonb_set(content, '{subject,text}', '7') where ${id}`,
    'the hash': (id) => sql`update evidence set sha256 = sha256('') where ${id}`,
  }
  test.each(Object.entries(CHANGES))(
    'after a change to %s',
    { tags: 'hostile.damaged-evidence' },
    async (_, change) => {
      const { reporter, subjects } = await aReportWorld(ctx)
      const claimed = await reportAndClaim(reporter, subjects.AD)
      await asOwner(db, change(sql`"caseId" = ${claimed.caseId}`))
      expect(await readEvidence(claimed)).toMatchObject([{ intact: false }])
      await expectOnlyDismissal(claimed)
    },
  )

  const FILES: Record<string, (key: string) => Promise<unknown>> = {
    'a change to the bytes of a copied picture': (key) => ctx.photos.put(key, Buffer.from('b')),
    'the removal of a copied picture from the store': (key) => ctx.photos.remove(key),
  }
  test.each(Object.entries(FILES))('after %s', { tags: 'hostile.damaged-evidence' }, async (_, change) => {
    const { reporter, subjects } = await aReportWorld(ctx)
    const claimed = await reportAndClaim(reporter, subjects.MOVIE_ENTRY)
    const [key = ''] = await storeCopies(claimed.caseId, 'a')
    await change(key)
    expect(await listStates(claimed)).toEqual(new Set(['COPIED']))
    expect((await decide(claimed, { actions: [{ kind: 'WARN' }] })).status).toBe(403)
    expect(await listStates(claimed)).toContain('DAMAGED')
    await expectOnlyDismissal(claimed)
  })
})

describe('concurrent actions', () => {
  const rounds = Array.from({ length: 3 }, (_, index) => index)
  const statusesOf = (responses: { status: number }[]) => responses.map(({ status }) => status).sort()
  const countDecisions = async (caseId: string) =>
    (await db.selectFrom('decisions').select('id').where('caseId', '=', caseId).execute()).length

  test.each(rounds)(
    'either decide the case or claim it for another admin when its claim expires (round %i)',
    {
      tags: 'hostile.races',
    },
    async () => {
      const { reporter, subjects } = await aReportWorld(ctx)
      const claimed = await reportAndClaim(reporter, subjects.AD)
      const nils = await aModerator(db)
      const endClaim = async () => {
        await sql`update cases set "claimedUntil" = now() - interval '1 second' where id = ${claimed.caseId}`.execute(
          db,
        )
        return as(nils).post<{ version: number }>(`/moderation/cases/${claimed.caseId}/claim`)
      }
      const [decided, next] = await Promise.all([decide(claimed), endClaim()])
      expect([decided.status, next.status]).toEqual(decided.status === 200 ? [200, 409] : [409, 200])
      if (next.status === 200) {
        expect(await countDecisions(claimed.caseId)).toBe(0)
        const { version } = next.body
        expect((await decide({ ...claimed, version })).status).toBe(409)
        expect((await decide({ ...claimed, moderator: nils, version })).status).toBe(200)
      }
      expect(await countDecisions(claimed.caseId)).toBe(1)
    },
  )

  test('decide the case only for the admin who has it', { tags: 'hostile.races' }, async () => {
    const { reporter, subjects } = await aReportWorld(ctx)
    const claimed = await reportAndClaim(reporter, subjects.AD)
    const nils = await aModerator(db)
    const [own, other] = await Promise.all([decide(claimed), decide({ ...claimed, moderator: nils })])
    expect([own.status, other.status]).toEqual([200, 409])
    expect(await countDecisions(claimed.caseId)).toBe(1)
  })

  test.each(rounds)(
    'either confirm or undo a ban (round %i)',
    {
      tags: 'hostile.races',
    },
    async () => {
      const { reporter, reported, subjects } = await aReportWorld(ctx)
      await aModerator(db)
      const { caseId } = await reportAndDecide(reporter, subjects.AD, { kind: 'BAN' })
      const { moderator, version } = await claim(caseId)
      const answer = (confirmed: boolean) =>
        as(moderator).post(`/moderation/cases/${caseId}/confirm`, { version, confirmed })
      const [confirmation, refusal] = await Promise.all([answer(true), answer(false)])
      expect(statusesOf([confirmation, refusal])).toEqual([200, 409])
      const isBanned = confirmation.status === 200
      expect((await readCase(caseId)).state).toBe(isBanned ? 'DECIDED' : 'OPEN')
      const { deletedAt } = await db
        .selectFrom('members')
        .select('deletedAt')
        .where('id', '=', reported.id)
        .executeTakeFirstOrThrow()
      expect(deletedAt !== null).toBe(isBanned)
      const bars = sql`select from mail_bars b join decisions d on d.id = b."decisionId" where d."caseId" = ${caseId}`
      expect((await bars.execute(db)).rows).toHaveLength(isBanned ? 1 : 0)
    },
  )

  test('keep the account of a banned member who appeals in the last second, even if the clock of a gateway is fast', {
    tags: 'hostile.races',
  }, async () => {
    const { reporter, reported, subjects } = await aReportWorld(ctx)
    await aModerator(db)
    const { caseId, decisionId } = await reportAndDecide(reporter, subjects.AD, { kind: 'BAN' })
    expect((await confirm(caseId)).status).toBe(200)
    const decisions = db.selectFrom('decisions').select('appealBy').where('id', '=', decisionId)
    const appealBy = Date.parse((await decisions.executeTakeFirstOrThrow()).appealBy ?? '')
    const token = await readToken(decisionId)
    const ahead = { ...ctx, now: () => new Date(appealBy + 1_000) }
    const late = await createTestGateway({ ...ctx, now: () => new Date(appealBy - 1_000) })
    const readHeldUntil = async () =>
      (await db.selectFrom('members').select('heldUntil').where('id', '=', reported.id).executeTakeFirstOrThrow())
        .heldUntil
    await sweepOnce(ahead)
    expect(await readHeldUntil()).toBeNull()
    const responses = await Promise.all([
      late.visitor.post(`/statements/${token}/appeal`, { words: 'Det var på skoj.' }),
      sweepOnce(ahead).then(() => ({ status: 0 })),
      late.visitor.post(`/statements/${token}/appeal`, { words: 'Det var på skoj.' }),
    ])
    expect(statusesOf(responses)).toEqual([0, 204, 409])
    await sweepOnce(ahead)
    expect(Date.parse((await readHeldUntil()) ?? '')).toBeGreaterThan(appealBy + 30 * DAY_MS)
    const tooLate = await createTestGateway({ ...ctx, now: () => new Date(appealBy) })
    expect((await tooLate.visitor.post(`/statements/${token}/appeal`, { words: 'Igen' })).status).toBe(409)
    await late.app.close()
    await tooLate.app.close()
  })

  test('store one of five objections by a reporter, and change the case once', {
    tags: 'hostile.races',
  }, async () => {
    const { reporter, subjects } = await aReportWorld(ctx)
    const claimed = await reportAndClaim(reporter, subjects.AD)
    const { version } = (await decide(claimed, DISMISSAL)).body
    const report = await findReport(claimed.caseId)
    const object = () => as(reporter).post(`/reports/${report}/object`, { words: 'Läs igen.' })
    expect(statusesOf(await Promise.all(Array.from({ length: 5 }, object)))).toEqual([204, 409, 409, 409, 409])
    expect(await readCase(claimed.caseId)).toMatchObject({ state: 'APPEALED', version: version + 1 })
  })

  const findReport = async (caseId: string) =>
    (await db.selectFrom('reports').select('id').where('caseId', '=', caseId).executeTakeFirstOrThrow()).id

  test.each([true, false])(
    'an objection during the second look stays open if the dismissal is confirmed, and is accepted if it is refused (confirmed: %j)',
    {
      tags: 'hostile.races',
    },
    async (confirmed) => {
      const { reporter, subjects } = await aReportWorld(ctx)
      await aModerator(db)
      await file(reporter, subjects.PHOTO, { category: 'MINOR' })
      const { id } = await db
        .selectFrom('cases')
        .select('id')
        .where('subjectId', '=', subjects.PHOTO.id)
        .executeTakeFirstOrThrow()
      expect((await decide(await claim(id), DISMISSAL)).body).toMatchObject({ secondLook: true })
      const object = as(reporter).post(`/reports/${await findReport(id)}/object`, { words: 'Läs igen.' })
      expect((await object).status).toBe(204)
      const { moderator, version } = await claim(id)
      const confirmation = { version, confirmed, words: 'Till Teamet: jag känner igen rummet.' }
      expect((await as(moderator).post(`/moderation/cases/${id}/confirm`, confirmation)).status).toBe(200)
      expect((await readCase(id)).state).toBe(confirmed ? 'APPEALED' : 'OPEN')
      const { reports } = (await as(reporter).get<OwnReports>('/reports')).body
      const objectionOutcome = confirmed ? null : 'OVERTURNED'
      expect(reports).toMatchObject([{ objected: true, objectionOutcome, objectionAnswer: null }])
    },
  )
})

test('an admin who reads too much evidence, or opens a case or an appeal in which they have an interest of their own, is stopped, and the log records it', {
  tags: 'hostile.own-matters',
}, async () => {
  const vera = await aModerator(db)
  const listLog = async () =>
    db
      .selectFrom('team_log')
      .select(['act', 'caseId', 'about'])
      .where('byId', '=', vera.accountId)
      .where('act', 'in', ['LIMIT_REACHED', 'REFUSED'])
      .orderBy('id')
      .execute()
  const post = (path: string, body?: unknown) => as(vera).post(path, body)
  const { reporter, reported, subjects } = await aReportWorld(ctx)

  // A case about a member whom they ignore, and a case about their own report.
  const { caseId: ignoredCase } = await reportAndClaim(reporter, subjects.EVENT)
  await db
    .insertInto('ignores')
    .values({ ignorerId: vera.accountId, ignoredId: reported.id, lastActiveThen: new Date().toISOString() })
    .execute()
  const other = await aReportWorld(ctx)
  const { caseId: reportedCase } = await reportAndClaim(other.reporter, other.subjects.AD)
  await sql`update reports set "reporterId" = ${vera.accountId} where "caseId" = ${reportedCase}`.execute(db)
  for (const id of [ignoredCase, reportedCase]) {
    const operations = ['claim', 'evidence', 'names', 'claim']
    const responses = await Promise.all(operations.map((operation) => post(`/moderation/cases/${id}/${operation}`)))
    expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect((await as(vera).get(`/moderation/cases/${id}`)).status).toBe(404)
  }

  // An appeal against their own decision.
  const third = await aReportWorld(ctx)
  const claimed = await reportAndClaim(third.reporter, third.subjects.AD, vera)
  const { decisionId } = (await decide(claimed, { actions: [{ kind: 'WARN' }] })).body
  await as(third.reported).post(`/decisions/${decisionId}/appeal`, { words: 'Nej.' })
  const { version } = await claim(claimed.caseId, vera)
  const answer = { version, outcome: 'UPHELD', words: 'Jo.' }
  expect((await post(`/moderation/appeals/${decisionId}/decide`, answer)).status).toBe(403)

  // More views of evidence than are allowed in an hour.
  const worlds = [await aReportWorld(ctx), await aReportWorld(ctx)]
  const cases: string[] = []
  for (const world of worlds) cases.push((await reportAndClaim(world.reporter, world.subjects.AD, vera)).caseId)
  const statuses: number[] = []
  while (statuses.length < EVIDENCE_VIEWS_PER_HOUR + 4) {
    const reads = [...cases, ...cases].map((id) => post(`/moderation/cases/${id}/evidence`))
    statuses.push(...(await Promise.all(reads)).map(({ status }) => status))
  }
  expect(statuses.toSorted()).toEqual([...Array(EVIDENCE_VIEWS_PER_HOUR).fill(200), 429, 429, 429, 429])

  expect(await listLog()).toEqual([
    { act: 'REFUSED', caseId: ignoredCase, about: { reason: 'OWN_INTEREST' } },
    { act: 'REFUSED', caseId: reportedCase, about: { reason: 'OWN_INTEREST' } },
    { act: 'REFUSED', caseId: claimed.caseId, about: { reason: 'OWN_DECISION' } },
    { act: 'LIMIT_REACHED', caseId: null, about: {} },
  ])
})
