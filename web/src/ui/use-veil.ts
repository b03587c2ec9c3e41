import { type RefObject, useEffect, useRef, useState } from 'react'
import { useDiscreet } from '../lib/discreet.ts'
import { hostOf, watchVeil } from './veil.ts'

type Veil = {
  ref: RefObject<HTMLSpanElement | null>
  /** In the discreet mode: somebody looks at it on purpose. */
  revealed: boolean
  /** In the discreet mode and in no control, so that it has to be reached by itself. */
  alone: boolean
}

/**
 * The discreet mode of one photo. That it is blurred is up to the style sheet, which holds before anything runs; this
 * lifts the veil.
 */
export function useVeil({ tapsThrough = false, hoverReveals = true } = {}): Veil {
  const discreet = useDiscreet()
  const ref = useRef<HTMLSpanElement>(null)
  const [revealed, setRevealed] = useState(false)
  const [alone, setAlone] = useState(false)
  useEffect(() => {
    const anchor = ref.current
    if (!discreet || !anchor) return
    setAlone(hostOf(anchor) === anchor)
    const stop = watchVeil({ anchor, tapsThrough, hoverReveals, show: setRevealed })
    return () => {
      stop()
      setRevealed(false)
      setAlone(false)
    }
  }, [discreet, tapsThrough, hoverReveals])
  return { ref, revealed, alone }
}
