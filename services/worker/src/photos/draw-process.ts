import { serveWorker } from '../serve-worker.ts'
import { type Drawn, type DrawTask, drawPicture } from './draw.ts'

/** Null where the picture cannot be read. */
export type Answer = { drawn: Drawn | null; residentBytes: number }

serveWorker(async (task: DrawTask): Promise<Answer> => {
  const drawn = await drawPicture(task).catch(() => null)
  return { drawn, residentBytes: process.memoryUsage.rss() }
})
