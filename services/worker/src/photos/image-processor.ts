import type { ChildProcess } from 'node:child_process'
import { constants } from 'node:os'
import { PHOTO_JOB_TIMEOUT_MS } from '@app/contract/limits'
import { resolveProgram, startChildProcess, waitForMessage } from '../child-processes.ts'
import type { ImageTask, ProcessedImage } from './process-image.ts'
import type { ProcessResult } from './render-process.ts'

/**
 * Processes pictures in child processes without the worker's secrets. A child process that a hostile file takes over or
 * blocks is killed after the timeout.
 */
export type ImageProcessor = {
  /** Returns null for an unreadable picture. Throws if processing fails otherwise, exceeds the timeout or crashes the child process. */
  process: (task: ImageTask) => Promise<ProcessedImage | null>
  close: () => void
}

const PROGRAM = resolveProgram(import.meta.url, 'render-process')

const IDLE_TIMEOUT_MS = 30_000
/** A child process that uses more memory than this is not reused. */
const RESIDENT_BYTES_MAX = 600 * 1024 * 1024

const startChild = (): Promise<ChildProcess> =>
  startChildProcess(PROGRAM, {
    priority: constants.priority.PRIORITY_BELOW_NORMAL,
    // Blocks the formats whose decoders are not hardened against untrusted files.
    // Limits the arenas, which reduces fragmentation, so that freed memory returns to the system.
    env: { VIPS_BLOCK_UNTRUSTED: '1', MALLOC_ARENA_MAX: '2' },
  })

/** Creates an image processor that starts child processes as needed, and stops idle ones. */
export function createImageProcessor({
  timeoutMs = PHOTO_JOB_TIMEOUT_MS,
}: {
  timeoutMs?: number
} = {}): ImageProcessor {
  const idleChildren = new Map<ChildProcess, NodeJS.Timeout>()

  function stopChild(child: ChildProcess): void {
    clearTimeout(idleChildren.get(child))
    idleChildren.delete(child)
    child.kill('SIGKILL')
  }

  async function acquireChild(): Promise<ChildProcess> {
    const idleChild = [...idleChildren.keys()].find(({ connected }) => connected)
    if (!idleChild) return startChild()
    clearTimeout(idleChildren.get(idleChild))
    idleChildren.delete(idleChild)
    return idleChild
  }

  return {
    async process(task) {
      const child = await acquireChild()
      child.send(task, () => {})
      const { processed, error, residentBytes } = await waitForMessage<ProcessResult>(child, timeoutMs)
      if (residentBytes > RESIDENT_BYTES_MAX) stopChild(child)
      else idleChildren.set(child, setTimeout(() => stopChild(child), IDLE_TIMEOUT_MS).unref())
      if (error !== null) throw new Error(`a picture could not be processed: ${error}`)
      return processed
    },
    close() {
      for (const child of [...idleChildren.keys()]) stopChild(child)
    },
  }
}
