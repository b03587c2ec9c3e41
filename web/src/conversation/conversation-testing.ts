import 'fake-indexeddb/auto'
import { cleanup } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { setOnline } from '../lib/device/online.ts'
import { startSession } from '../lib/http/session.ts'
import { setLink } from '../lib/navigation/link.ts'
import { mira } from '../testing.tsx'
import { freshDevice } from '../testing-hooks.ts'
import { setPage, stubObservers } from './fake-browser.ts'
import { removeFromDevice } from './member.ts'

type Device = {
  /** Imports modules that the page under test loads lazily, in addition to those of every conversation. */
  modules?: () => Promise<unknown>[]
  /** Sets up the test's server. Returns the function that receives the frames sent to the hub. */
  serve: () => (...frame: unknown[]) => void
  /** Starts what runs while the member is logged in. Returns a function that stops it. */
  start: () => () => void
  forget: () => void
}

let begin: Device['start'] = () => () => undefined
let stop: () => void = () => undefined

/** Reloads the page: the same member on the same device. */
export function reload(): void {
  cleanup()
  stop()
  stop = begin()
}

/** Sets up each test with a logged-in member and an open connection, and cleans up afterwards. */
export function conversationDevice({ modules, serve, start, forget }: Device): void {
  begin = start
  freshDevice()
  // Imported beforehand, so that slow machines do not time out in a test.
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
    setPage({ focused: true, visible: true })
    startSession(mira)
    setLink(serve())
    stop = start()
  })
  afterEach(() => {
    cleanup()
    stop()
    removeFromDevice('42')
    forget()
    setLink(null)
    setOnline(true)
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
}
