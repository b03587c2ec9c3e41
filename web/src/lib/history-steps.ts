type Guard = (event: PopStateEvent) => void

let guard: Guard | null = null

// NOTE: loaded at start, so that it hears of a step before the router does and can keep it from it.
window.addEventListener('popstate', (event) => guard?.(event), { capture: true })

/** Hears of each step in the history first, until what is returned is called. */
export function guardHistorySteps(next: Guard): () => void {
  guard = next
  return () => {
    if (guard === next) guard = null
  }
}
