import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setUpFreshDevice } from '../../testing-hooks.ts'
import { server } from '../../testing-server.ts'
import { loadChunk } from './chunks.ts'
import { setOnline, useConnectivity } from './online.ts'

setUpFreshDevice()

const load = vi.fn<() => Promise<string>>()
const container = Object.assign(new EventTarget(), { controller: null as object | null })
let serverChecks = 0
const onServerCheck = (respond: () => Response) =>
  server.use(
    http.head('http://localhost:8080/index.html', () => {
      serverChecks += 1
      return respond()
    }),
  )
const waitForServerCheck = () => vi.waitFor(() => expect(serverChecks).toBe(1))

beforeEach(() => {
  load.mockReset().mockResolvedValue('chunk')
  container.controller = null
  vi.stubGlobal('navigator', { serviceWorker: container })
  serverChecks = 0
  onServerCheck(() => HttpResponse.error())
})
afterEach(() => {
  vi.unstubAllGlobals()
  setOnline(true)
})

test('a chunk is not requested without a network or a reachable server, and loads once there is a network', async () => {
  setOnline(false)
  const loading = loadChunk(load)
  await waitForServerCheck()
  expect(load).not.toHaveBeenCalled()
  setOnline(true)
  expect(await loading).toBe('chunk')
  expect(load).toHaveBeenCalledOnce()
})

test('a chunk loads without a network once the service worker serves the page', async () => {
  setOnline(false)
  const loading = loadChunk(load)
  await waitForServerCheck()
  expect(load).not.toHaveBeenCalled()
  container.controller = {}
  container.dispatchEvent(new Event('controllerchange'))
  expect(await loading).toBe('chunk')
  expect(await loadChunk(load)).toBe('chunk')
})

test('a chunk loads without a network if the server is reachable, and the page counts as online', async () => {
  onServerCheck(() => new HttpResponse(null))
  setOnline(false)
  expect(await loadChunk(load)).toBe('chunk')
  expect(useConnectivity.getState().online).toBe(true)
})

test('a chunk that fails to load during an outage rejects only after it', async () => {
  const onError = vi.fn()
  load.mockImplementation(async () => {
    setOnline(false)
    throw new TypeError('Failed to fetch dynamically imported module')
  })
  const loading = loadChunk(load).catch(onError)
  await waitForServerCheck()
  expect(onError).not.toHaveBeenCalled()
  setOnline(true)
  await loading
  expect(onError).toHaveBeenCalledOnce()
})
