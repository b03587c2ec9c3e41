import type { Ctx } from '@app/server/context'
import type { WirePush } from '@app/server/delivery/pushes'
import { getCounter, getHistogram, registerGauge } from '@app/server/metrics/instruments'
import { listConnectedAccountIds, type Sockets } from '../sockets.ts'
import type { Subscriptions } from '../subscriptions/subscriptions.ts'

const LAG_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60]

/** Returns a function that counts a delivered push, and passes its lag to `onLag`. */
export function createPushMetrics(
  { metrics }: Pick<Ctx, 'metrics'>,
  onLag: (lagMs: number) => void,
): (envelope: WirePush) => void {
  const pushes = getCounter(metrics, {
    name: 'salong_pushes_total',
    help: 'Pushes delivered to the sockets of a member, or to all sockets',
    labelNames: ['type'],
  })
  const lags = getHistogram(metrics, {
    name: 'salong_push_lag_seconds',
    help: 'Time from the commit of a change to the delivery of its push',
    buckets: LAG_BUCKETS_SECONDS,
  })
  return ({ push, at }) => {
    // Clocks of two machines may differ.
    const lagMs = Math.max(0, Date.now() - at)
    pushes.inc({ type: push.type })
    lags.observe(lagMs / 1_000)
    onLag(lagMs)
  }
}

/** Registers gauges of connected sockets and members, and of the hub's subscription to Redis. */
export function registerHubMetrics({ metrics }: Pick<Ctx, 'metrics'>, io: Sockets, subscriptions: Subscriptions): void {
  registerGauge(metrics, { name: 'salong_sockets', help: 'Logged-in sockets of this hub' }, () => [
    { value: io.sockets.sockets.size },
  ])
  registerGauge(metrics, { name: 'salong_members_connected', help: 'Members with a socket on this hub' }, () => [
    { value: listConnectedAccountIds(io).length },
  ])
  registerGauge(metrics, { name: 'salong_hub_subscribed', help: 'Whether the hub receives pushes from Redis' }, () => [
    { value: subscriptions.isUp() ? 1 : 0 },
  ])
}
