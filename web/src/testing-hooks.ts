import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { clearProblems } from './lib/feedback/problem-banner.ts'
import { useToasts } from './lib/feedback/toasts.ts'
import { endSession } from './lib/http/session.ts'
import { useAppConfig } from './lib/release/app-config.ts'
import { setLanguage } from './lib/text/language.ts'
import './testing-css.ts'
import { endRequests, server, startServer } from './testing-server.ts'

// Elements may appear late on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

/** Empties the device and ends the session after each test. A request without a handler fails. */
export function setUpFreshDevice(): void {
  beforeAll(() => {
    startServer()
    useAppConfig.setState({ referenceYear: 2025 })
  })
  afterEach(async () => {
    cleanup()
    endSession('loggedOut')
    await endRequests()
    server.resetHandlers()
    clearProblems()
    useToasts.setState({ queue: [] })
    setLanguage('SWEDISH')
    localStorage.clear()
  })
  afterAll(() => server.close())
}
