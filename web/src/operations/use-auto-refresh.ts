import { OPERATIONS_SAMPLE_INTERVAL_MS } from '@app/contract/limits'
import type { OperationsRange } from '@app/contract/operations'
import { useEffect, useRef } from 'react'
import { onPageActivity } from '../lib/device/page-active.ts'
import { useHubConnection } from '../lib/realtime/hub-connection.ts'
import { loadFailedJobs, loadMetrics, onOperationsChanged, useOperations } from './store.ts'

/**
 * Loads the metrics and the failed jobs when the page opens or the range changes, on every push, after a reconnect, and
 * on a timer. Without a running worker, no push arrives while the queues grow. A hidden page waits until it is visible.
 */
export function useAutoRefresh(range: OperationsRange): void {
  const changeCount = useOperations((state) => state.changeCount)
  const connected = useHubConnection(({ connected }) => connected)
  const loadedFor = useRef('')
  const wasConnected = useRef(connected)
  useEffect(() => {
    const dataKey = `${range} ${changeCount}`
    const load = (): void => {
      if (loadedFor.current === dataKey || document.visibilityState === 'hidden') return
      loadedFor.current = dataKey
      void loadMetrics(range)
      void loadFailedJobs()
    }
    load()
    return onPageActivity(load)
  }, [range, changeCount])
  useEffect(() => {
    if (connected && !wasConnected.current) onOperationsChanged()
    wasConnected.current = connected
  }, [connected])
  useEffect(() => {
    const timer = setInterval(onOperationsChanged, OPERATIONS_SAMPLE_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [])
}
