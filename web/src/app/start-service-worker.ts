import { offerNewVersion } from '../lib/new-version.ts'

const FILE = '/service-worker.js'
const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]'])
/** A page that is open for days asks this often whether there is a newer release, when somebody comes back to it. */
const UPDATE_INTERVAL_MS = 60 * 60_000

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
  // A developer's machine may have kept one of an earlier build.
  if (LOCAL.has(location.hostname) && (await isMissing())) return remove()
  try {
    const registration = await navigator.serviceWorker.register(FILE)
    watchReleases(registration, atStart)
    checkForUpdates(registration)
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: what it has to say goes there and nowhere else.
    console.warn(error)
  }
}

let isStarted = false

/**
 * Members' browsers keep the client's files, so that it starts without a network. Visitors load only what they see.
 * What served the page at its start may have gone since.
 */
export function startServiceWorker(atStart: ServiceWorker | null): void {
  if (isStarted || !('serviceWorker' in navigator)) return
  isStarted = true
  void register(atStart)
}
