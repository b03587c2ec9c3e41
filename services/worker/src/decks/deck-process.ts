import { serveWorker } from '../serve-worker.ts'
import { limitProcessorTime } from './processor-time.ts'
import { readFile } from './reading.ts'

export type ReadTask = { bytes: Uint8Array; limit: number }

serveWorker(async ({ bytes, limit }: ReadTask) => {
  await limitProcessorTime(limit)
  return readFile(Buffer.from(bytes))
})
