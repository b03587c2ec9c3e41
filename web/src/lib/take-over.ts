/** A newer release that does not get ready in this time is not waited for. */
const PATIENCE = 10_000

const patience = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, PATIENCE)
  })

const heard = (target: EventTarget, event: string): Promise<unknown> =>
  new Promise((resolve) => {
    target.addEventListener(event, resolve, { once: true })
  })

/** The service worker of a newer release: one that waits with all of its files, else the newest once it has them. */
async function newerOf(registration: ServiceWorkerRegistration): Promise<ServiceWorker | null> {
  if (registration.waiting) return registration.waiting
  await registration.update().catch(() => undefined)
  if (registration.installing) await heard(registration.installing, 'statechange')
  return registration.waiting
}

async function hand(container: ServiceWorkerContainer): Promise<void> {
  const registration = await container.getRegistration()
  const waiting = registration && (await newerOf(registration))
  if (!waiting) return
  const taken = heard(container, 'controllerchange')
  waiting.postMessage('takeOver')
  await taken
}

/** Lets a newer release serve this device, and loads it here. */
export async function takeOver(): Promise<void> {
  const { serviceWorker } = navigator
  if (serviceWorker) await Promise.race([hand(serviceWorker), patience()]).catch(() => undefined)
  location.reload()
}
