import type { ChildProcess } from 'node:child_process'
import { constants } from 'node:os'
import { PHOTO_JOB_TIMEOUT } from '@app/contract/limits'
import { hear, programBeside, startProcess } from '../processes.ts'
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

const PROGRAM = programBeside(import.meta.url, 'draw-process')

const IDLE_TIME = 30_000
const RESIDENT_MAX = 600 * 1024 * 1024

const start = (): Promise<ChildProcess> =>
  startProcess(PROGRAM, {
    priority: constants.priority.PRIORITY_BELOW_NORMAL,
    // Formats that are read by code which nobody has hardened against strangers stay shut.
    // Few arenas keep what is freed together, so that it goes back to the system.
    env: { VIPS_BLOCK_UNTRUSTED: '1', MALLOC_ARENA_MAX: '2' },
  })

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
