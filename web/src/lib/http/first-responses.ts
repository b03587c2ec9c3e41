declare global {
  interface Window {
    /** The responses that the start page requested before the scripts loaded, by authorization and URL. */
    firstResponses?: Map<string, Promise<Response>>
  }
}

/**
 * Sends a request, unless the start page has already sent the same one: then returns that response, once. A request of
 * the start page that failed is sent again.
 */
export async function fetchUnlessRequested(request: Request): Promise<Response> {
  const key = `${request.headers.get('authorization')} ${request.url}`
  const first = request.method === 'GET' ? window.firstResponses?.get(key) : undefined
  window.firstResponses?.delete(key)
  return first ? first.catch(() => fetch(request)) : fetch(request)
}

export const hasFirstResponses = (): boolean => (window.firstResponses?.size ?? 0) > 0

/** Discards the responses that were not used, because pushes may have been missed since they were requested. */
export const discardFirstResponses = (): void => window.firstResponses?.clear()
