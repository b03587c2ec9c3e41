import { serveTasks } from '../serve-tasks.ts'
import { type ImageTask, type ProcessedImage, processImage } from './process-image.ts'

/** The result of a task; `processed` is null for an unreadable picture. */
export type ProcessResult = { processed: ProcessedImage | null; residentBytes: number }

serveTasks(async (task: ImageTask): Promise<ProcessResult> => {
  const processed = await processImage(task).catch(() => null)
  return { processed, residentBytes: process.memoryUsage.rss() }
})
