/** Handles each task of the worker that started this process, until the worker disconnects or dies. */
export function serveWorker<Task>(handle: (task: Task) => Promise<unknown>): void {
  // The worker decides when this process ends, so signals to the whole process group are ignored.
  process.on('SIGTERM', () => {})
  process.on('SIGINT', () => {})
  process.on('disconnect', () => process.exit())
  process.on('message', async (task: Task) => process.send?.(await handle(task)))
  process.send?.('ready')
}
