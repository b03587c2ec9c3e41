import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** Runs beside what it watches, which may never come to rest. The signal is the system's own for time that is used up. */
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

/** From now on the process has so many milliseconds of the processor's time, however long it waits for them; then it ends. */
export async function limitCpuTime(limitMs: number): Promise<void> {
  const watchdog = new Worker(WATCHDOG, { eval: true, execArgv: [], workerData: limitMs * 1_000 })
  watchdog.unref()
  await once(watchdog, 'message')
}
