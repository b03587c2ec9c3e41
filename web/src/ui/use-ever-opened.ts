import { useState } from 'react'

/** Whether something has been open before or is now: until then its code is not needed, from then on it may close in its own way. */
export function useEverOpened(open: boolean): boolean {
  const [everOpened, setEverOpened] = useState(open)
  if (open && !everOpened) setEverOpened(true)
  return everOpened
}
