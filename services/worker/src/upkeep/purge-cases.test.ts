import { randomBytes } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { addMonths } from '@app/contract/time/months'
import { transact } from '@app/server/delivery/transact'
import { evidenceKey } from '@app/server/photos/photo-store'
import { appendToLog } from '@app/server/safety/team-log'
import { countLockWaiters } from '@app/server/testing/locks'
import { aMember, type TestMember } from '@app/server/testing/members'
import { aPhoto } from '@app/server/testing/photos'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { copyEvidenceFiles } from '../safety/copy-evidence-files.ts'
import { type TestWorker, testWorker } from '../testing-worker.ts'
import { runSafetyUpkeep } from './safety-upkeep.ts'

const MINUTE_MS = 60_000

let ctx: TestWorker
let author: TestMember
beforeAll(async () => {
  ctx = await testWorker({})
})
afterAll(() => ctx.close())
beforeEach(async () => {
  moveToNextMonth()
  await ctx.db.deleteFrom('cases').execute()
  author = await aMember(ctx.db)
})

/** Moves the clock to the 15th of the next month: every month has that day, so that months can be added and subtracted. */
function moveToNextMonth(): void {
  const now = ctx.now()
  ctx.advanceClock(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 15, 12) - now.getTime())
}
const inMonths = (months: number) => addMonths(ctx.now(), months).toISOString()
/** Advances the clock by calendar months, plus or minus some minutes. */
const advanceMonths = (months: number, minutes = 0) =>
  ctx.advanceClock(addMonths(ctx.now(), months).getTime() - ctx.now().getTime() + minutes * MINUTE_MS)

type CaseFields = { state?: 'OPEN' | 'DECIDED' | 'APPEALED' | 'UPHELD' | 'CLOSED' | 'SECOND_LOOK' }

/** Stores a case and a decision about it. The case is decided now, unless its state is OPEN or CLOSED. */
async function aDecidedCase({ state = 'DECIDED' }: CaseFields = {}): Promise<{ caseId: string; decisionId: string }> {
  const at = ctx.now().toISOString()
  const isDecided = state !== 'OPEN' && state !== 'CLOSED'
  const { id: caseId } = await ctx.db
    .insertInto('cases')
    .values({
      ...{ subjectKind: 'PROFILE', subjectId: author.id, authorId: author.id, category: 'HATE', severity: 'HIGH' },
      ...{ source: 'REPORT', openedAt: at, dueAt: at, state },
      ...(isDecided ? { outcome: 'ACTED' as const, decidedAt: at, purgeAt: inMonths(6) } : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: decisionId } = await ctx.db
    .insertInto('decisions')
    .values({
      ...{ caseId, byId: '1', reason: 'TERMS_HATE', facts: 'Du skrev så.', kind: 'ACTED', evidence: [], decidedAt: at },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { caseId, decisionId }
}

/** Stores evidence of a case with a picture that is not copied yet. Returns its id and the key of the picture's file. */
async function someWaitingEvidence(caseId: string, { sealed = false } = {}): Promise<{ id: string; key: string }> {
  const at = ctx.now().toISOString()
  const { id } = await ctx.db
    .insertInto('evidence')
    .values({ caseId, content: '{}', sha256: randomBytes(32), sealed, takenAt: at, purgeAt: inMonths(6) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const key = randomBytes(16).toString('base64url')
  const mediaId = await aPhoto(ctx, author)
  await ctx.db.insertInto('evidence_files').values({ evidenceId: id, mediaId, key, dueAt: at }).execute()
  return { id, key: evidenceKey(key) }
}

/** Stores evidence of a case with a copied picture, and returns the key of its file. */
async function someEvidence(caseId: string, options: { sealed?: boolean } = {}): Promise<string> {
  const { id, key } = await someWaitingEvidence(caseId, options)
  await copyEvidenceFiles(ctx, { evidenceId: id })
  return key
}

const isFileKept = async (key: string) => (await ctx.photos.read(key)) !== null
const isCaseKept = async (caseId: string) =>
  (await ctx.db.selectFrom('cases').select('id').where('id', '=', caseId).execute()).length > 0
const countEvidence = async (caseId: string) =>
  (await ctx.db.selectFrom('evidence').select('id').where('caseId', '=', caseId).execute()).length
const listPurges = (caseId: string) =>
  ctx.db.selectFrom('team_log').select(['byId', 'act', 'about']).where('caseId', '=', caseId).orderBy('id').execute()
const logHandOver = (caseId: string) =>
  transact(ctx, (tx) => appendToLog(tx, { byId: '1', act: 'HANDED_OVER', caseId, about: { version: 1 } }))

test('purges evidence with its files six months after the decision, once, and logs it', {
  tags: 'retention.evidence',
}, async () => {
  const { caseId } = await aDecidedCase()
  const keys = [await someEvidence(caseId), await someEvidence(caseId)]
  advanceMonths(6, -1)
  await runSafetyUpkeep(ctx)
  expect([await countEvidence(caseId), ...(await Promise.all(keys.map(isFileKept)))]).toEqual([2, true, true])
  ctx.advanceClock(MINUTE_MS)
  await Promise.all([runSafetyUpkeep(ctx), runSafetyUpkeep(ctx)])
  expect([await countEvidence(caseId), ...(await Promise.all(keys.map(isFileKept)))]).toEqual([0, false, false])
  expect(await listPurges(caseId)).toEqual([
    { byId: null, act: 'EVIDENCE_PURGED', about: { evidence: [expect.any(String), expect.any(String)], files: 2 } },
  ])
  expect(await isCaseKept(caseId)).toBe(true)
})

test('leaves no file that is copied while its evidence is purged', { tags: 'retention.evidence' }, async () => {
  const { caseId } = await aDecidedCase()
  const { id: evidenceId, key } = await someWaitingEvidence(caseId)
  advanceMonths(6, 1)
  const steps = new EventEmitter()
  const [copyStarted, fileRemoved] = [once(steps, 'copy started'), once(steps, 'file removed')]
  const put: TestWorker['photos']['put'] = async (...file) => {
    steps.emit('copy started')
    await fileRemoved
    await ctx.photos.put(...file)
  }
  const copying = copyEvidenceFiles({ ...ctx, photos: { ...ctx.photos, put } }, { evidenceId })
  await copyStarted
  const remove = async (removedKey: string) => {
    await ctx.photos.remove(removedKey)
    steps.emit('file removed')
    await Promise.race([copying, expect.poll(() => countLockWaiters(ctx)).toBe(1)])
  }
  await runSafetyUpkeep({ ...ctx, photos: { ...ctx.photos, remove } })
  await copying
  expect([await countEvidence(caseId), await isFileKept(key)]).toEqual([0, false])
})

test.each(['OPEN', 'APPEALED', 'SECOND_LOOK'] as const)(
  'keeps the evidence of a case that is %s',
  {
    tags: 'retention.evidence',
  },
  async (state) => {
    const { caseId } = await aDecidedCase({ state })
    const key = await someEvidence(caseId)
    advanceMonths(40)
    await runSafetyUpkeep(ctx)
    expect([await isFileKept(key), await countEvidence(caseId), await isCaseKept(caseId)]).toEqual([true, 1, true])
  },
)

test('keeps evidence for six months after the answer to an appeal or an objection', {
  tags: 'retention.evidence',
}, async () => {
  const [appealed, objected] = [await aDecidedCase({ state: 'UPHELD' }), await aDecidedCase({ state: 'UPHELD' })]
  for (const { caseId } of [appealed, objected]) await someEvidence(caseId)
  const [at, answeredAt] = [ctx.now().toISOString(), inMonths(5)]
  await ctx.db
    .insertInto('appeals')
    .values({
      ...{ decisionId: appealed.decisionId, words: 'Nej.', at, byId: '2', decidedAt: answeredAt, outcome: 'UPHELD' },
    })
    .execute()
  await ctx.db
    .insertInto('reports')
    .values({
      ...{ caseId: objected.caseId, category: 'HATE', language: 'SWEDISH', filedAt: at, aimAt: at, objectedAt: at },
      ...{ objection: 'Jo.', objectionOutcome: 'UPHELD', objectionAnswer: 'Nej.', objectionAnsweredAt: answeredAt },
    })
    .execute()
  const count = async () => [await countEvidence(appealed.caseId), await countEvidence(objected.caseId)]
  advanceMonths(6, 1)
  await runSafetyUpkeep(ctx)
  expect(await count()).toEqual([1, 1])
  advanceMonths(5)
  await runSafetyUpkeep(ctx)
  expect(await count()).toEqual([0, 0])
})

test('keeps sealed evidence, and its case, until it is handed over', { tags: 'retention.evidence' }, async () => {
  const { caseId } = await aDecidedCase()
  await logHandOver(caseId)
  ctx.advanceClock(MINUTE_MS)
  const key = await someEvidence(caseId, { sealed: true })
  advanceMonths(40)
  await runSafetyUpkeep(ctx)
  expect([await isFileKept(key), await countEvidence(caseId), await isCaseKept(caseId)]).toEqual([true, 1, true])
  await logHandOver(caseId)
  await runSafetyUpkeep(ctx)
  expect([await isFileKept(key), await countEvidence(caseId), await isCaseKept(caseId)]).toEqual([false, 0, false])
})

test('purges sealed evidence of a case that two admins have dismissed, but not if only one has', {
  tags: 'retention.sealed',
}, async () => {
  const [byTwo, byOne] = [await aDecidedCase(), await aDecidedCase()]
  for (const { caseId } of [byTwo, byOne]) await someEvidence(caseId, { sealed: true })
  await ctx.db.updateTable('decisions').set({ kind: 'DISMISSED', reason: 'NO_BREACH' }).execute()
  await ctx.db.updateTable('decisions').set({ confirmedById: '2' }).where('id', '=', byTwo.decisionId).execute()
  advanceMonths(6, 1)
  await runSafetyUpkeep(ctx)
  expect([await countEvidence(byTwo.caseId), await countEvidence(byOne.caseId)]).toEqual([0, 1])
})

/** Stores every text that a case can have. */
async function storeWords({ caseId, decisionId }: { caseId: string; decisionId: string }) {
  const at = ctx.now().toISOString()
  const report = { caseId, category: 'HATE', language: 'SWEDISH' as const, filedAt: at, aimAt: at, words: 'Ord.' }
  await ctx.db
    .insertInto('reports')
    .values([
      { ...report, answer: 'Ord.', objectedAt: at, objection: 'Ord.', objectionAnswer: 'Ord.', address: null },
      { ...report, address: 'https://salong.example/ord', noticeName: 'Agda', noticeEmail: 'agda@example.test' },
    ])
    .execute()
  await ctx.db.insertInto('appeals').values({ decisionId, words: 'Ord.', at }).execute()
  await ctx.db
    .insertInto('removals')
    .values({ decisionId, kind: 'AD', contentId: decisionId, content: '{"title":"Ord"}', removedAt: at })
    .execute()
  await ctx.db.updateTable('decisions').set({ note: 'Ord.' }).where('id', '=', decisionId).execute()
  await ctx.db.updateTable('cases').set({ question: 'Ord?' }).where('id', '=', caseId).execute()
}

/** Returns the texts of a case, and its codes. */
async function readWords({ caseId, decisionId }: { caseId: string; decisionId: string }) {
  const { rows } = await sql<{ words: string; codes: string }>`
    select concat((select json_agg(json_build_array(r.words, r.answer, r.objection, r."objectionAnswer", r."noticeName",
        r."noticeEmail", nullif(r.address, ''))) from reports r where r."caseId" = c.id),
        c.question, d.facts, d.note, a.words, a.answer, m.content) as words,
      concat((select count(*) from reports r where r."caseId" = c.id and r.category = 'HATE' and r."filedAt" is not null),
        (select count(*) from reports r where r."caseId" = c.id and r.address is not null), d.reason, m.kind) as codes
    from cases c join decisions d on d."caseId" = c.id join appeals a on a."decisionId" = d.id
    join removals m on m."decisionId" = d.id where c.id = ${caseId} and d.id = ${decisionId}`.execute(ctx.db)
  return rows[0]
}

test('purges the words of a case with its evidence, and keeps codes and times', {
  tags: 'retention.words',
}, async () => {
  const [decided, withoutEvidence, appealed] = [
    await aDecidedCase(),
    await aDecidedCase(),
    await aDecidedCase({ state: 'APPEALED' }),
  ]
  for (const stored of [decided, withoutEvidence, appealed]) await storeWords(stored)
  await someEvidence(decided.caseId)
  const before = await readWords(decided)
  expect(before?.words).toContain('Ord.')
  advanceMonths(6, -1)
  await runSafetyUpkeep(ctx)
  expect(await readWords(decided)).toEqual(before)
  ctx.advanceClock(2 * MINUTE_MS)
  await runSafetyUpkeep(ctx)
  for (const stored of [decided, withoutEvidence]) {
    const after = await readWords(stored)
    expect(after?.words).not.toMatch(/ord|agda|skrev/i)
    expect(after?.codes).toBe('21TERMS_HATEAD')
  }
  expect((await readWords(appealed))?.words).toContain('Ord.')
})

test('purges the words of an appeal that a team of one answered, although the team has grown', {
  tags: 'retention.words',
}, async () => {
  const { caseId, decisionId } = await aDecidedCase({ state: 'UPHELD' })
  const [{ id: byId }, other] = [await aMember(ctx.db, { level: 'ADMIN' }), await aMember(ctx.db)]
  await ctx.db.updateTable('decisions').set({ byId }).where('id', '=', decisionId).execute()
  const at = addMonths(ctx.now(), -1).toISOString()
  await ctx.db.deleteFrom('team_duties').where('memberId', '<>', byId).execute()
  await ctx.db
    .insertInto('appeals')
    .values({ decisionId, words: 'Nej.', at, byId, decidedAt: ctx.now().toISOString(), outcome: 'UPHELD' })
    .execute()
  await ctx.db.updateTable('members').set({ level: 'ADMIN' }).where('id', '=', other.id).execute()
  await ctx.db.insertInto('team_duties').values({ memberId: other.id, duty: 'MODERATE' }).execute()
  advanceMonths(6, 1)
  await runSafetyUpkeep(ctx)
  const appeal = await ctx.db.selectFrom('appeals').select('words').where('decisionId', '=', decisionId).execute()
  expect([appeal, await isCaseKept(caseId)]).toEqual([[{ words: null }], true])
})

test('keeps the evidence while its files cannot be removed, and purges that of other cases', {
  tags: 'retention.evidence',
}, async () => {
  const [broken, other] = [await aDecidedCase(), await aDecidedCase()]
  const [brokenKey, otherKey] = [await someEvidence(broken.caseId), await someEvidence(other.caseId)]
  advanceMonths(6, 1)
  const photos = {
    ...ctx.photos,
    remove: async (key: string) => {
      if (key === brokenKey) throw new Error('the store is down')
      await ctx.photos.remove(key)
    },
  }
  await runSafetyUpkeep({ ...ctx, photos })
  expect([await countEvidence(broken.caseId), await countEvidence(other.caseId)]).toEqual([1, 0])
  expect([await listPurges(broken.caseId), await isFileKept(otherKey)]).toEqual([[], false])
  await runSafetyUpkeep(ctx)
  expect([await countEvidence(broken.caseId), await isFileKept(brokenKey)]).toEqual([0, false])
})

test('purges a case with its decisions two years after its evidence', { tags: 'retention.cases' }, async () => {
  const [decided, merged] = [await aDecidedCase(), await aDecidedCase({ state: 'CLOSED' })]
  await someEvidence(decided.caseId)
  const areKept = async () => [await isCaseKept(decided.caseId), await isCaseKept(merged.caseId)]
  advanceMonths(6)
  advanceMonths(24, -1)
  await runSafetyUpkeep(ctx)
  expect(await areKept()).toEqual([true, true])
  ctx.advanceClock(2 * MINUTE_MS)
  await runSafetyUpkeep(ctx)
  expect(await areKept()).toEqual([false, false])
  const { rows } = await sql`select from decisions where "caseId" = ${decided.caseId}`.execute(ctx.db)
  expect(rows).toEqual([])
})

test('keeps a case while a bar, a measure or provisional hiding needs its decision', {
  tags: 'retention.cases',
}, async () => {
  const at = ctx.now().toISOString()
  const [address, picture, restriction, ban, hiding, warning] = [
    await aDecidedCase(),
    await aDecidedCase(),
    await aDecidedCase(),
    await aDecidedCase(),
    await aDecidedCase(),
    await aDecidedCase(),
  ]
  const measure = { memberId: author.id, from: at }
  await ctx.db
    .insertInto('mail_bars')
    .values({ mailHash: randomBytes(32), decisionId: address.decisionId, until: inMonths(36) })
    .execute()
  await ctx.db
    .insertInto('banned_pictures')
    .values({ sha256: randomBytes(32), decisionId: picture.decisionId, until: inMonths(36) })
    .execute()
  await ctx.db
    .insertInto('measures')
    .values([
      { ...measure, decisionId: restriction.decisionId, kind: 'POST', until: inMonths(36) },
      { ...measure, decisionId: ban.decisionId, kind: 'BAN', until: null },
      { ...measure, decisionId: warning.decisionId, kind: 'WARN', until: null },
    ])
    .execute()
  await ctx.db
    .insertInto('removals')
    .values({ decisionId: hiding.decisionId, kind: 'AD', contentId: '1', content: '{}', removedAt: at, until: at })
    .execute()
  const listKept = async () => {
    const rows = await ctx.db.selectFrom('cases').select('id').orderBy('id').execute()
    return rows.map(({ id }) => id)
  }
  advanceMonths(31)
  await runSafetyUpkeep(ctx)
  expect(await listKept()).toEqual([address, picture, restriction, ban, hiding].map(({ caseId }) => caseId))
  advanceMonths(6)
  await runSafetyUpkeep(ctx)
  expect(await listKept()).toEqual([ban, hiding].map(({ caseId }) => caseId))
  expect(await ctx.db.selectFrom('mail_bars').selectAll().execute()).toEqual([])
  expect(await ctx.db.selectFrom('banned_pictures').selectAll().execute()).toEqual([])
})
