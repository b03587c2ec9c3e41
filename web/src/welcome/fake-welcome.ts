import { Encrypted } from '@app/contract/members/profiles'
import { AbsenceResponse, GettingStarted, type Suggestion } from '@app/contract/welcome'
import { onTestFinished, vi } from 'vitest'
import { getSession } from '../lib/http/session.ts'
import { onGet, onPost, respondEmpty, respondWith } from '../testing.tsx'
import { encryptHits } from '../testing-hits.ts'
import { WAIT_MAX_MS } from './absence.ts'

export const aSuggestion = (userName: string, changes: Partial<Suggestion> = {}): Suggestion => ({
  userName,
  persons: [{ sex: 'FEMALE', yearOfBirth: 1987, orientation: 'SECRET' }],
  cities: ['Stockholm'],
  lastActive: new Date().toISOString(),
  profilePhotoUrl: null,
  badges: [],
  words: '',
  ...changes,
})

/** Serves the routes for newcomers. A test may change the returned `started` later; the returned lists collect the requests. */
export function serveStart(steps: Partial<GettingStarted>, suggestions: readonly Suggestion[] = []) {
  const started = { photo: false, words: false, hello: false, hidden: false, ...steps }
  return {
    started,
    loads: onGet('getting-started', () => respondWith(GettingStarted, started)()),
    hides: onPost('getting-started/hide', respondEmpty),
    suggestionLoads: onGet('getting-started/suggestions', async () =>
      respondWith(Encrypted, await encryptHits(suggestions, getSession()?.sessionId ?? ''))(),
    ),
  }
}

export const serveAbsence = (absence: AbsenceResponse['absence']) =>
  onGet('absence', respondWith(AbsenceResponse, { absence }))

/** Lets the rows wait for the card of the absence for as long as its request takes on a slow machine. */
export function waitForAbsence(): void {
  const { setTimeout: start } = globalThis
  const timers = vi.spyOn(globalThis, 'setTimeout')
  timers.mockImplementation(((run: () => void, milliseconds?: number, ...values: []) =>
    start(run, milliseconds === WAIT_MAX_MS ? 60_000 : milliseconds, ...values)) as typeof setTimeout)
  onTestFinished(() => timers.mockRestore())
}
