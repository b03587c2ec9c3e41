import { create } from 'zustand'
import { memberKeyOf } from '../lib/device/claims.ts'
import { setNotifiedMember, useNotifiedMember } from '../lib/device/notified-member.ts'
import { getSession } from '../lib/http/session.ts'
import { useAppConfig } from '../lib/release/app-config.ts'
import { fromBase64url, toBase64url } from '../lib/text/base64url.ts'
import { postSubscription, postSubscriptionRemoval } from './api.ts'

/**
 * Whether this device shows notifications. UNAVAILABLE: the browser or the installation does not support them. DENIED: the
 * member has blocked them in the browser.
 */
export type DeviceState = 'UNAVAILABLE' | 'DENIED' | 'OFF' | 'ON'

const isAvailable = (): boolean =>
  'Notification' in window &&
  'PushManager' in window &&
  'serviceWorker' in navigator &&
  Boolean(useAppConfig.getState().pushKey)

const getOwnKey = (): string | null => {
  const session = getSession()
  return session && memberKeyOf(session)
}

function readDeviceState(): DeviceState {
  if (!isAvailable()) return 'UNAVAILABLE'
  if (Notification.permission === 'denied') return 'DENIED'
  const ownKey = getOwnKey()
  const isOn =
    ownKey !== null && useNotifiedMember.getState().memberKey === ownKey && Notification.permission === 'granted'
  return isOn ? 'ON' : 'OFF'
}

export const useDeviceState = create<{ state: DeviceState }>(() => ({ state: readDeviceState() }))
/** Reads the state again, which the member may have changed in the browser's settings or in another tab. */
export const refreshDeviceState = (): void => useDeviceState.setState({ state: readDeviceState() })

/** Returns the device's subscription; creates one if it has none, or one with an earlier key of the installation. */
async function ensureSubscription(): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready
  const pushKey = useAppConfig.getState().pushKey ?? ''
  const existing = await pushManager.getSubscription()
  const existingKey = existing?.options.applicationServerKey
  if (existing && existingKey && toBase64url(existingKey) === pushKey) return existing
  await existing?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: fromBase64url(pushKey) })
}

async function sendSubscription(): Promise<void> {
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = (await ensureSubscription()).toJSON()
  await postSubscription({ endpoint, keys: { p256dh, auth } })
}

/**
 * Asks the member for permission and turns on notifications on this device. Does nothing for another member who has
 * logged in meanwhile. Throws if the browser or the server fails.
 */
export async function turnOn(): Promise<void> {
  const ownKey = getOwnKey()
  const permission = ownKey === null ? 'default' : await Notification.requestPermission()
  if (permission === 'granted' && getOwnKey() === ownKey) {
    await sendSubscription()
    if (getOwnKey() !== ownKey) return endSubscription()
    setNotifiedMember(ownKey)
  }
  refreshDeviceState()
}

/** Ends the subscription in the browser, and closes the notifications that the device shows. */
export async function endSubscription(): Promise<void> {
  setNotifiedMember(null)
  refreshDeviceState()
  const registration = await navigator.serviceWorker?.getRegistration()
  for (const notification of (await registration?.getNotifications()) ?? []) notification.close()
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
}

/** Turns off notifications on this device. Throws if the server fails; the device shows none in any case. */
export async function turnOff(): Promise<void> {
  await endSubscription()
  await postSubscriptionRemoval()
}

/** Sends the subscription to the server again, since the browser may have replaced it and the session may be new. */
export async function renewSubscription(): Promise<void> {
  refreshDeviceState()
  if (useDeviceState.getState().state === 'ON') await sendSubscription()
}
