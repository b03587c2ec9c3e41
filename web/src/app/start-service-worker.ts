import { useConnectivity } from '../lib/device/online.ts'
import { offerNewVersion } from '../lib/release/new-version.ts'

const FILE_URL = '/service-worker.js'
const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]'])
/** The shortest time between two checks for a newer release, by a page that stays open for days. */
const UPDATE_INTERVAL_MS = 60 * 60_000

/**
 * Returns whether the server has no service worker, or another file at its URL. False if the network or the server
 * fails.
 */
async function isMissing(): Promise<boolean> {
  const response = await fetch(FILE_URL, { method: 'HEAD' }).catch(() => null)
  if (!response?.ok) return response?.status === 404
  return !(response.headers.get('content-type') ?? '').includes('javascript')
}

async function removeServiceWorker(): Promise<void> {
  for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister()
  for (const name of await caches.keys()) await caches.delete(name)
}

/**
 * Offers the new version when a newer release has installed alongside the running one, or another tab has activated it.
 */
function observeReleases(registration: ServiceWorkerRegistration, initialWorker: ServiceWorker | null): void {
  const { serviceWorker } = navigator
  const offerIfWaiting = (): void => {
    if (registration.waiting && serviceWorker.controller) offerNewVersion()
  }
  const observeInstalling = (): void => registration.installing?.addEventListener('statechange', offerIfWaiting)
  offerIfWaiting()
  observeInstalling()
  registration.addEventListener('updatefound', observeInstalling)
  let running = initialWorker
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

async function register(initialWorker: ServiceWorker | null): Promise<void> {
  // A developer's browser may still have the service worker of an earlier build.
  if (LOCAL_HOSTS.has(location.hostname) && (await isMissing())) return removeServiceWorker()
  try {
    const registration = await navigator.serviceWorker.register(FILE_URL)
    observeReleases(registration, initialWorker)
    checkForUpdates(registration)
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: the message is for developers, and the console is the only place for it.
    console.warn(error)
  }
}

/** Registers again if an outage prevented the registration or the installation. */
async function registerIfMissing(initialWorker: ServiceWorker | null): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration().catch(() => null)
  if (registration === undefined) await register(initialWorker)
}

let isStarted = false

/**
 * Registers the service worker, which precaches the client's files so that it starts offline. Called only once a member
 * has logged in, so that visitors load only the files they need. `initialWorker` is the service worker that served the
 * page; another one may have replaced it since.
 */
export function startServiceWorker(initialWorker: ServiceWorker | null): void {
  if (isStarted || !('serviceWorker' in navigator)) return
  isStarted = true
  void register(initialWorker)
  useConnectivity.subscribe(({ online }, previous) => {
    if (online && !previous.online) void registerIfMissing(initialWorker)
  })
}
