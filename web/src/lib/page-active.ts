/** Whether somebody can be reading this page: it is in sight and has the focus. */
export const isPageActive = (): boolean => document.visibilityState === 'visible' && document.hasFocus()

/** Told whenever that may have changed. */
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
