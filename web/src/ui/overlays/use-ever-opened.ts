import { useState } from 'react'

/**
 * Returns whether an element is or was open: before, its code is not needed; afterwards it stays mounted for its
 * closing animation.
 */
export function useEverOpened(open: boolean): boolean {
  const [hasOpened, setHasOpened] = useState(open)
  if (open && !hasOpened) setHasOpened(true)
  return hasOpened
}
