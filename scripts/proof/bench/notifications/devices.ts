import { randomUUID } from 'node:crypto'
import type { NotificationPreferences, QuietHours } from '@app/contract/notifications'
import { createDeviceKeys } from '../../../../services/worker/src/notifications/testing-push-service.ts'
import { bearer, post } from '../http.ts'
import type { Caller } from '../world.ts'

const CONCURRENCY = 8

/** A member with a subscribed device. */
export type Receiver = Caller & { auth: Buffer }

async function subscribe(url: string, pushHost: string, caller: Caller): Promise<Receiver> {
  const { publicKey, auth } = createDeviceKeys()
  const keys = { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') }
  const endpoint = `https://${pushHost}/device/${randomUUID()}`
  await post(`${url}/api/v2/push/subscriptions`, { endpoint, keys }, bearer(caller.token))
  return { ...caller, auth }
}

/** Subscribes a device of each member. */
export async function subscribeAll(url: string, pushHost: string, callers: Caller[]): Promise<Receiver[]> {
  const queue = [...callers]
  const receivers: Receiver[] = []
  const work = async () => {
    for (let caller = queue.shift(); caller; caller = queue.shift())
      receivers.push(await subscribe(url, pushHost, caller))
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
  return receivers
}

/** Sets a member's quiet hours; null turns them off. */
export async function setQuietHours(url: string, { token }: Caller, quietHours: QuietHours | null): Promise<void> {
  const preferences: NotificationPreferences = { messages: true, invites: true, seats: true, quietHours }
  await post(`${url}/api/v2/push/settings`, preferences, bearer(token))
}
