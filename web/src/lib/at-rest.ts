/** So long after its start a page has what it shows first, also on a slow line. */
const IDLE_AFTER_MS = 8_000

/**
 * Runs what need not hurry when it is in nobody's way any more: after a while, when the page is put aside, or at once
 * where there is no network. Returns what calls it off.
 */
export function runWhenIdle(run: () => void): () => void {
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
  const timer = setTimeout(runNow, navigator.onLine ? IDLE_AFTER_MS : 0)
  document.addEventListener('visibilitychange', onHide)
  return cancel
}
