import { type RefObject, useLayoutEffect, useRef } from 'react'
import { prefersReducedMotion } from '../lib/device/motion.ts'

const FOLD = { duration: 200, easing: 'cubic-bezier(.2, 0, 0, 1)' }

/** Animates the height of a box when its step changes. Returns the ref of the box. */
export function useFold(step: string): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null)
  const shown = useRef<{ step: string; height: number }>(null)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const previous = shown.current
    const height = element.offsetHeight
    shown.current = { step, height }
    if (!previous || previous.step === step || previous.height === height || prefersReducedMotion()) return
    element.animate?.(
      [
        { height: `${previous.height}px`, overflow: 'clip', opacity: 0.4 },
        { height: `${height}px`, overflow: 'clip', opacity: 1 },
      ],
      FOLD,
    )
  })
  return box
}
