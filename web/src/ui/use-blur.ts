import { type RefObject, useEffect, useRef, useState } from 'react'
import { useDiscreet } from '../lib/discreet.ts'
import { findHost, watchReveal } from './reveal.ts'

type Blur = {
  ref: RefObject<HTMLSpanElement | null>
  /** In the discreet mode: somebody looks at it on purpose. */
  revealed: boolean
  /** In the discreet mode and in no control, so that it has to be reached by itself. */
  isStandalone: boolean
}

/**
 * The discreet mode of one photo. That it is blurred is up to the style sheet, which holds before anything runs; this
 * lifts the veil.
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
    const stop = watchReveal({ anchor, tapsThrough, hoverReveals, show: setRevealed })
    return () => {
      stop()
      setRevealed(false)
      setStandalone(false)
    }
  }, [discreet, tapsThrough, hoverReveals])
  return { ref, revealed, isStandalone }
}
