import { publish } from '@app/server/delivery/pushes'
import { aMember } from '@app/server/testing/members'
import { expect, test } from 'vitest'
import { aHub, aReadySocket, chatCountPush, eventually, setUpHubContext, waitForPushes } from '../testing.ts'

const ctx = await setUpHubContext({ METRICS_PORT: '0' })

/** Returns how many pushes the metrics report with at most this lag, in seconds. */
const countLags = (metrics: string, seconds: number): number =>
  Number(metrics.split(`salong_push_lag_seconds_bucket{le="${seconds}"} `)[1]?.split('\n')[0])

test('reports connected members, delivered pushes, and their lag since the commit', async () => {
  const hub = await aHub(ctx)
  const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
  const sockets = [await aReadySocket(hub, ann), await aReadySocket(hub, ann), await aReadySocket(hub, bo)]
  const before = await ctx.metrics.metrics()
  expect(before).toContain('salong_sockets 3')
  expect(before).toContain('salong_members_connected 2')
  expect(before).toContain('salong_hub_subscribed 1')
  await publish(ctx.redis, [{ to: [bo.id], push: chatCountPush(1), at: Date.now() - 4_000 }])
  await waitForPushes(ctx, sockets[2]!, bo)
  const after = await ctx.metrics.metrics()
  expect(after).toContain('salong_pushes_total{type="chat:count"} 2')
  // Other test files may publish pushes to all sockets, but none with a lag of several seconds.
  expect(countLags(after, 5) - countLags(after, 2.5)).toBe(1)
  for (const { id } of [ann, bo]) expect(after).not.toContain(id)
  for (const socket of sockets) socket.disconnect()
  await eventually(async () => expect(await ctx.metrics.metrics()).toContain('salong_sockets 0'))
})
