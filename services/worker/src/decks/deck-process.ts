import { serveTasks } from '../serve-tasks.ts'
import { limitCpuTime } from './limit-cpu-time.ts'
import { parseDeckFile } from './parse-deck-file.ts'

export type ParseTask = { bytes: Uint8Array; limitMs: number }

serveTasks(async ({ bytes, limitMs }: ParseTask) => {
  await limitCpuTime(limitMs)
  return parseDeckFile(Buffer.from(bytes))
})
