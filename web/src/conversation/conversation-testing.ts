import 'fake-indexeddb/auto'
import { cleanup } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { setOnline } from '../lib/device/online.ts'
import { startSession } from '../lib/http/session.ts'
import { setHubConnection } from '../lib/realtime/hub-connection.ts'
import { mira } from '../testing.tsx'
import { setUpFreshDevice } from '../testing-hooks.ts'
import { setTabState, stubObservers } from './fake-browser.ts'
import { removeUnsent } from './writing.ts'

/** The key of the logged-in member's data on the device. */
const MIRA_KEY = '42'

type DeviceSetup = {
  /** Imports the modules that only the page under test loads lazily. */
  modules?: () => Promise<unknown>[]
  /** Sets up the test's server. Returns the function that receives the frames sent to the hub. */
  serve: () => (...frame: unknown[]) => void
  /** Starts the services of a logged-in member. Returns a function that stops them. */
  start: () => () => void
}

let startServices: DeviceSetup['start'] = () => () => undefined
let stopServices: () => void = () => undefined

/** Simulates a reload of the page by the same member on the same device. */
export function reload(): void {
  cleanup()
  stopServices()
  stopServices = startServices()
}

/** Sets up each test with a logged-in member and an open connection, and cleans up afterwards. */
export function setUpConversationDevice({ modules, serve, start }: DeviceSetup): void {
  startServices = start
  setUpFreshDevice()
  // Imported before the tests, so that no test times out on a slow machine.
  beforeAll(async () => {
    await Promise.all([
      import('../ui/overlays/DialogBody.tsx'),
      import('../ui/markdown/Markdown.tsx'),
      import('../ui/overlays/MenuPopover.tsx'),
      ...(modules?.() ?? []),
    ])
  }, 60_000)
  beforeEach(() => {
    stubObservers()
    setTabState({ focused: true, visible: true })
    startSession(mira)
    setHubConnection(serve())
    stopServices = start()
  })
  afterEach(() => {
    cleanup()
    stopServices()
    removeUnsent(MIRA_KEY)
    setHubConnection(null)
    setOnline(true)
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
}
