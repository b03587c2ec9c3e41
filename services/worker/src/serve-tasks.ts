/** Handles the tasks that the worker sends to this child process, until the worker disconnects or dies. */
export function serveTasks<Task>(handle: (task: Task) => Promise<unknown>): void {
  // The worker decides when this process ends, so the process ignores signals to its whole process group.
  process.on('SIGTERM', () => {})
  process.on('SIGINT', () => {})
  process.on('disconnect', () => process.exit())
  process.on('message', async (task: Task) => process.send?.(await handle(task)))
  process.send?.('ready')
}
