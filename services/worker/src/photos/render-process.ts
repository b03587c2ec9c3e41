import { serveTasks } from '../serve-tasks.ts'
import { type ImageTask, type ProcessedImage, processImage, UnreadablePictureError } from './process-image.ts'

/**
 * The result of a task. `processed` is null for an unreadable picture, and if processing failed for another reason, which
 * is then in `error`.
 */
export type ProcessResult = { processed: ProcessedImage | null; error: string | null; residentBytes: number }

serveTasks(async (task: ImageTask): Promise<ProcessResult> => {
  let processed: ProcessedImage | null = null
  let error: string | null = null
  try {
    processed = await processImage(task)
  } catch (thrown) {
    if (!(thrown instanceof UnreadablePictureError)) error = String(thrown)
  }
  return { processed, error, residentBytes: process.memoryUsage.rss() }
})
