import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'

const START_TIMEOUT_MS = 30_000

/** Returns the path of a program beside the module with this URL: a source file or a bundle, like the module itself. */
export const resolveProgram = (moduleUrl: string, name: string): string =>
  fileURLToPath(new URL(`./${name}${extname(moduleUrl)}`, moduleUrl))

/** The signal that ended a process; null if the process exited by itself. */
type ExitCause = { cause: NodeJS.Signals | null }

/**
 * Returns the next message of a child process. Kills the process after the timeout, and throws an error with an
 * `ExitCause` when the process ends before it sends a message.
 */
export async function waitForMessage<Message>(child: ChildProcess, timeoutMs: number): Promise<Message> {
  if (child.exitCode !== null || child.signalCode !== null)
    throw new Error('the process has already ended', { cause: child.signalCode } satisfies ExitCause)
  const controller = new AbortController()
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
  const exited = once(child, 'exit', controller).then(([, signal]) => {
    throw new Error(`the process has ended (${signal})`, { cause: signal } satisfies ExitCause)
  })
  try {
    const [message] = await Promise.race([once(child, 'message', controller), exited])
    return message
  } finally {
    clearTimeout(timer)
    controller.abort()
  }
}

type StartOptions = {
  env?: Record<string, string>
  execArgv?: string[]
  /** The niceness of the process; a positive one lets work that members wait for run first. */
  priority?: number
}

/**
 * Starts a child process for untrusted files, with PATH as the only environment variable of the worker, and waits until
 * the process is ready.
 */
export async function startChildProcess(
  program: string,
  { env, execArgv = [], priority }: StartOptions,
): Promise<ChildProcess> {
  const child = fork(program, {
    serialization: 'advanced',
    stdio: 'ignore',
    execArgv: extname(program) === '.ts' ? ['--import', 'tsx', ...execArgv] : execArgv,
    env: { PATH: process.env.PATH, ...env },
  })
  // Without a listener an error would end the worker; `waitForMessage` reports it.
  child.on('error', () => {})
  try {
    if (child.pid && priority !== undefined) setPriority(child.pid, priority)
  } catch {
    // The process may have ended already, or the system may not permit it.
  }
  await waitForMessage(child, START_TIMEOUT_MS)
  return child
}
