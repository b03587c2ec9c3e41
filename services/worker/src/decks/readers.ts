import { DECK_TIMEOUT } from '@app/contract/limits'
import { hear, programBeside, startProcess } from '../processes.ts'
import { type Reading, UNREADABLE } from './reading.ts'

const PROGRAM = programBeside(import.meta.url, 'deck-process')
const MEMORY_MB = 256

/**
 * Reads one deck in a process of its own, which ends with it: a hostile file cannot change how the next one is read. One
 * that takes too long, or ends its reader, cannot be read.
 */
export async function readApart(bytes: Buffer, limit = DECK_TIMEOUT): Promise<Reading> {
  const child = await startProcess(PROGRAM, { execArgv: [`--max-old-space-size=${MEMORY_MB}`] })
  try {
    child.send(bytes, () => {})
    return await hear<Reading>(child, limit).catch(() => ({ refusal: UNREADABLE }))
  } finally {
    child.kill('SIGKILL')
  }
}
