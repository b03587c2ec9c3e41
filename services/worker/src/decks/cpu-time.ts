import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/**
 * Runs in its own thread, since the watched code may never yield. SIGVTALRM is the system's signal for used-up CPU
 * time.
 */
const WATCHDOG = `
  const { parentPort, workerData } = require('node:worker_threads')
  const measureCpuTime = () => {
    const { user, system } = process.cpuUsage()
    return user + system
  }
  const limit = measureCpuTime() + workerData
  const check = () => {
    if (measureCpuTime() >= limit) process.kill(process.pid, 'SIGVTALRM')
  }
  check()
  setInterval(check, 10)
  parentPort.postMessage('ready')`

/** Ends the process after it has used this many more milliseconds of CPU time; time spent waiting does not count. */
export async function limitCpuTime(limitMs: number): Promise<void> {
  const watchdog = new Worker(WATCHDOG, { eval: true, execArgv: [], workerData: limitMs * 1_000 })
  watchdog.unref()
  await once(watchdog, 'message')
}
