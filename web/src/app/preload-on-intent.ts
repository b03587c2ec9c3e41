/**
 * Calls a function with the path of a link that the member points at, touches or focuses, so that its page is loaded by
 * the time the link is followed. Does nothing if the browser is set to save data. Returns a function that stops it.
 */
export function preloadOnIntent(preload: (pathname: string) => void): () => void {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (connection?.saveData) return () => undefined
  const controller = new AbortController()
  const onIntent = ({ target }: Event): void => {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href]')
    if (link && link.origin === window.location.origin) preload(link.pathname)
  }
  for (const type of ['pointerover', 'focusin'])
    document.addEventListener(type, onIntent, { passive: true, signal: controller.signal })
  return () => controller.abort()
}
