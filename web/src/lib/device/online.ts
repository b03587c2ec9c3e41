import { create } from 'zustand'

/** The delay before the offline state is shown; shorter drops are not. */
const OFFLINE_SHOWN_AFTER = 3_000

type Connectivity = { online: boolean; bannerShown: boolean }

export const useConnectivity = create<Connectivity>(() => ({ online: navigator.onLine, bannerShown: false }))

let timer: ReturnType<typeof setTimeout> | undefined

/** Sets the online state, called by the browser's events and by code whose calls do not get through. */
export function setOnline(online: boolean): void {
  clearTimeout(timer)
  useConnectivity.setState(online ? { online, bannerShown: false } : { online })
  if (!online) timer = setTimeout(() => useConnectivity.setState({ bannerShown: true }), OFFLINE_SHOWN_AFTER)
}

window.addEventListener('online', () => setOnline(true))
window.addEventListener('offline', () => setOnline(false))
if (!navigator.onLine) setOnline(false)
