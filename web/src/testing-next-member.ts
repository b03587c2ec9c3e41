import type { Session } from '@app/contract/members/members'
import { act } from '@testing-library/react'
import { post } from './lib/http/http.ts'
import { startSession } from './lib/http/session.ts'
import { mira, onPost, respondEmpty } from './testing.tsx'

/** Another member, who logs in on the same device. */
export const nora: Session = { ...mira, sessionId: 'nora.session.token', userName: 'Nora' }

/** Creates a responder during which the next member logs in. */
export const respondToNextMember =
  (respond: () => Response | Promise<Response>, next = nora): (() => Response | Promise<Response>) =>
  () => {
    startSession(next)
    return respond()
  }

/** Waits until the response to an earlier request has been processed: a later one takes the same path. */
export async function waitForEarlierResponses(): Promise<void> {
  onPost('later', respondEmpty)
  await act(() => post('later'))
}
