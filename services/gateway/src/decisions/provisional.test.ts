import { randomUUID } from 'node:crypto'
import { DAY_MS, HOUR_MS } from '@app/contract/limits'
import type { Subject } from '@app/contract/safety/subjects'
import { aGroup, anOpenChat, listJobs, listPushes } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import { aTrustedMember } from '@app/server/testing/trust'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { aReportWorld, type ReportWorld } from '../reports/testing.ts'
import { setUpTestGateway } from '../testing.ts'
import { changeLevel } from '../visibility/level.ts'
import { sweepOnce } from './sweep.ts'
import { createDeciding, takeSnapshot } from './testing.ts'

let offsetMs = 0
const gateway = await setUpTestGateway({ now: () => new Date(Date.now() + offsetMs) })
const { ctx, as, visitor } = gateway
const { db } = ctx
const { file, claim, decide, listStatements, readToken, reportAndDecide } = createDeciding(gateway)

beforeEach(() => {
  offsetMs = 0
})

const DISMISSAL = { actions: [{ kind: 'DISMISS' as const }], reason: 'NO_BREACH' as const }

const report = async (reporter: TestMember, subject: Subject, category: 'THREAT' | 'SPAM' | 'MINOR' = 'THREAT') =>
  expect((await file(reporter, subject, { category })).status).toBe(201)

const listAutomated = () => db.selectFrom('decisions').selectAll().where('automated', '=', true).execute()
const listHidden = () => db.selectFrom('removals').selectAll().where('restoredAt', 'is', null).execute()
const readCase = ({ reported }: ReportWorld) =>
  db.selectFrom('cases').selectAll().where('authorId', '=', reported.id).executeTakeFirstOrThrow()

beforeEach(async () => {
  await sql`delete from cases`.execute(db)
})

/** Creates an ad that these members, by default two trusted ones, report as a threat, and sweeps once. */
async function aReportedAd(reporters?: TestMember[]): Promise<ReportWorld> {
  const world = await aReportWorld(ctx)
  for (const reporter of reporters ?? [await aTrustedMember(ctx), await aTrustedMember(ctx)])
    await report(reporter, world.subjects.AD)
  await sweepOnce(ctx)
  return world
}

describe('content that two trusted strangers report as critical', () => {
  test.each(['AD', 'PHOTO', 'MOVIE_ENTRY', 'NEWS_COMMENT'] as const)(
    'is hidden for 48 hours and comes back exactly: %s',
    { tags: 'decisions.provisional' },
    async (kind) => {
      const world = await aReportWorld(ctx)
      const reporters = [await aTrustedMember(ctx), await aTrustedMember(ctx), await aMember(db)]
      const before = await takeSnapshot(ctx)
      await Promise.all(reporters.map((reporter) => report(reporter, world.subjects[kind])))
      await Promise.all([sweepOnce(ctx), sweepOnce(ctx)])
      await sweepOnce(ctx)
      expect(await listAutomated()).toMatchObject([{ byId: null, removes: true, kind: 'ACTED', confirmBy: null }])
      expect(await listHidden()).toHaveLength(1)
      expect(await takeSnapshot(ctx)).not.toEqual(before)
      offsetMs = 48 * HOUR_MS - 60_000
      await sweepOnce(ctx)
      expect(await listHidden()).toHaveLength(1)
      offsetMs = 48 * HOUR_MS + 60_000
      await Promise.all([sweepOnce(ctx), sweepOnce(ctx)])
      await sweepOnce(ctx)
      expect(await listHidden()).toEqual([])
      expect(await takeSnapshot(ctx)).toEqual(before)
    },
  )

  test('is hidden with a statement that names nobody and cannot be appealed, and the case stays open', {
    tags: 'decisions.provisional',
  }, async () => {
    const world = await aReportedAd()
    const [statement] = await listStatements(world.reported)
    expect(statement).toMatchObject({ automated: true, mustRead: false, appealBy: null, removedNow: true })
    expect((await as(world.reported).post(`/decisions/${statement?.id}/appeal`, { words: 'Nej' })).status).toBe(409)
    const token = await readToken(statement?.id ?? '')
    expect((await visitor.get(`/statements/${token}`)).status).toBe(200)
    const mails = await db.selectFrom('mails').selectAll().where('memberId', '=', world.reported.id).execute()
    expect(mails).toMatchObject([{ kind: 'DECISION', aboutId: statement?.id }])
    expect((await listJobs(db)).filter(({ name }) => name === 'mail:send')).toContainEqual({
      name: 'mail:send',
      payload: { mailId: mails[0]?.id },
    })
    expect(await readCase(world)).toMatchObject({ state: 'OPEN', outcome: null, decidedAt: null })
    const log = await db
      .selectFrom('team_log')
      .selectAll()
      .where('act', '=', 'DECIDED')
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    expect(log).toMatchObject([{ byId: null, caseId: statement?.number, about: { automated: true } }])
  })

  test('is hidden even if both know its author', { tags: 'decisions.provisional' }, async () => {
    const reported = await aMember(db)
    const reporters = [await aTrustedMember(ctx), await aTrustedMember(ctx)]
    for (const bo of reporters) await anOpenChat(db, { ann: reported, bo })
    const { subjects } = await aReportWorld(ctx, { reported })
    for (const reporter of reporters) await report(reporter, subjects.AD)
    await sweepOnce(ctx)
    expect(await listHidden()).toHaveLength(1)
  })

  test('is not hidden a second time within 90 days', { tags: 'decisions.provisional' }, async () => {
    const world = await aReportedAd()
    offsetMs = 49 * HOUR_MS
    await sweepOnce(ctx)
    await report(await aTrustedMember(ctx), world.subjects.AD)
    await sweepOnce(ctx)
    expect(await listAutomated()).toHaveLength(1)
    expect(await listHidden()).toEqual([])
  })

  test('stays hidden if a person removes it, under their decision alone', {
    tags: 'decisions.provisional',
  }, async () => {
    const world = await aReportedAd()
    const [hiding] = await listStatements(world.reported)
    const until = (await listHidden())[0]?.until
    expect(hiding).toMatchObject({ automated: true, actions: [{ kind: 'REMOVE', until, endedAt: null }] })
    const claimed = await claim((await readCase(world)).id)
    const { body, status } = await decide(claimed)
    expect(status).toBe(200)
    expect(await listHidden()).toMatchObject([{ decisionId: body.decisionId, until: null }])
    offsetMs = 49 * HOUR_MS
    await sweepOnce(ctx)
    expect(await listHidden()).toHaveLength(1)
    expect(await listStatements(world.reported)).toMatchObject([
      { automated: false, removedNow: true },
      { automated: true, removedNow: false, actions: [{ kind: 'REMOVE', endedAt: expect.any(String) }] },
    ])
  })

  test.each([
    [{ kind: 'DISMISS' as const }, 'NO_BREACH' as const],
    [{ kind: 'WARN' as const }, 'TERMS_THREAT' as const],
  ])(
    'comes back at once if a person decides otherwise: %j',
    { tags: 'decisions.provisional' },
    async (action, reason) => {
      const world = await aReportWorld(ctx)
      const before = await takeSnapshot(ctx)
      const reporters = [await aTrustedMember(ctx), await aTrustedMember(ctx)]
      for (const reporter of reporters) await report(reporter, world.subjects.MOVIE_ENTRY)
      await sweepOnce(ctx)
      expect(await listHidden()).toHaveLength(1)
      const claimed = await claim((await readCase(world)).id)
      expect((await decide(claimed, { actions: [action], reason })).status).toBe(200)
      expect(await listHidden()).toEqual([])
      const after = await takeSnapshot(ctx)
      for (const table of ['movie_entries', 'movie_likes'])
        expect({ table, rows: after[table] }).toEqual({ table, rows: before[table] })
      const sent = (await listPushes(db)).filter(({ push }) => push.type === 'decision:new')
      expect(sent.at(-1)).toMatchObject({ to: [world.reported.id], push: { removed: 0 } })
      // Content about which a person has decided is not hidden provisionally again.
      await report(await aTrustedMember(ctx), world.subjects.MOVIE_ENTRY)
      await report(await aTrustedMember(ctx), world.subjects.MOVIE_ENTRY)
      await sweepOnce(ctx)
      expect(await listHidden()).toEqual([])
    },
  )

  test('increments the version of a claimed case when it is hidden, and keeps the claim', {
    tags: 'decisions.provisional',
  }, async () => {
    const world = await aReportWorld(ctx)
    const reporters = [await aTrustedMember(ctx), await aTrustedMember(ctx)]
    for (const reporter of reporters) await report(reporter, world.subjects.AD)
    const claimed = await claim((await readCase(world)).id)
    await sweepOnce(ctx)
    expect(await listHidden()).toHaveLength(1)
    expect((await decide(claimed, { actions: [{ kind: 'DISMISS' }], reason: 'NO_BREACH' })).status).toBe(409)
    const { version, claimedBy } = await readCase(world)
    expect(claimedBy).toBe(claimed.moderator.accountId)
    expect((await decide({ ...claimed, version })).status).toBe(200)
  })
})

describe('content whose author becomes an admin while it is hidden provisionally', () => {
  test.each(['AD', 'NEWS_COMMENT'] as const)(
    'is gone after 48 hours, and its case can be dismissed: %s',
    { tags: 'decisions.provisional' },
    async (kind) => {
      const world = await aReportWorld(ctx)
      for (const reporter of [await aTrustedMember(ctx), await aTrustedMember(ctx)])
        await report(reporter, world.subjects[kind])
      await sweepOnce(ctx)
      const hidden = await takeSnapshot(ctx)
      await changeLevel(ctx, world.reported.id, 'ADMIN')
      offsetMs = 48 * HOUR_MS + 60_000
      await sweepOnce(ctx)
      expect(await listHidden()).toEqual([])
      expect(await listAutomated()).toMatchObject([{ undoneAt: expect.any(String) }])
      const { ads, news_comments } = await takeSnapshot(ctx)
      expect({ ads, news_comments }).toEqual({ ads: hidden.ads, news_comments: hidden.news_comments })
      expect((await decide(await claim((await readCase(world)).id), DISMISSAL)).status).toBe(200)
    },
  )

  test('does not keep a person from dismissing its case earlier', { tags: 'decisions.provisional' }, async () => {
    const world = await aReportedAd()
    await changeLevel(ctx, world.reported.id, 'ADMIN')
    expect((await decide(await claim((await readCase(world)).id), DISMISSAL)).status).toBe(200)
    expect(await listHidden()).toEqual([])
  })
})

describe('provisional hiding', () => {
  const expectNothingHidden = async () => {
    expect(await listHidden()).toEqual([])
    expect(await listAutomated()).toEqual([])
  }

  const REPORTERS: Record<string, () => Promise<TestMember[]>> = {
    'by 30 fresh accounts': () => Promise.all(Array.from({ length: 30 }, () => aMember(db))),
    'by one trusted member and one fresh account': async () => [await aTrustedMember(ctx), await aMember(db)],
    'by members who are too new': () => pair({ ageMs: 29 * DAY_MS }),
    'by members with too few chats': () => pair({ chats: 4 }),
    'by members who wrote too little': () => pair({ messages: 9 }),
    'by members without a photo or a badge': () => pair({ photo: false }),
    'by two members with a chat in common': async () => {
      const [ann, bo] = await pair()
      await anOpenChat(db, { ann, bo })
      return [ann, bo]
    },
    'by two members with a group in common': async () => {
      const [ann, bo] = await pair()
      await aGroup(db, { owner: ann, members: [bo] })
      return [ann, bo]
    },
    'by two members who both wrote in a group that one has left': async () => {
      const [ann, bo] = await pair()
      const { groupId } = await aGroup(db, { owner: ann, members: [bo] })
      for (const member of [ann, bo]) {
        const post = { message: 'Hej!', clientId: randomUUID() }
        expect((await as(member).post(`/groups/${groupId}/messages`, post)).status).toBe(201)
      }
      expect((await as(bo).post(`/groups/${groupId}/leave`)).status).toBe(204)
      return [ann, bo]
    },
    'by members of whom one has verified the other': async () => {
      const [ann, bo] = await pair()
      await sql`
        insert into verifications ("memberId", "verifierId", state, at) values (${ann.id}, ${bo.id}, 'CONFIRMED', now())`.execute(
        db,
      )
      return [ann, bo]
    },
    'by a member whose report was in bad faith': async () => {
      const [ann, bo] = await pair()
      const { subjects } = await aReportWorld(ctx)
      await report(bo, subjects.PROFILE, 'SPAM')
      await sql`update reports set abusive = true, "abusiveAt" = now() where "reporterId" = ${bo.id}`.execute(db)
      return [ann, bo]
    },
    'by a member who was warned': async () => {
      const [ann, bo] = await pair()
      const { subjects } = await aReportWorld(ctx, { reported: bo })
      await reportAndDecide(await aMember(db), subjects.AD, { kind: 'WARN' })
      return [ann, bo]
    },
  }

  async function pair(options = {}): Promise<[TestMember, TestMember]> {
    return [await aTrustedMember(ctx, options), await aTrustedMember(ctx, options)]
  }

  test.each(Object.keys(REPORTERS))('ignores reports %s', { tags: 'decisions.provisional-refused' }, async (name) => {
    await aReportedAd(await REPORTERS[name]?.())
    await expectNothingHidden()
  })

  test('ignores reports that are not critical, even beside a critical one', {
    tags: 'decisions.provisional-refused',
  }, async () => {
    const [ann, bo] = await pair()
    const { subjects } = await aReportWorld(ctx)
    await report(ann, subjects.AD, 'SPAM')
    await report(bo, subjects.AD, 'MINOR')
    await sweepOnce(ctx)
    await expectNothingHidden()
    await report(ann, subjects.AD, 'MINOR')
    await sweepOnce(ctx)
    expect(await listHidden()).toHaveLength(1)
  })

  test.each(['PROFILE', 'EVENT'] as const)(
    'ignores reports about a subject of the kind %s, which concerns more than one content or member',
    { tags: 'decisions.provisional-refused' },
    async (kind) => {
      const { subjects } = await aReportWorld(ctx)
      for (const reporter of await pair()) await report(reporter, subjects[kind])
      await sweepOnce(ctx)
      await expectNothingHidden()
    },
  )
})
