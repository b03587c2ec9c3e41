type Guard = (event: PopStateEvent) => void

let guard: Guard | null = null

// NOTE: imported at start, so that this listener runs before the router's and can stop the event.
window.addEventListener('popstate', (event) => guard?.(event), { capture: true })

/** Passes each history step to `onStep` before the router receives it. Returns a function that removes the guard. */
export function guardHistorySteps(onStep: Guard): () => void {
  guard = onStep
  return () => {
    if (guard === onStep) guard = null
  }
}
