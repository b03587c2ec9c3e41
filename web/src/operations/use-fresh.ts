import { OPERATIONS_STEP } from '@app/contract/limits'
import type { OperationsRange } from '@app/contract/operations'
import { useEffect, useRef } from 'react'
import { useLink } from '../lib/link.ts'
import { onPageActivity } from '../lib/page-active.ts'
import { loadFailedJobs, loadFigures, onOperationsChanged, useOperations } from './store.ts'

/** Asks for everything when the page is opened, when something new was heard of, and by the clock where no push tells. */
export function useFresh(range: OperationsRange): void {
  const changes = useOperations((state) => state.changes)
  const connected = useLink((link) => link.connected)
  const loadedFor = useRef('')
  const wasConnected = useRef(connected)
  useEffect(() => {
    const due = `${range} ${changes}`
    const load = (): void => {
      if (loadedFor.current === due || document.visibilityState === 'hidden') return
      loadedFor.current = due
      void loadFigures(range)
      void loadFailedJobs()
    }
    load()
    return onPageActivity(load)
  }, [range, changes])
  useEffect(() => {
    if (connected && !wasConnected.current) onOperationsChanged()
    wasConnected.current = connected
    if (connected) return
    const timer = setInterval(onOperationsChanged, OPERATIONS_STEP)
    return () => clearInterval(timer)
  }, [connected])
}
