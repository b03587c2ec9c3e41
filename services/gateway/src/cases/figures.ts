import { FIGURES_MIN } from '@app/contract/limits'
import { Category } from '@app/contract/safety/categories'
import type { Count, Figures, FiguresQuery } from '@app/contract/safety/figures'
import { REASONS } from '@app/contract/safety/reason-texts'
import { ReasonCode } from '@app/contract/safety/reasons'
import { fromStockholmTime, toStockholmTime } from '@app/contract/time/stockholm-time'
import type { Database } from '@app/server/db/database'
import { requireDuty } from '@app/server/policies/duties'
import { type RawBuilder, sql } from 'kysely'
import type { MemberCtx } from '../context.ts'

/** Returns the half-year of an instant in Stockholm time, such as `2025-2`. */
export function halfOf(instant: Date): string {
  const [year, month] = toStockholmTime(instant).date.split('-')
  return `${year}-${Number(month) <= 6 ? 1 : 2}`
}

/** Returns the beginning of a half-year and of the next one. */
export function parseHalf(half: string): { from: Date; to: Date } {
  const [year, part] = half.split('-').map(Number) as [number, number]
  const begin = (date: string) => new Date(fromStockholmTime(date, '00:00') ?? '')
  const from = begin(part === 1 ? `${year}-01-01` : `${year}-07-01`)
  return { from, to: begin(part === 1 ? `${year}-07-01` : `${year + 1}-01-01`) }
}

/** Returns a count as the transparency report publishes it: small counts are hidden. */
const toCount = (name: string, count: number): Count => {
  const few = count > 0 && count < FIGURES_MIN
  return { name, count: few ? null : count, few }
}

type Numbers = ReadonlyMap<string, number>

const toCounts = (names: readonly string[], numbers: Numbers): Count[] =>
  names.map((name) => toCount(name, numbers.get(name) ?? 0))

/** Counts the rows of a query with a column `name`. */
async function countByName(db: Database, query: RawBuilder<unknown>): Promise<Numbers> {
  const { rows } = await sql<{ name: string; count: number }>`
    select named.name, count(*)::int as count from (${query}) named group by named.name`.execute(db)
  return new Map(rows.map(({ name, count }) => [name, count]))
}

type Period = { from: Date; to: Date }

const within = (column: string, { from, to }: Period) =>
  sql`(${sql.ref(column)} >= ${from} and ${sql.ref(column)} < ${to})`

/** Counts the actions of decisions by kind; the restrictions of a decision are one action. */
const countActions = (db: Database, period: Period): Promise<Numbers> =>
  countByName(
    db,
    sql`
      select 'DISMISS' as name from decisions where kind = 'DISMISSED' and ${within('decidedAt', period)}
      union all select 'REMOVE' from decisions where removes and ${within('decidedAt', period)}
      union all select kind from (
        select distinct d.id, case when s.kind in ('CONTACT', 'POST', 'UPLOAD') then 'RESTRICT' else s.kind end as kind
        from decisions d join measures s on s."decisionId" = d.id where ${within('d.decidedAt', period)}) acted`,
  )

const countReasons = (db: Database, period: Period): Promise<Numbers> =>
  countByName(db, sql`select reason as name from decisions where kind = 'ACTED' and ${within('decidedAt', period)}`)

/** Sums the counts of reasons by their ground. */
function sumByGround(reasons: Numbers): Numbers {
  const sums = new Map<string, number>()
  for (const [code, count] of reasons) {
    const reason = ReasonCode.safeParse(code).data
    if (reason) sums.set(REASONS[reason].ground, (sums.get(REASONS[reason].ground) ?? 0) + count)
  }
  return sums
}

const countReportsBySource = (db: Database, period: Period): Promise<Numbers> =>
  countByName(
    db,
    sql`
      select case when address is null then 'MEMBER' else 'NOTICE' end as name from reports where ${within('filedAt', period)}
      union all select source from cases where source <> 'REPORT' and ${within('openedAt', period)}`,
  )

const countAppeals = (db: Database, period: Period): Promise<Numbers> =>
  countByName(
    db,
    sql`
      select 'SENT' as name from appeals where ${within('at', period)}
      union all select outcome from appeals where outcome is not null and ${within('decidedAt', period)}`,
  )

const countObjections = (db: Database, period: Period): Promise<Numbers> =>
  countByName(
    db,
    sql`
      select 'SENT' as name from reports where ${within('objectedAt', period)}
      union all select "objectionOutcome" from reports
        where "objectionOutcome" is not null and ${within('objectionAnsweredAt', period)}`,
  )

type Times = { automated: number; medianHours: number | null; withinAim: number | null }

async function readTimes(db: Database, period: Period): Promise<Times> {
  const { rows } = await sql<Times>`
    select (select count(*)::int from decisions where automated and ${within('decidedAt', period)}) as automated,
      (select case when count(*) >= ${FIGURES_MIN} then round((percentile_cont(0.5) within group (
          order by extract(epoch from d."decidedAt" - c."openedAt") / 3600))::numeric, 1)::float8 end
        from decisions d join cases c on c.id = d."caseId"
        where not d.automated and ${within('d.decidedAt', period)}) as "medianHours",
      (select case when count(*) >= ${FIGURES_MIN}
          then round(100.0 * count(*) filter (where not "lookedLate") / count(*))::int end
        from cases where ${within('firstLookAt', period)}) as "withinAim"`.execute(db)
  return rows[0] as Times
}

/** Lists the half-years since the first case, newest first. */
async function listHalves(db: Database, now: Date): Promise<string[]> {
  const { rows } = await sql<{ first: string | null }>`select min("openedAt") as first from cases`.execute(db)
  const first = rows[0]?.first ? halfOf(new Date(rows[0].first)) : halfOf(now)
  const halves: string[] = []
  for (let half = halfOf(now); half >= first; half = halfOf(new Date(parseHalf(half).from.getTime() - 1)))
    halves.push(half)
  return halves
}

const ACTIONS = ['REMOVE', 'WARN', 'RESTRICT', 'SUSPEND', 'BAN', 'DISMISS']

/** Reads the figures of a half-year for the transparency report. */
export async function readFigures({ db, member, now }: MemberCtx, query: FiguresQuery): Promise<Figures> {
  await requireDuty(db, member, ['MODERATE', 'LEAD'], { passkey: true })
  const half = query.half ?? halfOf(now())
  const period = parseHalf(half)
  const categories = await countByName(
    db,
    sql`select category as name from reports where ${within('filedAt', period)}
      union all select category from cases where source <> 'REPORT' and ${within('openedAt', period)}`,
  )
  const sources = await countReportsBySource(db, period)
  const reasons = await countReasons(db, period)
  const { automated, medianHours, withinAim } = await readTimes(db, period)
  return {
    half,
    halves: await listHalves(db, now()),
    reportsByCategory: toCounts(Category.options, categories),
    reportsBySource: toCounts(['MEMBER', 'NOTICE', 'OWN', 'AUTHORITY'], sources),
    actionsByKind: toCounts(ACTIONS, await countActions(db, period)),
    actionsByReason: toCounts(
      ReasonCode.options.filter((code) => code !== 'NO_BREACH' && code !== 'NOT_FOUND'),
      reasons,
    ),
    actionsByGround: toCounts(['LAW', 'TERMS'], sumByGround(reasons)),
    automated: toCount('AUTOMATED', automated),
    appeals: toCounts(['SENT', 'UPHELD', 'OVERTURNED'], await countAppeals(db, period)),
    orders: toCount('ORDERS', sources.get('AUTHORITY') ?? 0),
    objections: toCounts(['SENT', 'OVERTURNED'], await countObjections(db, period)),
    medianHours,
    withinAim,
  }
}
