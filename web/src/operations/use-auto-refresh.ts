import { OPERATIONS_SAMPLE_INTERVAL } from '@app/contract/limits'
import type { OperationsRange } from '@app/contract/operations'
import { useEffect, useRef } from 'react'
import { onPageActivity } from '../lib/device/page-active.ts'
import { useLink } from '../lib/navigation/link.ts'
import { loadFailedJobs, loadFigures, onOperationsChanged, useOperations } from './store.ts'

/**
 * Reloads the figures when the page opens, on every push and on a timer: if no worker is running, nothing measures or
 * sends pushes while the queues grow.
 */
export function useAutoRefresh(range: OperationsRange): void {
  const changes = useOperations((state) => state.changes)
  const connected = useLink((link) => link.connected)
  const loadedFor = useRef('')
  const wasConnected = useRef(connected)
  useEffect(() => {
    const dataKey = `${range} ${changes}`
    const load = (): void => {
      if (loadedFor.current === dataKey || document.visibilityState === 'hidden') return
      loadedFor.current = dataKey
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
    const timer = setInterval(onOperationsChanged, OPERATIONS_SAMPLE_INTERVAL)
    return () => clearInterval(timer)
  }, [])
}
