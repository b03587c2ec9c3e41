import { type Kysely, sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { getOwnerUrl, testContext } from '../testing/context.ts'
import { createDatabase, createPool } from './database.ts'
import { up } from './migrations/0082-report-ordinals.ts'

const ctx = await testContext()
afterAll(ctx.close)
const { db } = ctx
const ownerDb = createDatabase(createPool(await getOwnerUrl(db), 1))
afterAll(() => ownerDb.destroy())
const migrate = () => ownerDb.connection().execute((session) => up(session as unknown as Kysely<unknown>))

async function aCase(): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into cases ("subjectKind", "subjectId", category, severity, source, "openedAt", "dueAt")
    values ('NOTICE', gen_random_uuid()::text, 'SPAM', 'MEDIUM', 'REPORT', now(), now()) returning id`.execute(db)
  return rows[0]?.id ?? ''
}

async function aReport(caseId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into reports ("caseId", category, language, address, words, "filedAt", "aimAt")
    values (${caseId}, 'SPAM', 'SWEDISH', 'https://salong.example', 'Reklam.', now(), now()) returning id`.execute(db)
  return rows[0]?.id ?? ''
}

/** Lists the ids and ordinals of the reports of a case in the order of their ordinals. */
async function listReports(caseId: string): Promise<[string, number][]> {
  const reports = db.selectFrom('reports').select(['id', 'ordinal']).where('caseId', '=', caseId).orderBy('ordinal')
  return (await reports.execute()).map(({ id, ordinal }) => [id, ordinal])
}

test('the migration numbers existing reports before those that arrive while it runs, and can be repeated', async () => {
  const caseId = await aCase()
  const [first, second] = [await aReport(caseId), await aReport(caseId)]
  const other = await aCase()
  const otherReport = await aReport(other)
  await sql`update reports set ordinal = 0`.execute(db)
  const third = await aReport(caseId)
  await migrate()
  const expected = [
    [first, 1],
    [second, 2],
    [third, 3],
  ]
  expect(await listReports(caseId)).toEqual(expected)
  expect(await listReports(other)).toEqual([[otherReport, 1]])
  await migrate()
  expect(await listReports(caseId)).toEqual(expected)
})

test('a report that moves gets the next ordinal of its new case, and leaves those of the old case unchanged', async () => {
  const [from, to] = [await aCase(), await aCase()]
  const [first, second, third] = [await aReport(from), await aReport(from), await aReport(from)]
  const own = await aReport(to)
  await sql`update reports set "caseId" = ${to} where id in (${first}, ${second})`.execute(db)
  expect(await listReports(from)).toEqual([[third, 3]])
  const moved = await listReports(to)
  expect(moved.map(([, ordinal]) => ordinal)).toEqual([1, 2, 3])
  expect(moved[0]?.[0]).toBe(own)
})
