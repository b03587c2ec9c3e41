import { serveWorker } from '../serve-worker.ts'
import { limitCpuTime } from './cpu-time.ts'
import { readDeckFile } from './read-deck-file.ts'

export type ReadTask = { bytes: Uint8Array; limitMs: number }

serveWorker(async ({ bytes, limitMs }: ReadTask) => {
  await limitCpuTime(limitMs)
  return readDeckFile(Buffer.from(bytes))
})
