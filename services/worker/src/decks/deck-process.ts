import { serveWorker } from '../serve-worker.ts'
import { limitCpuTime } from './cpu-time.ts'
import { parseDeckFile } from './parse-deck-file.ts'

export type ParseTask = { bytes: Uint8Array; limitMs: number }

serveWorker(async ({ bytes, limitMs }: ParseTask) => {
  await limitCpuTime(limitMs)
  return parseDeckFile(Buffer.from(bytes))
})
