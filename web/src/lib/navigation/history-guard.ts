type Guard = (event: PopStateEvent) => void

let guard: Guard | null = null

// NOTE: imported at startup, so that this listener runs before the router's and can stop the event.
window.addEventListener('popstate', (event) => guard?.(event), { capture: true })

/**
 * Passes each history navigation to `onNavigation` before the router receives it. Returns a function that removes the
 * guard.
 */
export function guardHistoryNavigation(onNavigation: Guard): () => void {
  guard = onNavigation
  return () => {
    if (guard === onNavigation) guard = null
  }
}
