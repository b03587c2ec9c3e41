import { offerNewVersion } from '../lib/release/new-version.ts'

const FILE = '/service-worker.js'
const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]'])
/** A page that stays open for days checks for a newer release this often, when it becomes visible. */
const UPDATE_INTERVAL_MS = 60 * 60_000

/**
 * Returns whether the server has no service worker, or another page at its address. False if the network or the server
 * fails.
 */
async function isMissing(): Promise<boolean> {
  const answer = await fetch(FILE, { method: 'HEAD' }).catch(() => null)
  if (!answer?.ok) return answer?.status === 404
  return !(answer.headers.get('content-type') ?? '').includes('javascript')
}

async function remove(): Promise<void> {
  for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister()
  for (const name of await caches.keys()) await caches.delete(name)
}

/**
 * Offers the new version when a newer release has installed beside the running one, or another tab has activated it.
 */
function watchReleases(registration: ServiceWorkerRegistration, atStart: ServiceWorker | null): void {
  const { serviceWorker } = navigator
  const offerIfWaiting = (): void => {
    if (registration.waiting && serviceWorker.controller) offerNewVersion()
  }
  const watchInstalling = (): void => registration.installing?.addEventListener('statechange', offerIfWaiting)
  offerIfWaiting()
  watchInstalling()
  registration.addEventListener('updatefound', watchInstalling)
  let running = atStart
  const checkController = (): void => {
    if (running && serviceWorker.controller !== running) offerNewVersion()
    running = serviceWorker.controller
  }
  checkController()
  serviceWorker.addEventListener('controllerchange', checkController)
}

function checkForUpdates(registration: ServiceWorkerRegistration): void {
  let checkedAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' || Date.now() - checkedAt < UPDATE_INTERVAL_MS) return
    checkedAt = Date.now()
    registration.update().catch(() => undefined)
  })
}

async function register(atStart: ServiceWorker | null): Promise<void> {
  // A developer's browser may still have the service worker of an earlier build.
  if (LOCAL.has(location.hostname) && (await isMissing())) return remove()
  try {
    const registration = await navigator.serviceWorker.register(FILE)
    watchReleases(registration, atStart)
    checkForUpdates(registration)
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: the message is for developers, and the console is the only place for it.
    console.warn(error)
  }
}

let isStarted = false

/**
 * Registers the service worker, which precaches the client's files so that it starts offline. Only members get it;
 * visitors load just what they see. `atStart` is the service worker that served the page, which may have been replaced
 * since.
 */
export function startServiceWorker(atStart: ServiceWorker | null): void {
  if (isStarted || !('serviceWorker' in navigator)) return
  isStarted = true
  void register(atStart)
}
