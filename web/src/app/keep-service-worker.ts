import { offerNewVersion } from '../lib/new-version.ts'

const FILE = '/service-worker.js'
const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]'])
/** A page that is open for days asks this often whether there is a newer release, when somebody comes back to it. */
const ASKED_AGAIN_AFTER = 60 * 60_000

/** Not there, or another page in its place. Without a network, or from a server that is ill, nobody knows. */
async function isMissing(): Promise<boolean> {
  const answer = await fetch(FILE, { method: 'HEAD' }).catch(() => null)
  if (!answer?.ok) return answer?.status === 404
  return !(answer.headers.get('content-type') ?? '').includes('javascript')
}

async function remove(): Promise<void> {
  for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister()
  for (const name of await caches.keys()) await caches.delete(name)
}

/** A newer release has got ready beside the one that is running, or another tab has loaded it. */
function watchReleases(registration: ServiceWorkerRegistration, atStart: ServiceWorker | null): void {
  const { serviceWorker } = navigator
  const offer = (): void => {
    if (registration.waiting && serviceWorker.controller) offerNewVersion()
  }
  const watch = (): void => registration.installing?.addEventListener('statechange', offer)
  offer()
  watch()
  registration.addEventListener('updatefound', watch)
  let running = atStart
  const compare = (): void => {
    if (running && serviceWorker.controller !== running) offerNewVersion()
    running = serviceWorker.controller
  }
  compare()
  serviceWorker.addEventListener('controllerchange', compare)
}

function askNowAndThen(registration: ServiceWorkerRegistration): void {
  let askedAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' || Date.now() - askedAt < ASKED_AGAIN_AFTER) return
    askedAt = Date.now()
    registration.update().catch(() => undefined)
  })
}

async function register(atStart: ServiceWorker | null): Promise<void> {
  // A developer's machine may have kept one of an earlier build.
  if (LOCAL.has(location.hostname) && (await isMissing())) return remove()
  try {
    const registration = await navigator.serviceWorker.register(FILE)
    watchReleases(registration, atStart)
    askNowAndThen(registration)
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: what it has to say goes there and nowhere else.
    console.warn(error)
  }
}

let kept = false

/**
 * Members' browsers keep the client's files, so that it starts without a network. Visitors load only what they see.
 * What served the page at its start may have gone since.
 */
export function keepServiceWorker(atStart: ServiceWorker | null): void {
  if (kept || !('serviceWorker' in navigator)) return
  kept = true
  void register(atStart)
}
