/** Nobody looks at one photo for longer without doing anything. */
const REVEAL_MS = 8_000

/** What around a photo is focused in its stead. */
const CONTROLS = 'a, button, [data-veil-host]'

type Options = {
  anchor: HTMLElement
  /** A tap inside of a link or button is the control's own, from the first on. */
  tapsThrough: boolean
  /** A pointer that only passes over the photo reveals it. */
  hoverReveals: boolean
  show: (shown: boolean) => void
}

/** The control that a photo stands in, or the photo itself. */
export const findHost = (anchor: HTMLElement): HTMLElement => anchor.closest<HTMLElement>(CONTROLS) ?? anchor

/** Hover, focus or a tap reveals one photo; it hides again on leave, on a second tap, after a while, or with its tab. */
export function watchReveal({ anchor, tapsThrough, hoverReveals, show }: Options): () => void {
  const host = findHost(anchor)
  const controller = new AbortController()
  const { signal } = controller
  let shown = false
  let touched = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function set(next: boolean): void {
    clearTimeout(timer)
    shown = next
    show(next)
    if (next) timer = setTimeout(() => set(false), REVEAL_MS)
  }

  function onTap(event: MouseEvent): void {
    if (host !== anchor) {
      if (tapsThrough || !touched) return
      // The first tap only looks; what the control does is for the second.
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
    touched = pointerType === 'touch'
    if (shown && touched && !anchor.contains(target as Node)) set(false)
  }
  document.addEventListener('pointerdown', onPointer, { signal, capture: true })
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && set(false), { signal })
  return () => {
    clearTimeout(timer)
    controller.abort()
  }
}
