import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PHOTO_JOB_TIMEOUT } from '@app/contract/limits'
import type { Drawn, DrawTask } from './draw.ts'
import type { Answer } from './draw-process.ts'

/**
 * Draws pictures in processes of their own, which know nothing but the picture: whatever a hostile file does to one, it is
 * ended after its time and takes nothing with it.
 */
export type Drawers = {
  /** Null for a picture that cannot be read. Throws when that takes too long, or the process dies of it. */
  draw: (task: DrawTask) => Promise<Drawn | null>
  close: () => void
}

/** Beside this file, in the sources as in the bundle. */
const KIND = extname(import.meta.url)
const PROGRAM = fileURLToPath(new URL(`./draw-process${KIND}`, import.meta.url))

const START_TIME = 30_000
const IDLE_TIME = 30_000
const RESIDENT_MAX = 600 * 1024 * 1024

/** What the process says next. One that says nothing in time is ended; that, as its own end, throws. */
async function hear<Message>(child: ChildProcess, limit: number): Promise<Message> {
  if (child.exitCode !== null || child.signalCode !== null) throw new Error('a drawing process was gone')
  const over = new AbortController()
  const timer = setTimeout(() => child.kill('SIGKILL'), limit)
  const ended = once(child, 'exit', over).then(([, signal]) => {
    throw new Error(`a drawing process has ended (${signal})`)
  })
  try {
    const [message] = await Promise.race([once(child, 'message', over), ended])
    return message
  } finally {
    clearTimeout(timer)
    over.abort()
  }
}

async function start(): Promise<ChildProcess> {
  const child = fork(PROGRAM, {
    serialization: 'advanced',
    stdio: 'ignore',
    execArgv: KIND === '.ts' ? ['--import', 'tsx'] : [],
    // Formats that are read by code which nobody has hardened against strangers stay shut.
    // Few arenas keep what is freed together, so that it goes back to the system.
    env: { PATH: process.env.PATH, VIPS_BLOCK_UNTRUSTED: '1', MALLOC_ARENA_MAX: '2' },
  })
  child.on('error', () => {})
  try {
    if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It may be over already, or the system may not let us.
  }
  await hear(child, START_TIME)
  return child
}

export function createDrawers({ limit = PHOTO_JOB_TIMEOUT }: { limit?: number } = {}): Drawers {
  const idle = new Map<ChildProcess, NodeJS.Timeout>()

  function end(child: ChildProcess): void {
    clearTimeout(idle.get(child))
    idle.delete(child)
    child.kill('SIGKILL')
  }

  async function take(): Promise<ChildProcess> {
    const waiting = [...idle.keys()].find(({ connected }) => connected)
    if (!waiting) return start()
    clearTimeout(idle.get(waiting))
    idle.delete(waiting)
    return waiting
  }

  return {
    async draw(task) {
      const child = await take()
      child.send(task, () => {})
      const { drawn, residentBytes } = await hear<Answer>(child, limit)
      if (residentBytes > RESIDENT_MAX) end(child)
      else idle.set(child, setTimeout(() => end(child), IDLE_TIME).unref())
      return drawn
    },
    close() {
      for (const child of [...idle.keys()]) end(child)
    },
  }
}
