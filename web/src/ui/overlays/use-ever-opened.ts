import { useState } from 'react'

/**
 * Returns whether an element is or was open: its code is not needed before, and afterwards it stays mounted for its
 * closing animation.
 */
export function useEverOpened(open: boolean): boolean {
  const [everOpened, setEverOpened] = useState(open)
  if (open && !everOpened) setEverOpened(true)
  return everOpened
}
