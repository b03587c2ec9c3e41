const CONTROLS = 'a[href], button, input, textarea, select, [tabindex], [contenteditable="true"]'

const isOfTransition = ({ effect }: Animation): boolean =>
  effect instanceof KeyframeEffect && (effect.pseudoElement?.startsWith('::view-transition') ?? false)

/**
 * Ends a running view transition, and returns whether there was one. Until it ends, React delays the next move, and the
 * browser sends all pointer events to the root element instead of the new page.
 */
export function endTransition(): boolean {
  const { activeViewTransition: transition } = document
  if (transition !== undefined) {
    transition?.skipTransition()
    return transition !== null
  }
  // Browsers that have view transitions without `activeViewTransition` end one with its last animation.
  const animations = document.getAnimations?.().filter(isOfTransition) ?? []
  for (const animation of animations) animation.finish()
  return animations.length > 0
}

/** Whether the last press of a pointer ended a transition. */
let hasPressEndedTransition = false

const onPointerDown = (): void => {
  hasPressEndedTransition = endTransition()
}

/** Sends a click to the element below it, if the press began on the root element because of a transition. */
function redirectClick(event: MouseEvent): void {
  const root = document.documentElement
  if (!hasPressEndedTransition || event.target !== root) return
  const target = document.elementFromPoint(event.clientX, event.clientY)
  if (!target || target === root) return
  event.stopImmediatePropagation()
  target.closest<HTMLElement>(CONTROLS)?.focus()
  const { clientX, clientY, ctrlKey, metaKey, shiftKey, altKey } = event
  const copied = { clientX, clientY, ctrlKey, metaKey, shiftKey, altKey }
  target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, view: window, ...copied }))
}

/** Ends the running transition on each pointer press or wheel turn, and lets that input reach the page below it. */
export function endTransitionsOnInput(): () => void {
  const controller = new AbortController()
  const options = { capture: true, passive: true, signal: controller.signal }
  window.addEventListener('pointerdown', onPointerDown, options)
  window.addEventListener('wheel', endTransition, options)
  window.addEventListener('click', redirectClick, { capture: true, signal: controller.signal })
  return () => controller.abort()
}
