/** A photo is blurred again this long after the hover, focus or tap that revealed it. */
const REVEAL_MS = 8_000

/** The elements that receive the focus in place of the photo inside them. */
const CONTROLS = 'a, button'

type Options = {
  anchor: HTMLElement
  /** A tap inside a link or button activates it immediately, without revealing the photo first. */
  tapsThrough: boolean
  /** Hovering over the photo reveals it. */
  hoverReveals: boolean
  show: (shown: boolean) => void
}

/** Returns the control that contains the photo, or the photo itself. */
export const findHost = (anchor: HTMLElement): HTMLElement => anchor.closest<HTMLElement>(CONTROLS) ?? anchor

/**
 * Reveals a photo on hover, focus or tap; blurs it again on leave, on a second tap, on a tap elsewhere, after a while,
 * and when the tab is hidden. Returns a function that stops this.
 */
export function trackReveal({ anchor, tapsThrough, hoverReveals, show }: Options): () => void {
  const host = findHost(anchor)
  const controller = new AbortController()
  const { signal } = controller
  let shown = false
  let isTouch = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function set(next: boolean): void {
    clearTimeout(timer)
    shown = next
    show(next)
    if (next) timer = setTimeout(() => set(false), REVEAL_MS)
  }

  function onTap(event: MouseEvent): void {
    if (host !== anchor) {
      if (tapsThrough || !isTouch) return
      // The first tap only reveals the photo; the second one activates the control.
      if (!shown) {
        event.preventDefault()
        event.stopPropagation()
      }
    }
    set(!shown)
  }

  anchor.addEventListener('pointerenter', ({ pointerType }) => hoverReveals && pointerType !== 'touch' && set(true), {
    signal,
  })
  anchor.addEventListener('pointerleave', ({ pointerType }) => pointerType !== 'touch' && set(false), { signal })
  anchor.addEventListener('click', onTap, { signal, capture: true })
  host.addEventListener('focusin', () => host.querySelector(':focus-visible, :scope:focus-visible') && set(true), {
    signal,
  })
  host.addEventListener('focusout', () => set(false), { signal })
  const onPointer = ({ pointerType, target }: PointerEvent): void => {
    isTouch = pointerType === 'touch'
    if (shown && isTouch && !anchor.contains(target as Node)) set(false)
  }
  document.addEventListener('pointerdown', onPointer, { signal, capture: true })
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && set(false), { signal })
  return () => {
    clearTimeout(timer)
    controller.abort()
  }
}
