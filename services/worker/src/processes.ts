import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The extension of programs, in the sources as in the bundle. */
const EXTENSION = extname(import.meta.url)

const START_TIMEOUT = 30_000

/** Where a program lies that stands beside the file with this address. */
export const resolveProgram = (address: string, name: string): string =>
  fileURLToPath(new URL(`./${name}${EXTENSION}`, address))

/** What ended a process; null where it ended by itself. */
type Cause = { cause: NodeJS.Signals | null }

/** What the process says next. One that says nothing in time is killed; that, as its own end, throws with its cause. */
export async function waitForMessage<Message>(child: ChildProcess, timeoutMs: number): Promise<Message> {
  if (child.exitCode !== null || child.signalCode !== null)
    throw new Error('a process was gone', { cause: child.signalCode } satisfies Cause)
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
  execArgv?: string[] /** Behind what members wait for. */
  priority?: number
}

/** A process that knows nothing of what we know, for work on files of strangers; ready when it has said so. */
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
    // It may be over already, or the system may not let us.
  }
  await waitForMessage(child, START_TIMEOUT)
  return child
}
