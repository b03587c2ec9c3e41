import 'fake-indexeddb/auto'
import { cleanup } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { setLink } from '../lib/link.ts'
import { setOnline } from '../lib/online.ts'
import { startSession } from '../lib/session.ts'
import { mira } from '../testing.tsx'
import { freshDevice } from '../testing-hooks.ts'
import { setPage, stubObservers } from './fake-browser.ts'
import { removeFromDevice } from './member.ts'

type Device = {
  /** What the page loads when it is first needed, besides what every conversation has. */
  modules?: () => Promise<unknown>[]
  /** Sets up the server of the test; answers what it does with what the hub is told. */
  serve: () => (...frame: unknown[]) => void
  /** Begins what runs while the member is logged in, and answers how it ends. */
  start: () => () => void
  forget: () => void
}

let begin: Device['start'] = () => () => undefined
let stop: () => void = () => undefined

/** The same member on the same device, after a reload. */
export function reload(): void {
  cleanup()
  stop()
  stop = begin()
}

/** Each test has a member of its own, logged in, with a link that stands, and leaves nothing behind. */
export function conversationDevice({ modules, serve, start, forget }: Device): void {
  begin = start
  freshDevice()
  // It is there already, however slow the machine.
  beforeAll(async () => {
    await Promise.all([
      import('../ui/DialogBody.tsx'),
      import('../ui/Markdown.tsx'),
      import('../ui/MenuPopover.tsx'),
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
