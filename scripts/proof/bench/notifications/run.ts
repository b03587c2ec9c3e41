import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startPushService } from '../../../../services/worker/src/notifications/testing-push-service.ts'
import { step } from '../../../stack/progress.mjs'
import { whileSuspended } from '../../common/suspended.ts'
import type { BenchContext } from '../context.ts'
import type { Measurement } from '../measurements.ts'
import { startGateway, startWorker } from '../processes.ts'
import { compareSending } from './compare-sending.ts'
import { subscribeAll } from './devices.ts'
import { markAllRead } from './due.ts'
import { measureNotifications } from './measure-notifications.ts'

/**
 * Measures the cost of sending a message to a member with a device, and which notifications reach a push service on this
 * machine, and when.
 */
export async function compareNotifications(bench: BenchContext): Promise<Measurement[]> {
  const { stack, pool, world, options } = bench
  const pushService = await startPushService()
  const certificate = join(stack.folder, 'push-service.pem')
  writeFileSync(certificate, pushService.certificate)
  // The stack's own services allow only other push services, and its worker would delete the subscriptions.
  const env = {
    ...stack.env,
    REDIS_URL: `${stack.redisUrl}/1`,
    WEB_PUSH_HOSTS: pushService.host,
    NODE_EXTRA_CA_CERTS: certificate,
  }
  return whileSuspended(stack.findProcessId('worker'), async () => {
    const servers = await Promise.all([startGateway({ ...stack, env }), startWorker({ ...stack, env })])
    const [gateway] = servers
    const { url } = gateway
    const callers = world.callers.slice(0, options.callers)
    const half = callers.length / 2
    const [first, others] = [callers.slice(0, half), callers.slice(half)]
    const subscribed = await step('devices', () => subscribeAll(url, pushService.host, first))
    const sending = await step('sending', () => compareSending(bench, gateway, { subscribed, others }))
    const receivers = [...subscribed, ...(await subscribeAll(url, pushService.host, others))]
    const notifications = await step('notifications', () =>
      measureNotifications(bench, url, { receivers, pushService }),
    )
    for (const server of servers) await server.stop()
    pushService.close()
    await markAllRead(pool)
    await pool.query('delete from push_subscriptions')
    return [...sending, ...notifications]
  })
}
