declare global {
  interface Window {
    /** The responses that the start page requested before the scripts loaded, by authorization and URL. */
    firstResponses?: Map<string, Promise<Response>>
  }
}

/** The responses are used only until this long after the page was requested, since they grow old. */
const LIFETIME_MS = 10_000

/** Profiles do not follow pushes, and each request for one counts toward a daily limit. */
const FOLLOWS_NO_PUSHES = /\/members\/username\//

/** Removes a response that is not used, and ends its transfer, which would occupy a connection. */
function discard(key: string): void {
  void window.firstResponses?.get(key)?.then(
    ({ body }) => body?.cancel(),
    () => undefined,
  )
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
 * Sends a request, unless the start page has already sent the same one: then returns that response, once. A request of
 * the start page that failed is sent again.
 */
export async function fetchUnlessRequested(request: Request): Promise<Response> {
  const first = await takeFirst(request)?.catch(() => undefined)
  request.signal.throwIfAborted()
  return first ?? fetch(request)
}

/** Returns whether the start page has requested the list of chats. */
export const hasFirstChats = (): boolean =>
  [...(window.firstResponses?.keys() ?? [])].some((key) => key.includes('/chats?'))

/** Discards the responses that pushes may have made outdated; all of them when the session ends. */
export function discardFirstResponses({ all = false } = {}): void {
  for (const key of window.firstResponses?.keys() ?? []) if (all || !FOLLOWS_NO_PUSHES.test(key)) discard(key)
}
