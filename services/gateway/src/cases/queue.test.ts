import type { CaseQueue } from '@app/contract/safety/cases'
import { aGroup, anOpenChat, asOwner } from '@app/server/testing/context'
import { aMember, aSession, markAsPasskeySession, type TestMember } from '@app/server/testing/members'
import { type RawBuilder, sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { setUpTestGateway } from '../testing.ts'
import { changeLevel } from '../visibility/level.ts'
import { selectCounts, selectPage } from './queue.ts'
import { aCase, aCaseReport, aDecision, aModerator } from './testing.ts'

const MINUTE_MS = 60_000

let nowOffsetMs = 0
const { ctx, as } = await setUpTestGateway({ now: () => new Date(Date.now() + nowOffsetMs) })
const { db } = ctx
const vera = await aModerator(db)

beforeEach(async () => {
  nowOffsetMs = 0
  await db.deleteFrom('cases').execute()
})

const readQueue = async (query = '', moderator: TestMember = vera) =>
  (await as(moderator).get<CaseQueue>(`/moderation/cases${query}`)).body
const listIds = async (query = '', moderator: TestMember = vera) =>
  (await readQueue(query, moderator)).rows.map(({ id }) => id)
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS).toISOString()

test('lists critical cases first, then cases by due time', { tags: 'cases.queue' }, async () => {
  const later = await aCase(db, { dueAt: inMinutes(60) })
  const critical = await aCase(db, { severity: 'CRITICAL', dueAt: inMinutes(90) })
  const sooner = await aCase(db, { dueAt: inMinutes(30) })
  const earlierCritical = await aCase(db, { severity: 'CRITICAL', dueAt: inMinutes(80) })
  expect(await listIds()).toEqual([earlierCritical, critical, sooner, later])
})

test('pages show each of 200 cases once, even those with the same time', { tags: 'cases.queue' }, async () => {
  const author = await aMember(db)
  const cases = Array.from({ length: 200 }, (_, index) => ({
    ...{ author, subjectKind: 'AD' as const, subjectId: `${index + 1}`, dueAt: inMinutes(10 + (index % 7)) },
    severity: index % 9 === 0 ? ('CRITICAL' as const) : ('LOW' as const),
  }))
  for (const fields of cases) await aCase(db, fields)
  const all = await listIds('?limit=100')
  const ids: string[] = []
  let next: string | null = ''
  while (next !== null) {
    const page: CaseQueue = await readQueue(`?limit=30${next && `&after=${next}`}`)
    ids.push(...page.rows.map(({ id }) => id))
    next = page.next
  }
  expect(new Set(ids).size).toBe(200)
  expect(ids.slice(0, 100)).toEqual(all)
})

test('an expired claim is shown as free', { tags: 'cases.queue' }, async () => {
  const id = await aCase(db)
  await as(vera).post(`/moderation/cases/${id}/claim`)
  expect((await readQueue()).rows).toMatchObject([{ id, state: 'CLAIMED', heldBy: vera.userName, heldByMe: true }])
  nowOffsetMs = 31 * MINUTE_MS
  const { rows, counts } = await readQueue()
  expect(rows).toMatchObject([{ id, state: 'OPEN', heldBy: null, heldByMe: false, claimedUntil: null }])
  expect(counts.mine).toBe(0)
})

test('each view lists its cases, and all except DONE are counted', { tags: 'cases.queue' }, async () => {
  const mine = await aCase(db, { dueAt: inMinutes(5) })
  await as(vera).post(`/moderation/cases/${mine}/claim`)
  const open = await aCase(db)
  const asked = await aCase(db, { state: 'ASKED' })
  const secondLook = await aCase(db, { state: 'SECOND_LOOK' })
  const wanted = await aCase(db, { wider: 'WANTED', dueAt: inMinutes(90) })
  const appealed = await aCase(db, { state: 'APPEALED' })
  const [older, newer] = [await aCase(db), await aCase(db)]
  await aDecision(db, { caseId: newer, byId: vera.accountId })
  await aDecision(db, { caseId: older, byId: vera.accountId, at: new Date(Date.now() - MINUTE_MS) })
  expect(await listIds('?view=OPEN')).toEqual([mine, open, wanted])
  expect(await listIds('?view=MINE')).toEqual([mine])
  expect(await listIds('?view=ASKED')).toEqual([asked])
  expect(await listIds('?view=SECOND_LOOK')).toEqual([secondLook, wanted])
  expect(await listIds('?view=APPEALED')).toEqual([appealed])
  expect(await listIds('?view=DONE')).toEqual([newer, older])
  const first = await readQueue('?view=DONE&limit=1')
  expect(await listIds(`?view=DONE&limit=1&after=${first.next}`)).toEqual([older])
  expect((await readQueue()).counts).toEqual({ open: 3, mine: 1, appealed: 1, asked: 1, secondLook: 2 })
})

test('the share of first looks within the aim is null for fewer than five', { tags: 'cases.queue' }, async () => {
  for (const late of [false, false, false, true]) {
    const id = await aCase(db, { dueAt: inMinutes(late ? -5 : 30) })
    await as(vera).post(`/moderation/cases/${id}/claim`)
  }
  expect((await readQueue()).withinAim).toBeNull()
  await as(vera).post(`/moderation/cases/${await aCase(db)}/claim`)
  expect((await readQueue()).withinAim).toBe(80)
})

describe('a case in which an admin has an interest of their own', () => {
  /** Creates a case that concerns a member, who then becomes an admin. */
  const CASES: Record<string, (member: TestMember) => Promise<string>> = {
    'is about them': (author) => aCase(db, { author }),
    'is about what they wrote for the team': ({ accountId }) => aCase(db, { writtenById: accountId }),
    'they reported': async (member) => (await aCaseReport(db, await aCase(db), member)).caseId,
    'is about a member they ignore': async (member) => {
      const author = await aMember(db)
      await as(member).post('/ignore', author.userName)
      return aCase(db, { author })
    },
    'is about a member with whom they had a chat': async (member) => {
      const author = await aMember(db)
      await anOpenChat(db, { ann: member, bo: author })
      return aCase(db, { author })
    },
    'is about a post in their group': async (member) => {
      const { groupId } = await aGroup(db, { members: [member] })
      return aCase(db, { subjectKind: 'GROUP_MESSAGE', subjectId: '1', parentId: groupId })
    },
    'is about their group': async (member) => {
      const { groupId } = await aGroup(db, { members: [member] })
      return aCase(db, { subjectKind: 'GROUP', subjectId: groupId })
    },
  }

  async function promote(member: TestMember): Promise<TestMember> {
    await changeLevel(ctx, member.id, 'ADMIN')
    const moderator = { ...member, id: '0', level: 'ADMIN' as const, sessionId: await aSession(db, member.id) }
    await markAsPasskeySession(db, moderator)
    return moderator
  }

  test.each(Object.entries(CASES))(
    '%s: they neither see nor claim it',
    {
      tags: 'cases.own-interest',
    },
    async (_, create) => {
      const member = await aMember(db)
      const id = await create(member)
      const moderator = await promote(member)
      expect(await listIds()).toEqual([id])
      const { rows, counts } = await readQueue('', moderator)
      expect({ rows, open: counts.open }).toEqual({ rows: [], open: 0 })
      expect((await as(moderator).post('/moderation/cases/next')).status).toBe(404)
      for (const path of ['claim', 'evidence', 'names', 'release'])
        expect((await as(moderator).post(`/moderation/cases/${id}/${path}`)).status).toBe(404)
      expect((await as(moderator).get(`/moderation/cases/${id}`)).status).toBe(404)
      expect((await as(moderator).post(`/moderation/cases/${id}/hand-over`, { version: 1 })).status).toBe(404)
    },
  )
})

type Plan = {
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

/** Returns the number of cases that a statement reads from the table or its indexes. */
async function countCasesRead(statement: RawBuilder<unknown>): Promise<number> {
  const { sql: text, parameters } = statement.compile(db)
  const { rows } = await ctx.pool.query(`explain (analyze, format json) ${text}`, [...parameters])
  const isOfCases = (plan: Plan) => plan['Relation Name'] === 'cases' || plan['Index Name']?.startsWith('cases_')
  const countRows = (plan: Plan): number =>
    (isOfCases(plan) ? (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'] : 0) +
    (plan.Plans ?? []).reduce((sum, child) => sum + countRows(child), 0)
  return countRows(rows[0]['QUERY PLAN'][0].Plan)
}

describe('among 20,000 cases', () => {
  const viewer = { accountId: vera.accountId, now: new Date() }

  beforeEach(async () => {
    const { id } = await aMember(db)
    await sql`
      insert into cases ("subjectKind", "subjectId", "authorId", category, severity, source, state, "openedAt", "dueAt",
        "decidedAt", outcome)
      select 'AD', n, ${id}, 'SPAM', case when n % 20 = 0 then 'CRITICAL' else 'LOW' end, 'REPORT', state, now(),
        now() + make_interval(mins => n), case state when 'APPEALED' then now() end, case state when 'APPEALED' then 'ACTED' end
      from generate_series(1, 20000) n
      cross join lateral (select case n % 500 when 0 then 'APPEALED' when 1 then 'SECOND_LOOK' else 'OPEN' end as state) states`.execute(
      db,
    )
    await asOwner(db, sql`vacuum analyze cases`)
  })

  test('reads only the rows of a page from an index, even for a late page', { tags: 'cases.queue' }, async () => {
    const after = `1.${viewer.now.getTime() + 5_000 * MINUTE_MS}.1`
    const pages = [{ view: 'OPEN' }, { view: 'OPEN', after }, { view: 'APPEALED' }, { view: 'SECOND_LOOK' }] as const
    for (const page of pages) expect(await countCasesRead(selectPage(viewer, { ...page, limit: 50 }))).toBeLessThan(200)
  })

  test('stops counting a view at the maximum', async () => {
    expect(await countCasesRead(selectCounts(viewer))).toBeLessThan(2_000)
  })

  test('reads only the page of the cases with a question, and stops counting them at the maximum', {
    tags: 'cases.queue',
  }, async () => {
    await sql`update cases set state = 'ASKED', "askedUntil" = now() where state = 'OPEN' and id % 4 = 0`.execute(db)
    await asOwner(db, sql`vacuum analyze cases`)
    const after = `1.${viewer.now.getTime() + 5_000 * MINUTE_MS}.1`
    for (const page of [{}, { after }])
      expect(await countCasesRead(selectPage(viewer, { view: 'ASKED', limit: 50, ...page }))).toBeLessThan(200)
    expect(await countCasesRead(selectCounts(viewer))).toBeLessThan(3_000)
  })
})
