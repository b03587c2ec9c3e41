import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useChats } from '../../chats/store.ts'
import { parseEventsView } from '../../events/urls.ts'
import { useGroupCount } from '../../groups/count.ts'
import { useGroups } from '../../groups/store.ts'
import { useDiscreet } from '../../lib/device/discreet.ts'
import { inSession, useSessionState } from '../../lib/http/session.ts'
import { endSubscription, renewSubscription, useDeviceState } from '../../notifications/device.ts'
import { storeForServiceWorker } from '../../notifications/service-worker-state.ts'
import { CHATS } from '../chats/chats-urls.ts'
import { closeAllRead, closeSeatNotification, findTarget } from './targets.ts'

/** The delay that combines changes in quick succession into one check. */
const DELAY_MS = 300
/** The URL parameter in which the service worker passes the tag of a notification when it opens the client. */
const TAG_PARAM = 'notification'

/** Closes the notifications about subjects that have been read on any device, now and after each change. */
function observeReading(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const schedule = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void closeAllRead().catch(() => undefined), DELAY_MS)
  }
  schedule()
  const unsubscribers = [useChats.subscribe(schedule), useGroups.subscribe(schedule), useGroupCount.subscribe(schedule)]
  return () => {
    clearTimeout(timer)
    for (const unsubscribe of unsubscribers) unsubscribe()
  }
}

/** Closes the notification about a seat when the member opens the event. */
function useSeatNotificationClosing(isOn: boolean): void {
  const { pathname, search } = useLocation()
  const view = parseEventsView(new URLSearchParams(search))
  const openId = isOn && pathname === '/events' && view.view === 'event' ? view.id : null
  useEffect(() => {
    if (openId !== null) void closeSeatNotification(openId).catch(() => undefined)
  }, [openId])
}

/** Maintains this device's subscription and notifications while a member is logged in. Renders nothing. */
export function NotificationOutlet() {
  const navigate = useNavigate()
  const isDiscreet = useDiscreet()
  const isOn = useDeviceState(({ state }) => state === 'ON')
  const lastTag = useRef<string | null>(null)

  useEffect(() => {
    void renewSubscription().catch(() => undefined)
    return useSessionState.subscribe(({ session }) => {
      if (!session) void endSubscription().catch(() => undefined)
    })
  }, [])

  useEffect(() => void storeForServiceWorker({ isDiscreet }), [isDiscreet])

  useEffect(() => (isOn ? observeReading() : undefined), [isOn])
  useSeatNotificationClosing(isOn)

  useEffect(() => {
    const open = async (tag: string, replace: boolean) => {
      lastTag.current = tag
      // The member may tap another notification, or log out, while the subjects load.
      const openTarget = inSession((url: string) => {
        if (lastTag.current === tag) void navigate(url, { replace })
      })
      openTarget(await findTarget(tag).catch(() => CHATS))
    }
    const onMessage = ({ data }: MessageEvent<{ notification?: string } | null>) => {
      if (data?.notification) void open(data.notification, false)
    }
    const tag = new URLSearchParams(location.search).get(TAG_PARAM)
    if (tag) void open(tag, true)
    navigator.serviceWorker?.addEventListener('message', onMessage)
    return () => navigator.serviceWorker?.removeEventListener('message', onMessage)
  }, [navigate])

  return null
}
