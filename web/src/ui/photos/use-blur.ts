import { type RefObject, useEffect, useRef, useState } from 'react'
import { useDiscreet } from '../../lib/device/discreet.ts'
import { findHost, trackReveal } from './reveal.ts'

type Blur = {
  ref: RefObject<HTMLSpanElement | null>
  /** Whether the photo is hovered, focused or tapped in discreet mode. */
  revealed: boolean
  /** Whether the photo is outside of any control in discreet mode, so that it needs its own tab stop. */
  isStandalone: boolean
}

/**
 * Manages the discreet mode of one photo. The style sheet applies the blur, so that no photo shows sharp before this hook
 * runs, which removes it.
 */
export function useBlur({ tapsThrough = false, hoverReveals = true } = {}): Blur {
  const discreet = useDiscreet()
  const ref = useRef<HTMLSpanElement>(null)
  const [revealed, setRevealed] = useState(false)
  const [isStandalone, setStandalone] = useState(false)
  useEffect(() => {
    const anchor = ref.current
    if (!discreet || !anchor) return
    setStandalone(findHost(anchor) === anchor)
    const stop = trackReveal({ anchor, tapsThrough, hoverReveals, show: setRevealed })
    return () => {
      stop()
      setRevealed(false)
      setStandalone(false)
    }
  }, [discreet, tapsThrough, hoverReveals])
  return { ref, revealed, isStandalone }
}
