/** So long after its start a page has what it shows first, also on a slow line. */
const AFTER = 8_000

/**
 * Runs what need not hurry when it is in nobody's way any more: after a while, when the page is put aside, or at once
 * where there is no network. Returns what calls it off.
 */
export function atRest(run: () => void): () => void {
  const callOff = (): void => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', onHide)
  }
  const go = (): void => {
    callOff()
    run()
  }
  const onHide = (): void => {
    if (document.visibilityState === 'hidden') go()
  }
  const timer = setTimeout(go, navigator.onLine ? AFTER : 0)
  document.addEventListener('visibilitychange', onHide)
  return callOff
}
