import { DEVICE_CACHE, DISCREET_RECORD } from '../lib/device/service-worker-records.ts'

/** Stores discreet mode for the service worker, which cannot read this device's settings. */
export async function storeForServiceWorker({ isDiscreet }: { isDiscreet: boolean }): Promise<void> {
  try {
    const records = await caches.open(DEVICE_CACHE)
    if (isDiscreet) await records.put(DISCREET_RECORD, new Response('on'))
    else await records.delete(DISCREET_RECORD)
  } catch {
    // NOTE: a browser may deny access to storage; notifications then have their usual title.
  }
}
