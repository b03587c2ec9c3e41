import { type FocusEvent, type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import styles from './tooltip.module.css'

const SHOW_DELAY_MS = 500
const GAP_PX = 6
const EDGE_PX = 8

/** Returns the handlers for the hovered or focused element; `anchor` is that element while its tooltip is shown. */
export function useTooltip() {
  const [anchor, setAnchor] = useState<Element | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hide = () => {
    clearTimeout(timer.current)
    setAnchor(null)
  }
  const show = (element: Element) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setAnchor(element), SHOW_DELAY_MS)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!anchor) return
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && setAnchor(null)
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [anchor])
  return {
    anchor,
    onPointerEnter: ({ pointerType, currentTarget }: PointerEvent) => pointerType === 'mouse' && show(currentTarget),
    onPointerLeave: hide,
    onPointerDown: hide,
    onFocus: ({ currentTarget }: FocusEvent) => currentTarget.matches(':focus-visible') && show(currentTarget),
    onBlur: hide,
  }
}

/** Repeats the element's own label visually; hidden from assistive technology. */
export function Tooltip({ anchor, children }: { anchor: Element; children: string }) {
  const box = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const tip = box.current
    if (!tip) return
    tip.showPopover?.()
    const { left, width, bottom, top } = anchor.getBoundingClientRect()
    const { offsetWidth, offsetHeight } = tip
    const centered = left + width / 2 - offsetWidth / 2
    tip.style.left = `${Math.max(EDGE_PX, Math.min(centered, innerWidth - offsetWidth - EDGE_PX))}px`
    const below = bottom + GAP_PX
    tip.style.top = `${below + offsetHeight > innerHeight ? top - GAP_PX - offsetHeight : below}px`
  }, [anchor])
  return (
    <span ref={box} className={styles.tooltip} popover="manual" aria-hidden>
      {children}
    </span>
  )
}
