import { HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { createDeferred } from './testing-deferred.ts'
import { waitForReact } from './testing-react.ts'

/** The mock server for client tests, which `setUpFreshDevice` starts. A request without a handler fails. */
export const server = setupServer()

let testEnd = createDeferred()
const openRequests = new Set<Promise<unknown>>()
/** The IDs of the requests in the running test and in those that have ended. A retry has the ID of the first attempt. */
const requestIds = { running: new Set<string>(), ended: new Set<string>() }

/** Returns whether the request retries one of a test that has ended. */
function isFromEndedTest(request: RequestInfo | URL): boolean {
  const id = request instanceof Request ? request.headers.get('x-request-id') : null
  if (id === null) return false
  requestIds.running.add(id)
  return requestIds.ended.has(id)
}

/** Starts the mock server, and lets `endRequests` end the requests to it. */
export function startServer(): void {
  server.listen({ onUnhandledRequest: 'error' })
  const { fetch } = globalThis
  globalThis.fetch = (...request) => {
    if (isFromEndedTest(request[0])) return new Promise(() => undefined)
    const sessionEnded = testEnd.promise.then(() => HttpResponse.json({ code: 'PLEASE_LOGIN' }, { status: 401 }))
    const response = Promise.race([fetch(...request), sessionEnded])
    openRequests.add(response)
    void response.catch(() => undefined).finally(() => openRequests.delete(response))
    return response
  }
}

/**
 * Responds to the requests that are still open as to those of an ended session, so that no response reaches the next
 * test, whose session has the same ID. Later retries get no response, which would end that session.
 */
export async function endRequests(): Promise<void> {
  for (const id of requestIds.running) requestIds.ended.add(id)
  requestIds.running.clear()
  testEnd.resolve()
  testEnd = createDeferred()
  await Promise.allSettled(openRequests)
  await waitForReact()
}
