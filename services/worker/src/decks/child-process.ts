import { DECK_TIMEOUT, DECK_WAIT } from '@app/contract/limits'
import { AppError } from '@app/server/errors'
import { resolveProgram, startProcess, waitForMessage } from '../processes.ts'
import type { ReadTask } from './deck-process.ts'
import { type DeckResult, UNREADABLE } from './read-deck-file.ts'

const PROGRAM = resolveProgram(import.meta.url, 'deck-process')
const MEMORY_MB = 256

/** A file ends its reader in many ways. Killed it is by somebody else: by us, who wait no longer, or by a system in need. */
function readExit(error: Error): DeckResult {
  if (error.cause === 'SIGKILL') throw new AppError('UNAVAILABLE')
  return { refusal: UNREADABLE }
}

/**
 * Reads one deck in a process of its own, which ends with it: a hostile file cannot change how the next one is read. One
 * that takes too much of the processor's time, or ends its reader, cannot be read; one that only has to wait for the
 * processor is not to blame, and can be tried again.
 */
export async function readInChildProcess(
  bytes: Buffer,
  { limit = DECK_TIMEOUT, wait = DECK_WAIT }: { limit?: number; wait?: number } = {},
): Promise<DeckResult> {
  const child = await startProcess(PROGRAM, { execArgv: [`--max-old-space-size=${MEMORY_MB}`] })
  try {
    child.send({ bytes, limitMs: limit } satisfies ReadTask, () => {})
    return await waitForMessage<DeckResult>(child, wait).catch(readExit)
  } finally {
    child.kill('SIGKILL')
  }
}
