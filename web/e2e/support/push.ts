import { createECDH, createHmac, randomBytes, randomUUID } from 'node:crypto'
import {
  describeSubject,
  type NotificationKind,
  type NotificationPayload,
  TAG_LENGTH,
} from '@app/contract/notifications'
import { expect, type Page } from '@playwright/test'

/** A device's subscription to a push service. */
export type PushDevice = { endpoint: string; p256dh: string; auth: string }

const SUBSCRIPTION_KEY = 'test-subscription'
const NOTIFICATION_CACHE = 'test-notifications'

/** Stores notifications in a cache, since headless browsers show none. Runs in pages and in the service worker. */
const storeNotifications = (cacheName: string): void => {
  const open = () => caches.open(cacheName)
  Object.assign(ServiceWorkerRegistration.prototype, {
    showNotification: async (title: string, options: NotificationOptions) =>
      (await open()).put(`/${options.tag}`, new Response(JSON.stringify({ title, ...options }))),
    getNotifications: async () => {
      const shown = await open()
      const responses = await Promise.all((await shown.keys()).map((key) => shown.match(key)))
      const contents = await Promise.all(responses.map((response) => response?.json()))
      return contents.map((content) => ({ ...content, close: () => void shown.delete(`/${content.tag}`) }))
    },
  })
}

/**
 * Simulates a push service and the permission for notifications, which the browser of a test lacks. Returns the
 * subscription that the page will get.
 */
export async function withPushService(page: Page): Promise<PushDevice> {
  const device = {
    endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}`,
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  }
  await page.addInitScript(storeNotifications, NOTIFICATION_CACHE)
  await page.addInitScript(() => {
    let permission = localStorage.getItem('test-permission') ?? 'default'
    Object.defineProperty(Notification, 'permission', { get: () => permission })
    Notification.requestPermission = async () => {
      permission = 'granted'
      localStorage.setItem('test-permission', permission)
      return 'granted'
    }
  })
  await page.addInitScript(
    ([key, { endpoint, p256dh, auth }]) => {
      const toBytes = (text: string) =>
        Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
      const create = (applicationServerKey: unknown) => ({
        endpoint,
        options: { applicationServerKey },
        getKey: (name: string) => toBytes(name === 'auth' ? auth : p256dh).buffer,
        toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
        unsubscribe: async () => {
          localStorage.removeItem(key)
          return true
        },
      })
      Object.assign(PushManager.prototype, {
        subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
          localStorage.setItem(key, JSON.stringify([...applicationServerKey]))
          return create(applicationServerKey.buffer)
        },
        getSubscription: async () => {
          const stored = localStorage.getItem(key)
          return stored && create(Uint8Array.from(JSON.parse(stored)).buffer)
        },
      })
    },
    [SUBSCRIPTION_KEY, device] as const,
  )
  return device
}

/** Returns the tag of the notification about a conversation on this device, as the worker derives it. */
export const tagOf = ({ auth }: PushDevice, kind: NotificationKind, id: string): string =>
  createHmac('sha256', Buffer.from(auth, 'base64url'))
    .update(describeSubject(kind, id))
    .digest('base64url')
    .slice(0, TAG_LENGTH)

/** Delivers a notification to the page's service worker as a push service does, decrypted by the browser. */
export async function deliverNotification(page: Page, payload: Omit<NotificationPayload, 'padding'>): Promise<void> {
  const origin = process.env.E2E_URL ?? ''
  for (const worker of page.context().serviceWorkers()) await worker.evaluate(storeNotifications, NOTIFICATION_CACHE)
  const client = await page.context().newCDPSession(page)
  const registrationId = await new Promise<string>((resolve) => {
    client.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const registration = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin))
      if (registration) resolve(registration.registrationId)
    })
    void client.send('ServiceWorker.enable')
  })
  const data = JSON.stringify({ ...payload, padding: '' })
  await client.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
  await client.detach()
}

/** Waits until the service worker can read that discreet mode is on, which a lazily loaded module stores. */
export const waitForDiscreetRecord = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(async (record) => (await caches.match(record)) !== undefined, '/discreet')).toBe(true)

/** Lists the notifications that the device shows. */
export const listShown = (page: Page): Promise<{ tag: string; title: string; body: string; icon: string }[]> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    const shown = await registration.getNotifications()
    return shown.map(({ tag, title, body, icon }) => ({
      tag,
      title,
      body,
      icon: icon ?? '',
    }))
  })
