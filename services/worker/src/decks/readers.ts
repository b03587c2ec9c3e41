import { DECK_TIMEOUT, DECK_WAIT } from '@app/contract/limits'
import { AppError } from '@app/server/errors'
import { hear, programBeside, startProcess } from '../processes.ts'
import type { ReadTask } from './deck-process.ts'
import { type Reading, UNREADABLE } from './reading.ts'

const PROGRAM = programBeside(import.meta.url, 'deck-process')
const MEMORY_MB = 256

/** A file ends its reader in many ways. Killed it is by somebody else: by us, who wait no longer, or by a system in need. */
function endedBy(error: Error): Reading {
  if (error.cause === 'SIGKILL') throw new AppError('UNAVAILABLE')
  return { refusal: UNREADABLE }
}

/**
 * Reads one deck in a process of its own, which ends with it: a hostile file cannot change how the next one is read. One
 * that takes too much of the processor's time, or ends its reader, cannot be read; one that only has to wait for the
 * processor is not to blame, and can be tried again.
 */
export async function readApart(
  bytes: Buffer,
  { limit = DECK_TIMEOUT, wait = DECK_WAIT }: { limit?: number; wait?: number } = {},
): Promise<Reading> {
  const child = await startProcess(PROGRAM, { execArgv: [`--max-old-space-size=${MEMORY_MB}`] })
  try {
    child.send({ bytes, limit } satisfies ReadTask, () => {})
    return await hear<Reading>(child, wait).catch(endedBy)
  } finally {
    child.kill('SIGKILL')
  }
}
