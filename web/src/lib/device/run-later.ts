/** The time in which a page shows its first content, even on a slow connection. */
const DELAY_MS = 8_000

/**
 * Runs low-priority work later: after a delay, when the page is hidden, or immediately without a network. Returns a
 * function that cancels it.
 */
export function runLater(run: () => void): () => void {
  const cancel = (): void => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', onHide)
  }
  const runNow = (): void => {
    cancel()
    run()
  }
  const onHide = (): void => {
    if (document.visibilityState === 'hidden') runNow()
  }
  const timer = setTimeout(runNow, navigator.onLine ? DELAY_MS : 0)
  document.addEventListener('visibilitychange', onHide)
  return cancel
}
