/** The time to wait for a newer release to install and take over. */
const TIMEOUT_MS = 10_000

const waitForTimeout = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, TIMEOUT_MS)
  })

const waitForEvent = (target: EventTarget, event: string): Promise<unknown> =>
  new Promise((resolve) => {
    target.addEventListener(event, resolve, { once: true })
  })

/** Returns the service worker of a newer release: the waiting one, else the newest once installed; null without one. */
async function findNewerWorker(registration: ServiceWorkerRegistration): Promise<ServiceWorker | null> {
  if (registration.waiting) return registration.waiting
  await registration.update().catch(() => undefined)
  if (registration.installing) await waitForEvent(registration.installing, 'statechange')
  return registration.waiting
}

async function activateWaiting(container: ServiceWorkerContainer): Promise<void> {
  const registration = await container.getRegistration()
  const waiting = registration && (await findNewerWorker(registration))
  if (!waiting) return
  const controllerChanged = waitForEvent(container, 'controllerchange')
  waiting.postMessage('takeOver')
  await controllerChanged
}

/** Activates a newer release on this device, and reloads the page with it. */
export async function takeOver(): Promise<void> {
  const { serviceWorker } = navigator
  if (serviceWorker) await Promise.race([activateWaiting(serviceWorker), waitForTimeout()]).catch(() => undefined)
  location.reload()
}
