import type { Instant } from '@app/contract/base'
import { OPERATIONS_SAMPLE_INTERVAL_MS } from '@app/contract/limits'
import type { Operations, OperationsHistory, OperationsMinute, OperationsRange } from '@app/contract/operations'
import type { Database } from '@app/server/db/database'
import { sql } from 'kysely'

/** The number of points of each range, and the step between them. */
const RESOLUTIONS: Record<OperationsRange, { stepSeconds: number; pointCount: number }> = {
  HOUR: { stepSeconds: 60, pointCount: 60 },
  DAY: { stepSeconds: 300, pointCount: 288 },
  WEEK: { stepSeconds: 1_800, pointCount: 336 },
  MONTH: { stepSeconds: 7_200, pointCount: 360 },
}

/**
 * The age beyond which the newest sample no longer determines the end of the history. A sample is stored some seconds
 * after its minute, so the current minute has none yet.
 */
const STALE_AFTER_MS = 3 * OPERATIONS_SAMPLE_INTERVAL_MS

const METRICS_BY_MAX = [
  'membersOnline',
  'pushLagP50',
  'pushLagP99',
  'jobsWaiting',
  'oldestJobSeconds',
  'jobsFailed',
  'databaseBytes',
  'redisBytes',
] as const
const METRICS_BY_MEAN = ['messages', 'pushes', 'mailsTaken', 'mailsRefused'] as const
const METRICS = [...METRICS_BY_MAX, ...METRICS_BY_MEAN, 'photoBytes'] as const

type Metric = (typeof METRICS)[number]
type Point = { at: Instant } & Record<Metric, number | null>

async function listPoints(
  db: Database,
  { stepSeconds, pointCount }: (typeof RESOLUTIONS)['DAY'],
  now: Date,
): Promise<Point[]> {
  const step = sql`make_interval(secs => ${stepSeconds})`
  const staleBefore = new Date(now.getTime() - STALE_AFTER_MS)
  const metricColumns = [
    ...METRICS_BY_MAX.map((metric) => sql`max(${sql.ref(metric)})::numeric::float8 as ${sql.ref(metric)}`),
    ...METRICS_BY_MEAN.map((metric) => sql`round(avg(${sql.ref(metric)})::numeric, 2)::float8 as ${sql.ref(metric)}`),
  ]
  const { rows } = await sql<Point>`
    with last as (
      select date_bin(${step}, coalesce(max(at), ${now}), 'epoch') as at from operator_samples
      where at > ${staleBefore} and at <= ${now}
    ), points as (
      select last.at - ${step} * step_count as at from last, generate_series(0, ${pointCount - 1}::int) step_count
    ), measured as (
      select date_bin(${step}, at, 'epoch') as at, ${sql.join(metricColumns)}
      from operator_samples where at >= (select min(at) from points) group by 1
    )
    select measured.*, points.at, (
      select bytes::float8 from photo_store_sizes size where size.at < points.at + ${step} order by size.at desc limit 1
    ) as "photoBytes"
    from points left join measured on measured.at = points.at order by points.at`.execute(db)
  return rows
}

/** Returns the history of a range. A point without samples has null values, except for the size of the photo store. */
export async function readHistory(db: Database, range: OperationsRange, now: Date): Promise<OperationsHistory> {
  const rows = await listPoints(db, RESOLUTIONS[range], now)
  const series = METRICS.map((metric) => [metric, rows.map((row) => row[metric])])
  return {
    stepSeconds: RESOLUTIONS[range].stepSeconds,
    at: rows.map(({ at }) => at),
    ...(Object.fromEntries(series) as Record<Metric, (number | null)[]>),
  }
}

export async function findLatestSample(db: Database, now: Date): Promise<OperationsMinute | null> {
  const { rows } = await sql<OperationsMinute>`
    select at, "membersOnline", messages, pushes, "pushLagP50", "pushLagP99", "mailsTaken", "mailsRefused",
      "databaseBytes"::float8, "redisBytes"::float8, "redisBytesMax"::float8
    from operator_samples where at <= ${now} order by at desc limit 1`.execute(db)
  return rows[0] ?? null
}

export async function findPhotoStoreSize(db: Database, now: Date): Promise<Operations['photoStore']> {
  const { rows } = await sql<NonNullable<Operations['photoStore']>>`
    select at, files::float8, bytes::float8 from photo_store_sizes where at <= ${now} order by at desc limit 1`.execute(
    db,
  )
  return rows[0] ?? null
}
