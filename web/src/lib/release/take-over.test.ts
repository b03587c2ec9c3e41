import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { takeOver } from './take-over.ts'

const reload = vi.fn()
const container = new EventTarget()
const waiting = { postMessage: vi.fn(() => container.dispatchEvent(new Event('controllerchange'))) }
const neverResolves = () => new Promise<never>(() => undefined)

function stubRegistration(registration: { waiting: typeof waiting | null; update: () => Promise<void> }): void {
  const serviceWorker = Object.assign(container, { getRegistration: async () => registration })
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true })
}

afterEach(() => Reflect.deleteProperty(navigator, 'serviceWorker'))
beforeEach(() => {
  vi.clearAllMocks()
  vi.stubGlobal('location', { reload })
})

test('a waiting release takes over before the reload, without an update request to a slow server', async () => {
  stubRegistration({ waiting, update: neverResolves })
  await takeOver()
  expect(waiting.postMessage).toHaveBeenCalledWith('takeOver')
  expect(reload).toHaveBeenCalledOnce()
})

test('the newest release is requested if none is waiting', async () => {
  const registration = { waiting: null as typeof waiting | null, update: async () => undefined }
  registration.update = async () => void Object.assign(registration, { waiting })
  stubRegistration(registration)
  await takeOver()
  expect(waiting.postMessage).toHaveBeenCalledWith('takeOver')
  expect(reload).toHaveBeenCalledOnce()
})

test('taking over reloads the page after a timeout if the server never responds', async () => {
  vi.useFakeTimers()
  stubRegistration({ waiting: null, update: neverResolves })
  const loading = takeOver()
  await vi.runAllTimersAsync()
  await loading
  vi.useRealTimers()
  expect(reload).toHaveBeenCalledOnce()
})
