import type { NotificationPayload } from '@app/contract/notifications'
import { DEVICE_CACHE, DISCREET_RECORD } from './lib/device/service-worker-records.ts'

/** Neutral texts: a notification names neither the content nor the sender. */
const TEXTS = {
  SWEDISH: { discreetTitle: 'Ny avisering', body: 'Något nytt väntar' },
  ENGLISH: { discreetTitle: 'New notification', body: 'Something new is waiting' },
}
const TITLE = 'Salong'

const isDiscreet = async (): Promise<boolean> =>
  (await (await caches.open(DEVICE_CACHE)).match(DISCREET_RECORD)) !== undefined

/**
 * Shows the notification that the server has sent to this device, and closes those that the push names. Shows none while
 * a window of the client has the focus, since the client then shows the news itself.
 */
export async function showPush(
  { registration, clients }: ServiceWorkerGlobalScope,
  data: PushMessageData | null,
): Promise<void> {
  const { tag, language, close } = (data?.json() ?? { tag: '', language: 'SWEDISH', close: [] }) as NotificationPayload
  for (const notification of await registration.getNotifications())
    if (close.includes(notification.tag)) notification.close()
  const windows = await clients.matchAll({ type: 'window' })
  if (windows.some(({ focused }) => focused)) return
  const { discreetTitle, body } = TEXTS[language] ?? TEXTS.SWEDISH
  const discreet = await isDiscreet()
  const icons = discreet ? {} : { icon: '/icons/any-192.png' }
  await registration.showNotification(discreet ? discreetTitle : TITLE, {
    body,
    tag,
    lang: language === 'ENGLISH' ? 'en' : 'sv',
    ...icons,
  })
}

/** Opens the subject of a notification, in an open client if there is one. */
export async function openFromNotification(
  { clients }: ServiceWorkerGlobalScope,
  notification: Notification,
): Promise<void> {
  notification.close()
  const [client] = await clients.matchAll({ type: 'window' })
  if (!client) return void (await clients.openWindow(`/chats?notification=${encodeURIComponent(notification.tag)}`))
  await client.focus()
  client.postMessage({ notification: notification.tag })
}
