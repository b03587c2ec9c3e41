import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useToasts } from '../lib/feedback/toasts.ts'
import { startSession } from '../lib/http/session.ts'
import { mira, onPost, respondEmpty, respondWithError } from '../testing.tsx'
import { setUpFreshDevice } from '../testing-hooks.ts'
import { kiss, setPrivateAccess } from './relationship.ts'

setUpFreshDevice()

test.each([
  ['a kiss', 'profiles/visits/kiss/:name', () => kiss('Linn')],
  ['a grant of the private album', 'photos/private/grant', () => setPrivateAccess('Linn', true)],
] as const)('the result of %s that arrives after a logout is not shown to the next member', async (_, path, act) => {
  for (const response of [respondEmpty, respondWithError(503, 'UNAVAILABLE', 'Det går inte just nu.')]) {
    let respond = (): void => undefined
    const responded = new Promise<void>((resolve) => (respond = resolve))
    const requests = onPost(path, () => responded.then(response))
    startSession(mira)
    const acting = act()
    await waitFor(() => expect(requests).toHaveLength(1))
    startSession({ ...mira, sessionId: 'second.session.token', userName: 'Nora' })
    respond()
    await acting
    expect(useToasts.getState().queue).toEqual([])
  }
})
