import { OPERATIONS_STEP } from '@app/contract/limits'
import type { OperationsRange } from '@app/contract/operations'
import { useEffect, useRef } from 'react'
import { useLink } from '../lib/link.ts'
import { onPageActivity } from '../lib/page-active.ts'
import { loadFailedJobs, loadFigures, onOperationsChanged, useOperations } from './store.ts'

/**
 * Asks for everything when the page is opened and when something new was heard of. By the clock as well: when no worker is
 * running nobody measures or tells, and the queues grow.
 */
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
  }, [connected])
  useEffect(() => {
    const timer = setInterval(onOperationsChanged, OPERATIONS_STEP)
    return () => clearInterval(timer)
  }, [])
}
