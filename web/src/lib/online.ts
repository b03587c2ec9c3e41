import { create } from 'zustand'

/** A drop shorter than this shows nothing. */
const OFFLINE_SHOWN_AFTER = 3_000

type Connectivity = { online: boolean; bannerShown: boolean }

export const useConnectivity = create<Connectivity>(() => ({ online: navigator.onLine, bannerShown: false }))

let timer: ReturnType<typeof setTimeout> | undefined

/** Told by the browser, and by whatever else notices that nothing gets through. */
export function setOnline(online: boolean): void {
  clearTimeout(timer)
  useConnectivity.setState(online ? { online, bannerShown: false } : { online })
  if (!online) timer = setTimeout(() => useConnectivity.setState({ bannerShown: true }), OFFLINE_SHOWN_AFTER)
}

window.addEventListener('online', () => setOnline(true))
window.addEventListener('offline', () => setOnline(false))
if (!navigator.onLine) setOnline(false)
