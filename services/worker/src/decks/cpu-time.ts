import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/**
 * Runs in its own thread, since the watched code may never yield. SIGVTALRM is the system's signal for used-up CPU
 * time.
 */
const WATCHDOG = `
  const { parentPort, workerData } = require('node:worker_threads')
  const used = () => {
    const { user, system } = process.cpuUsage()
    return user + system
  }
  const end = used() + workerData
  const look = () => {
    if (used() >= end) process.kill(process.pid, 'SIGVTALRM')
  }
  look()
  setInterval(look, 10)
  parentPort.postMessage('looking')`

/** Ends the process after it has used this many more milliseconds of CPU time; time spent waiting does not count. */
export async function limitCpuTime(limitMs: number): Promise<void> {
  const watchdog = new Worker(WATCHDOG, { eval: true, execArgv: [], workerData: limitMs * 1_000 })
  watchdog.unref()
  await once(watchdog, 'message')
}
