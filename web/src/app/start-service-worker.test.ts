import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { freshDevice } from '../testing-hooks.ts'
import { server } from '../testing-server.ts'

freshDevice()

class FakeWorker extends EventTarget {
  state: ServiceWorkerState = 'installing'
}

class FakeRegistration extends EventTarget {
  installing: FakeWorker | null = null
  waiting: FakeWorker | null = null
  unregister = vi.fn(async () => true)
  update = vi.fn(async () => undefined)
  /** Reports the installing release as installed, with all of its files. */
  finish(): void {
    ;[this.waiting, this.installing] = [this.installing, null]
    this.waiting?.dispatchEvent(new Event('statechange'))
  }
}

class FakeContainer extends EventTarget {
  controller: FakeWorker | null = new FakeWorker()
  registration = new FakeRegistration()
  getRegistrations = async () => [this.registration]
  register = vi.fn(async () => this.registration)
}

let container: FakeContainer
const deleted: string[] = []
const FILE = 'http://localhost:8080/service-worker.js'
const fileIs = (answer: () => Response) => server.use(http.head(FILE, answer))

beforeEach(() => {
  vi.resetModules()
  container = new FakeContainer()
  deleted.splice(0)
  Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true })
  vi.stubGlobal('caches', {
    keys: async () => ['salong-1'],
    delete: async (name: string) => deleted.push(name),
  })
  fileIs(() => new HttpResponse(null, { headers: { 'content-type': 'text/javascript' } }))
})

async function start(atStart = container.controller) {
  const { startServiceWorker } = await import('./start-service-worker.ts')
  const { useNewVersion } = await import('../lib/release/new-version.ts')
  startServiceWorker(atStart as unknown as ServiceWorker | null)
  return () => useNewVersion.getState().offered
}

const isRegistered = () => vi.waitFor(() => expect(container.register).toHaveBeenCalledOnce())

test('a first release is not offered as a new one', async () => {
  container.controller = null
  container.registration.installing = new FakeWorker()
  const isOffered = await start()
  await isRegistered()
  container.registration.finish()
  container.controller = new FakeWorker()
  container.dispatchEvent(new Event('controllerchange'))
  expect(isOffered()).toBe(false)
})

test.each([
  ['is already waiting', () => container.registration.finish()],
  ['is still installing when the page checks', () => undefined],
])('a newer release that %s is offered when it has installed', async (_, before) => {
  container.registration.installing = new FakeWorker()
  before()
  const isOffered = await start()
  await isRegistered()
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
])('a newer release that %s is offered', async (_, happens) => {
  const isOffered = await start()
  await isRegistered()
  expect(isOffered()).toBe(false)
  await vi.waitFor(() => {
    happens()
    expect(isOffered()).toBe(true)
  })
})

test.each([
  ['is missing', () => new HttpResponse(null, { status: 404 })],
  ['is the page of a development server', () => HttpResponse.html('<!doctype html>')],
])('on localhost a service worker whose file %s is removed, with its caches', async (_, answer) => {
  fileIs(answer)
  await start()
  await vi.waitFor(() => expect(deleted).toEqual(['salong-1']))
  expect(container.registration.unregister).toHaveBeenCalledOnce()
  expect(container.register).not.toHaveBeenCalled()
})

test.each([
  ['is overloaded', () => HttpResponse.json({ code: 'UNAVAILABLE' }, { status: 503 })],
  ['cannot be reached', () => HttpResponse.error()],
])('a server that %s leaves service worker and caches in place', async (_, answer) => {
  fileIs(answer)
  await start()
  await isRegistered()
  expect(deleted).toEqual([])
  expect(container.registration.unregister).not.toHaveBeenCalled()
})

test('a failed registration is logged to the console only', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const error = new DOMException('refused', 'SecurityError')
  container.register.mockRejectedValue(error)
  await start()
  await vi.waitFor(() => expect(warn).toHaveBeenCalledWith(error))
})
