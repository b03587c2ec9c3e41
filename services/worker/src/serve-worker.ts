/** What a process of ours does for the worker that started it: one answer for each task, until the worker hangs up or dies. */
export function serveWorker<Task>(handle: (task: Task) => Promise<unknown>): void {
  // The worker decides when this ends. What is meant for a whole group of processes is not.
  process.on('SIGTERM', () => {})
  process.on('SIGINT', () => {})
  process.on('disconnect', () => process.exit())
  process.on('message', async (task: Task) => process.send?.(await handle(task)))
  process.send?.('ready')
}
