import type pg from 'pg'
import type { Ctx } from '../context.ts'
import { registerGauge } from './instruments.ts'

/** Returns one sample: 1 if the check succeeds, otherwise 0. */
const probe = async (check: Promise<unknown>) => [{ value: await check.then(() => 1).catch(() => 0) }]

const countFreeConnections = ({ idleCount, totalCount, options: { max } }: pg.Pool): number =>
  idleCount + max - totalCount

/**
 * Returns the number of callers that wait for a connection. The pool's own count includes callers to whom it is about
 * to give a free one.
 */
const countWaitingCallers = (pool: pg.Pool): number => Math.max(0, pool.waitingCount - countFreeConnections(pool))

/** Registers metrics of this process and its databases. */
export function registerProcessMetrics(ctx: Pick<Ctx, 'metrics' | 'pool' | 'readReplica' | 'redis'>): void {
  const { metrics, pool, readReplica, redis } = ctx
  registerGauge(metrics, { name: 'salong_database_up', help: 'Whether PostgreSQL answers this process' }, () =>
    // If no connection is free, the query would have to wait, so the value is omitted.
    countFreeConnections(pool) > 0 ? probe(pool.query('select 1')) : [],
  )
  if (readReplica.isReplicaUsed() !== undefined)
    registerGauge(metrics, { name: 'salong_replica_used', help: 'Whether this process reads from the replica' }, () => [
      { value: readReplica.isReplicaUsed() ? 1 : 0 },
    ])
  registerGauge(metrics, { name: 'salong_redis_up', help: 'Whether Redis answers this process' }, () =>
    probe(redis.ping()),
  )
  registerGauge(
    metrics,
    { name: 'salong_database_connections', help: 'Connections to PostgreSQL by state', labelNames: ['state'] },
    () => [
      { labels: { state: 'in_use' }, value: pool.totalCount - pool.idleCount },
      { labels: { state: 'idle' }, value: pool.idleCount },
    ],
  )
  registerGauge(
    metrics,
    { name: 'salong_database_connections_max', help: 'Maximum number of connections to PostgreSQL' },
    () => [{ value: pool.options.max }],
  )
  registerGauge(
    metrics,
    { name: 'salong_database_waiting', help: 'Queries waiting for a PostgreSQL connection' },
    () => [{ value: countWaitingCallers(pool) }],
  )
}
