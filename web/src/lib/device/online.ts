import { create } from 'zustand'

/** The delay before the offline banner is shown; shorter interruptions do not show it. */
const OFFLINE_DELAY_MS = 3_000

type Connectivity = { online: boolean; bannerShown: boolean }

export const useConnectivity = create<Connectivity>(() => ({ online: navigator.onLine, bannerShown: false }))

let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Sets the online state. Called on the browser's events, when the hub connects, and when polling or a check shows whether
 * the server can be reached.
 */
export function setOnline(online: boolean): void {
  clearTimeout(timer)
  useConnectivity.setState(online ? { online, bannerShown: false } : { online })
  if (!online) timer = setTimeout(() => useConnectivity.setState({ bannerShown: true }), OFFLINE_DELAY_MS)
}

window.addEventListener('online', () => setOnline(true))
window.addEventListener('offline', () => setOnline(false))
if (!navigator.onLine) setOnline(false)
