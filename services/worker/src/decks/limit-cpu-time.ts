import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/**
 * The program of the watchdog, which runs in its own thread, since the watched code may never yield. SIGVTALRM is
 * the signal of timers that count CPU time.
 */
const WATCHDOG = `
  const { parentPort, workerData } = require('node:worker_threads')
  const measureCpuTime = () => {
    const { user, system } = process.cpuUsage()
    return user + system
  }
  const limitMicroseconds = measureCpuTime() + workerData
  const check = () => {
    if (measureCpuTime() >= limitMicroseconds) process.kill(process.pid, 'SIGVTALRM')
  }
  check()
  setInterval(check, 10)
  parentPort.postMessage('ready')`

/** Ends the process when it has used this many more milliseconds of CPU time. Time spent waiting does not count. */
export async function limitCpuTime(limitMs: number): Promise<void> {
  const watchdog = new Worker(WATCHDOG, { eval: true, execArgv: [], workerData: limitMs * 1_000 })
  watchdog.unref()
  await once(watchdog, 'message')
}
