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
  /** Null for a picture that cannot be read, or not in time. Throws when the process has died. */
  draw: (task: DrawTask) => Promise<Drawn | null>
  close: () => void
}

/** Beside this file, in the sources as in the bundle. */
const KIND = extname(import.meta.url)
const PROGRAM = fileURLToPath(new URL(`./draw-process${KIND}`, import.meta.url))

const IDLE_TIME = 30_000
const RESIDENT_MAX = 600 * 1024 * 1024

function start(): ChildProcess {
  const child = fork(PROGRAM, {
    serialization: 'advanced',
    stdio: 'ignore',
    execArgv: KIND === '.ts' ? ['--import', 'tsx'] : [],
    // Formats that are read by code which nobody has hardened against strangers stay shut.
    env: { PATH: process.env.PATH, VIPS_BLOCK_UNTRUSTED: '1' },
  })
  child.on('error', () => {})
  try {
    if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It may be over already, or the system may not let us.
  }
  return child
}

/** Null when the process ends without one. */
async function answerOf(child: ChildProcess): Promise<Answer | null> {
  const over = new AbortController()
  try {
    const ended = once(child, 'exit', over).then(() => [null])
    const [answer] = await Promise.race([once(child, 'message', over), ended])
    return answer as Answer | null
  } finally {
    over.abort()
  }
}

export function createDrawers({ limit = PHOTO_JOB_TIMEOUT }: { limit?: number } = {}): Drawers {
  const idle = new Map<ChildProcess, NodeJS.Timeout>()

  function end(child: ChildProcess): void {
    clearTimeout(idle.get(child))
    idle.delete(child)
    child.kill('SIGKILL')
  }

  function take(): ChildProcess {
    const [waiting] = [...idle.keys()].filter(({ connected }) => connected)
    if (!waiting) return start()
    clearTimeout(idle.get(waiting))
    idle.delete(waiting)
    return waiting
  }

  return {
    async draw(task) {
      const child = take()
      let late = false
      const timer = setTimeout(() => {
        late = true
        end(child)
      }, limit)
      child.send(task, () => {})
      const answer = await answerOf(child)
      clearTimeout(timer)
      if (late) return null
      if (!answer) throw new Error('a drawing process has died')
      if (answer.residentBytes > RESIDENT_MAX) end(child)
      else idle.set(child, setTimeout(() => end(child), IDLE_TIME).unref())
      return answer.drawn
    },
    close() {
      for (const child of [...idle.keys()]) end(child)
    },
  }
}
