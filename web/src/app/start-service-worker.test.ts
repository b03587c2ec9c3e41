import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { setUpFreshDevice } from '../testing-hooks.ts'
import { server } from '../testing-server.ts'

setUpFreshDevice()

class FakeWorker extends EventTarget {
  state: ServiceWorkerState = 'installing'
}

class FakeRegistration extends EventTarget {
  installing: FakeWorker | null = null
  waiting: FakeWorker | null = null
  unregister = vi.fn(async () => true)
  update = vi.fn(async () => undefined)
  /** Finishes the installation: the installing release becomes the waiting one. */
  finish(): void {
    ;[this.waiting, this.installing] = [this.installing, null]
    this.waiting?.dispatchEvent(new Event('statechange'))
  }
}

class FakeContainer extends EventTarget {
  controller: FakeWorker | null = new FakeWorker()
  registration = new FakeRegistration()
  getRegistrations = async () => [this.registration]
  getRegistration = vi.fn(async (): Promise<FakeRegistration | undefined> => this.registration)
  register = vi.fn(async () => this.registration)
}

let container: FakeContainer
const deletedCaches: string[] = []
const FILE = 'http://localhost:8080/service-worker.js'
const serveFile = (respond: () => Response) => server.use(http.head(FILE, respond))

beforeEach(() => {
  vi.resetModules()
  container = new FakeContainer()
  deletedCaches.splice(0)
  Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true })
  vi.stubGlobal('caches', {
    keys: async () => ['salong-1'],
    delete: async (name: string) => deletedCaches.push(name),
  })
  serveFile(() => new HttpResponse(null, { headers: { 'content-type': 'text/javascript' } }))
})

async function start(initialWorker = container.controller) {
  const { startServiceWorker } = await import('./start-service-worker.ts')
  const { useNewVersion } = await import('../lib/release/new-version.ts')
  startServiceWorker(initialWorker as unknown as ServiceWorker | null)
  return () => useNewVersion.getState().offered
}

const waitUntilRegistered = () => vi.waitFor(() => expect(container.register).toHaveBeenCalledOnce())

test('the first release is not offered as a new version', async () => {
  container.controller = null
  container.registration.installing = new FakeWorker()
  const isOffered = await start()
  await waitUntilRegistered()
  container.registration.finish()
  container.controller = new FakeWorker()
  container.dispatchEvent(new Event('controllerchange'))
  expect(isOffered()).toBe(false)
})

test.each([
  ['is already waiting', () => container.registration.finish()],
  ['is still installing when the page checks', () => undefined],
])('a newer release that %s is offered once it is installed', async (_, prepare) => {
  container.registration.installing = new FakeWorker()
  prepare()
  const isOffered = await start()
  await waitUntilRegistered()
  if (container.registration.installing) container.registration.finish()
  await vi.waitFor(() => expect(isOffered()).toBe(true))
})

test('a newer release that another tab activated before this page checked is offered', async () => {
  const isOffered = await start(new FakeWorker())
  await vi.waitFor(() => expect(isOffered()).toBe(true))
})

test.each([
  [
    'is found later',
    () => {
      container.registration.installing = new FakeWorker()
      container.registration.dispatchEvent(new Event('updatefound'))
      container.registration.finish()
    },
  ],
  [
    'another tab has activated',
    () => {
      container.controller = new FakeWorker()
      container.dispatchEvent(new Event('controllerchange'))
    },
  ],
])('a newer release that %s is offered', async (_, causeUpdate) => {
  const isOffered = await start()
  await waitUntilRegistered()
  expect(isOffered()).toBe(false)
  await vi.waitFor(() => {
    causeUpdate()
    expect(isOffered()).toBe(true)
  })
})

test.each([
  ['is missing', () => new HttpResponse(null, { status: 404 })],
  ['is the page of a development server', () => HttpResponse.html('<!doctype html>')],
])('a service worker on localhost whose file %s is removed with its caches', async (_, respond) => {
  serveFile(respond)
  await start()
  await vi.waitFor(() => expect(deletedCaches).toEqual(['salong-1']))
  expect(container.registration.unregister).toHaveBeenCalledOnce()
  expect(container.register).not.toHaveBeenCalled()
})

test.each([
  ['is overloaded', () => HttpResponse.json({ code: 'UNAVAILABLE' }, { status: 503 })],
  ['cannot be reached', () => HttpResponse.error()],
])('a server that %s leaves service worker and caches in place', async (_, respond) => {
  serveFile(respond)
  await start()
  await waitUntilRegistered()
  expect(deletedCaches).toEqual([])
  expect(container.registration.unregister).not.toHaveBeenCalled()
})

test('a failed registration is logged to the console', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const error = new DOMException('denied', 'SecurityError')
  container.register.mockRejectedValue(error)
  await start()
  await vi.waitFor(() => expect(warn).toHaveBeenCalledWith(error))
})

test('the service worker is registered again after an outage that prevented its installation', async () => {
  await start()
  await waitUntilRegistered()
  const { setOnline } = await import('../lib/device/online.ts')
  const goOfflineAndBack = () => [false, true].forEach(setOnline)
  goOfflineAndBack()
  await vi.waitFor(() => expect(container.getRegistration).toHaveBeenCalledOnce())
  expect(container.register).toHaveBeenCalledOnce()
  container.getRegistration.mockResolvedValue(undefined)
  goOfflineAndBack()
  await vi.waitFor(() => expect(container.register).toHaveBeenCalledTimes(2))
})
