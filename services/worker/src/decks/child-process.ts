import { DECK_TIMEOUT, DECK_WAIT } from '@app/contract/limits'
import { AppError } from '@app/server/errors'
import { resolveProgram, startProcess, waitForMessage } from '../processes.ts'
import type { ParseTask } from './deck-process.ts'
import { type DeckResult, UNREADABLE } from './parse-deck-file.ts'

const PROGRAM = resolveProgram(import.meta.url, 'deck-process')
const MEMORY_MB = 256

/**
 * Maps the exit of the process to a result. A hostile file can end it in many ways, but SIGKILL only comes from the
 * worker, after its timeout, or from a system short of memory.
 */
function toResult(error: Error): DeckResult {
  if (error.cause === 'SIGKILL') throw new AppError('UNAVAILABLE')
  return { rejection: UNREADABLE }
}

/**
 * Parses one deck in its own process, which ends afterwards: a hostile file cannot affect the next one. A file that
 * uses too much CPU time or crashes the process is rejected as unreadable; a file that only had to wait for the CPU may
 * be retried.
 */
export async function parseInChildProcess(
  bytes: Buffer,
  { cpuLimitMs = DECK_TIMEOUT, timeoutMs = DECK_WAIT }: { cpuLimitMs?: number; timeoutMs?: number } = {},
): Promise<DeckResult> {
  const child = await startProcess(PROGRAM, { execArgv: [`--max-old-space-size=${MEMORY_MB}`] })
  try {
    child.send({ bytes, limitMs: cpuLimitMs } satisfies ParseTask, () => {})
    return await waitForMessage<DeckResult>(child, timeoutMs).catch(toResult)
  } finally {
    child.kill('SIGKILL')
  }
}
