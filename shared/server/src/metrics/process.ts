import type pg from 'pg'
import type { Ctx } from '../context.ts'
import { gauge } from './instruments.ts'

const readUp = async (check: Promise<unknown>) => [{ value: await check.then(() => 1).catch(() => 0) }]

const countFreeConnections = ({ idleCount, totalCount, options: { max } }: pg.Pool): number =>
  idleCount + max - totalCount

/** Who waits for a connection while none is free: asking for one is to wait for a moment, too. */
const countWaitingCalls = (pool: pg.Pool): number => Math.max(0, pool.waitingCount - countFreeConnections(pool))

/** How this process stands with its databases. */
export function registerProcessMetrics(ctx: Pick<Ctx, 'metrics' | 'pool' | 'readReplica' | 'redis'>): void {
  const { metrics, pool, readReplica, redis } = ctx
  gauge(metrics, { name: 'salong_database_up', help: 'Whether PostgreSQL answers this process' }, () =>
    // Who would have to wait for a connection to ask does not know.
    countFreeConnections(pool) > 0 ? readUp(pool.query('select 1')) : [],
  )
  if (readReplica.isReplicaUsed() !== undefined)
    gauge(metrics, { name: 'salong_replica_used', help: 'Whether this process reads from the replica' }, () => [
      { value: readReplica.isReplicaUsed() ? 1 : 0 },
    ])
  gauge(metrics, { name: 'salong_redis_up', help: 'Whether Redis answers this process' }, () => readUp(redis.ping()))
  gauge(
    metrics,
    { name: 'salong_database_connections', help: 'Connections to PostgreSQL by state', labelNames: ['state'] },
    () => [
      { labels: { state: 'in_use' }, value: pool.totalCount - pool.idleCount },
      { labels: { state: 'idle' }, value: pool.idleCount },
    ],
  )
  gauge(metrics, { name: 'salong_database_connections_max', help: 'Connections to PostgreSQL at most' }, () => [
    { value: pool.options.max },
  ])
  gauge(metrics, { name: 'salong_database_waiting', help: 'Who waits for a connection to PostgreSQL' }, () => [
    { value: countWaitingCalls(pool) },
  ])
}
