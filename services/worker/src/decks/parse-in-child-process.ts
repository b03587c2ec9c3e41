import { DECK_TIMEOUT_MS, DECK_WAIT_MS } from '@app/contract/limits'
import { AppError } from '@app/server/errors'
import { resolveProgram, startChildProcess, waitForMessage } from '../child-processes.ts'
import type { ParseTask } from './deck-process.ts'
import { type DeckResult, UNREADABLE } from './parse-deck-file.ts'

const PROGRAM = resolveProgram(import.meta.url, 'deck-process')
const MEMORY_MB = 256

/**
 * Returns the result for a file whose process has ended. A hostile file can end the process in many ways, but SIGKILL
 * comes only from the worker, after the timeout, or from a system short of memory; then the job may be retried.
 */
function getResultOfExit(error: Error): DeckResult {
  if (error.cause === 'SIGKILL') throw new AppError('UNAVAILABLE')
  return { rejection: UNREADABLE }
}

/**
 * Parses one deck in its own process, which ends afterwards, so that a hostile file cannot affect the next one.
 * Rejects a file as unreadable if it uses too much CPU time or crashes the process. Throws UNAVAILABLE if the process
 * was killed, after the timeout or for lack of memory.
 */
export async function parseInChildProcess(
  bytes: Buffer,
  { cpuLimitMs = DECK_TIMEOUT_MS, timeoutMs = DECK_WAIT_MS }: { cpuLimitMs?: number; timeoutMs?: number } = {},
): Promise<DeckResult> {
  const child = await startChildProcess(PROGRAM, { execArgv: [`--max-old-space-size=${MEMORY_MB}`] })
  try {
    child.send({ bytes, limitMs: cpuLimitMs } satisfies ParseTask, () => {})
    return await waitForMessage<DeckResult>(child, timeoutMs).catch(getResultOfExit)
  } finally {
    child.kill('SIGKILL')
  }
}
