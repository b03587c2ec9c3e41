import type { ChildProcess } from 'node:child_process'
import { constants } from 'node:os'
import { PHOTO_JOB_TIMEOUT } from '@app/contract/limits'
import { resolveProgram, startProcess, waitForMessage } from '../processes.ts'
import type { ImageTask, ProcessedImage } from './process-image.ts'
import type { ProcessResult } from './render-process.ts'

/**
 * Processes pictures in child processes that have access to nothing else: a child process that a hostile file takes
 * over or blocks is killed after its timeout, and harms nothing else.
 */
export type ImageProcessor = {
  /** Returns null for an unreadable picture. Throws if processing exceeds the timeout or ends the child process. */
  process: (task: ImageTask) => Promise<ProcessedImage | null>
  close: () => void
}

const PROGRAM = resolveProgram(import.meta.url, 'render-process')

const IDLE_TIMEOUT_MS = 30_000
const RESIDENT_BYTES_MAX = 600 * 1024 * 1024

const startChild = (): Promise<ChildProcess> =>
  startProcess(PROGRAM, {
    priority: constants.priority.PRIORITY_BELOW_NORMAL,
    // Blocks formats whose decoders are not hardened against untrusted files.
    // Few arenas reduce fragmentation, so that freed memory returns to the system.
    env: { VIPS_BLOCK_UNTRUSTED: '1', MALLOC_ARENA_MAX: '2' },
  })

export function createImageProcessor({ timeoutMs = PHOTO_JOB_TIMEOUT }: { timeoutMs?: number } = {}): ImageProcessor {
  const idle = new Map<ChildProcess, NodeJS.Timeout>()

  function stopChild(child: ChildProcess): void {
    clearTimeout(idle.get(child))
    idle.delete(child)
    child.kill('SIGKILL')
  }

  async function acquireChild(): Promise<ChildProcess> {
    const idleChild = [...idle.keys()].find(({ connected }) => connected)
    if (!idleChild) return startChild()
    clearTimeout(idle.get(idleChild))
    idle.delete(idleChild)
    return idleChild
  }

  return {
    async process(task) {
      const child = await acquireChild()
      child.send(task, () => {})
      const { processed, residentBytes } = await waitForMessage<ProcessResult>(child, timeoutMs)
      if (residentBytes > RESIDENT_BYTES_MAX) stopChild(child)
      else idle.set(child, setTimeout(() => stopChild(child), IDLE_TIMEOUT_MS).unref())
      return processed
    },
    close() {
      for (const child of [...idle.keys()]) stopChild(child)
    },
  }
}
