import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The file extension of programs, which differs between sources and bundle. */
const EXTENSION = extname(import.meta.url)

const START_TIMEOUT_MS = 30_000

/** Returns the path of a program next to the module with this URL. */
export const resolveProgram = (moduleUrl: string, name: string): string =>
  fileURLToPath(new URL(`./${name}${EXTENSION}`, moduleUrl))

/** The signal that ended a process; null if it exited by itself. */
type Cause = { cause: NodeJS.Signals | null }

/** Returns the next message of a process. Kills it after the timeout; throws with the cause when the process ends. */
export async function waitForMessage<Message>(child: ChildProcess, timeoutMs: number): Promise<Message> {
  if (child.exitCode !== null || child.signalCode !== null)
    throw new Error('the process has already ended', { cause: child.signalCode } satisfies Cause)
  const controller = new AbortController()
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
  const ended = once(child, 'exit', controller).then(([, signal]) => {
    throw new Error(`a process has ended (${signal})`, { cause: signal } satisfies Cause)
  })
  try {
    const [message] = await Promise.race([once(child, 'message', controller), ended])
    return message
  } finally {
    clearTimeout(timer)
    controller.abort()
  }
}

type Options = {
  env?: Record<string, string>
  execArgv?: string[]
  /** The niceness of the process, below the work that members wait for. */
  priority?: number
}

/**
 * Starts a process without the worker's environment, for untrusted files, and waits until it reports that it is ready.
 */
export async function startProcess(program: string, { env, execArgv = [], priority }: Options): Promise<ChildProcess> {
  const child = fork(program, {
    serialization: 'advanced',
    stdio: 'ignore',
    execArgv: EXTENSION === '.ts' ? ['--import', 'tsx', ...execArgv] : execArgv,
    env: { PATH: process.env.PATH, ...env },
  })
  child.on('error', () => {})
  try {
    if (child.pid && priority !== undefined) setPriority(child.pid, priority)
  } catch {
    // The process may have ended already, or the system may not permit it.
  }
  await waitForMessage(child, START_TIMEOUT_MS)
  return child
}
