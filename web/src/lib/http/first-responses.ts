declare global {
  interface Window {
    /** The responses that the HTML document requested before the scripts loaded, by authorization and URL. */
    firstResponses?: Map<string, Promise<Response>>
  }
}

/** The time after the request of the page in which the responses may be used; later they are outdated. */
const LIFETIME_MS = 10_000

/**
 * Matches requests for profiles. Their responses stay usable after the hub connects, since no push changes a profile, and
 * a second request would count toward a daily limit.
 */
const FOLLOWS_NO_PUSHES = /\/members\/username\//

/** Removes an unused response, and aborts its transfer, which would occupy a connection. */
function discard(key: string): void {
  // Both the request and, after a broken transfer, the cancellation may fail.
  void window.firstResponses
    ?.get(key)
    ?.then(({ body }) => body?.cancel())
    .catch(() => undefined)
  window.firstResponses?.delete(key)
}

function takeFirst(request: Request): Promise<Response> | undefined {
  const key = `${request.headers.get('authorization')} ${request.url}`
  const first = window.firstResponses?.get(key)
  if (!first || request.method !== 'GET') return undefined
  if (performance.now() >= LIFETIME_MS) {
    discard(key)
    return undefined
  }
  window.firstResponses?.delete(key)
  return first
}

/**
 * Sends a request, unless the HTML document has already sent the same one: then returns its response, once. Sends the
 * request again if that of the HTML document failed.
 */
export async function fetchUnlessRequested(request: Request): Promise<Response> {
  const first = await takeFirst(request)?.catch(() => undefined)
  request.signal.throwIfAborted()
  return first ?? fetch(request)
}

/** Returns whether the HTML document has requested the list of chats. */
export const hasFirstChats = (): boolean =>
  [...(window.firstResponses?.keys() ?? [])].some((key) => key.includes('/chats?'))

/** Discards the responses that pushes may have made outdated; all of them when the session ends. */
export function discardFirstResponses({ all = false } = {}): void {
  for (const key of window.firstResponses?.keys() ?? []) if (all || !FOLLOWS_NO_PUSHES.test(key)) discard(key)
}
