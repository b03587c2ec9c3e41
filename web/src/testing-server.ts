import { HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { createDeferred } from './testing-deferred.ts'
import { waitForReact } from './testing-react.ts'

/** The mock server for client tests, which `setUpFreshDevice` starts. A request without a handler fails. */
export const server = setupServer()

let testEnd = createDeferred()
const openRequests = new Set<Promise<unknown>>()

/** Starts the mock server, and lets `endRequests` end the requests to it. */
export function startServer(): void {
  server.listen({ onUnhandledRequest: 'error' })
  const { fetch } = globalThis
  globalThis.fetch = (...request) => {
    const sessionEnded = testEnd.promise.then(() => HttpResponse.json({ code: 'PLEASE_LOGIN' }, { status: 401 }))
    const response = Promise.race([fetch(...request), sessionEnded])
    openRequests.add(response)
    void response.catch(() => undefined).finally(() => openRequests.delete(response))
    return response
  }
}

/**
 * Responds to the requests that are still open as to those of an ended session, so that no response reaches the next
 * test, whose session has the same ID.
 */
export async function endRequests(): Promise<void> {
  testEnd.resolve()
  testEnd = createDeferred()
  await Promise.allSettled(openRequests)
  await waitForReact()
}
