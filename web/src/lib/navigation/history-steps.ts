type Guard = (event: PopStateEvent) => void

let guard: Guard | null = null

// NOTE: loaded at start, so that its listener runs before the router's and can keep the event from it.
window.addEventListener('popstate', (event) => guard?.(event), { capture: true })

/** Passes each history step to `next` before the router receives it. Returns a function that stops that. */
export function guardHistorySteps(next: Guard): () => void {
  guard = next
  return () => {
    if (guard === next) guard = null
  }
}
