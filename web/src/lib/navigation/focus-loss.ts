import { findHeading, focusHeading } from './focus-heading.ts'

/** Returns whether no control has the focus, or only a disabled one, which is about to lose it. */
const isFocusLost = (): boolean => {
  const focused = document.activeElement
  return focused === null || focused === document.body || focused.matches(':disabled')
}

/** Runs a function after effects and React Aria, which restore the focus in the next frame. */
const afterFocusRestore = (run: () => void): void => {
  requestAnimationFrame(() => requestAnimationFrame(run))
}

/** Runs a function once a control is removed or disabled while it has the focus. */
function onceUnfocusable(control: Element, run: () => void): void {
  const watch = new AbortController()
  const observer = new MutationObserver(() => {
    if (control.isConnected && !control.matches(':disabled')) return
    watch.abort()
    run()
  })
  const stopOutside = ({ target }: Event) => {
    if (!(target instanceof Node && control.contains(target))) watch.abort()
  }
  watch.signal.addEventListener('abort', () => observer.disconnect())
  observer.observe(document, { subtree: true, childList: true, attributeFilter: ['disabled'] })
  document.addEventListener('focusin', stopOutside, { signal: watch.signal })
  document.addEventListener('pointerdown', stopOutside, { signal: watch.signal })
}

/**
 * Focuses this page's heading once the control is removed or disabled while it has the focus. After a navigation the
 * heading is gone, and that of the new page focuses itself.
 */
export function watchForFocusLoss(control: Element): void {
  const heading = findHeading()
  onceUnfocusable(control, () =>
    afterFocusRestore(() => {
      if (isFocusLost()) heading?.focus()
    }),
  )
}

/**
 * Moves the focus to the page's heading if closing a dialog loses it: the button that opened the dialog may be removed
 * or disabled by the dialog's action, at once or when a later response changes the page.
 */
export const restoreFocusAfterClose = (): void =>
  afterFocusRestore(() => {
    if (isFocusLost()) focusHeading()
    else if (document.activeElement) watchForFocusLoss(document.activeElement)
  })
