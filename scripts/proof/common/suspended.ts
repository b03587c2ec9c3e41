/** Runs a function while a process is suspended, and resumes the process even if the function fails. */
export async function whileSuspended<Result>(processId: number, run: () => Promise<Result>): Promise<Result> {
  process.kill(processId, 'SIGSTOP')
  try {
    return await run()
  } finally {
    process.kill(processId, 'SIGCONT')
  }
}
