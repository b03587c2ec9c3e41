/** Returns whether the page can be read: it is visible and has the focus. */
export const isPageActive = (): boolean => document.visibilityState === 'visible' && document.hasFocus()

/** Calls `run` whenever the result of `isPageActive` may have changed. Returns a function that unsubscribes. */
export function onPageActivity(run: () => void): () => void {
  window.addEventListener('focus', run)
  window.addEventListener('blur', run)
  document.addEventListener('visibilitychange', run)
  return () => {
    window.removeEventListener('focus', run)
    window.removeEventListener('blur', run)
    document.removeEventListener('visibilitychange', run)
  }
}
