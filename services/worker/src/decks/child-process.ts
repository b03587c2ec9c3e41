import { DECK_TIMEOUT, DECK_WAIT } from '@app/contract/limits'
import { AppError } from '@app/server/errors'
import { resolveProgram, startProcess, waitForMessage } from '../processes.ts'
import type { ReadTask } from './deck-process.ts'
import { type DeckResult, UNREADABLE } from './read-deck-file.ts'

const PROGRAM = resolveProgram(import.meta.url, 'deck-process')
const MEMORY_MB = 256

/**
 * Maps the exit of the reader to a result. A hostile file can end it in many ways, but SIGKILL only comes from the
 * worker, after its timeout, or from a system short of memory.
 */
function readExit(error: Error): DeckResult {
  if (error.cause === 'SIGKILL') throw new AppError('UNAVAILABLE')
  return { refusal: UNREADABLE }
}

/**
 * Reads one deck in its own process, which ends afterwards: a hostile file cannot affect the next one. A file that uses
 * too much CPU time or crashes the process is refused as unreadable; a file that only had to wait for the CPU may be
 * retried.
 */
export async function readInChildProcess(
  bytes: Buffer,
  { limitMs = DECK_TIMEOUT, waitMs = DECK_WAIT }: { limitMs?: number; waitMs?: number } = {},
): Promise<DeckResult> {
  const child = await startProcess(PROGRAM, { execArgv: [`--max-old-space-size=${MEMORY_MB}`] })
  try {
    child.send({ bytes, limitMs } satisfies ReadTask, () => {})
    return await waitForMessage<DeckResult>(child, waitMs).catch(readExit)
  } finally {
    child.kill('SIGKILL')
  }
}
