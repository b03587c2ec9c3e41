import { type Drawn, type DrawTask, drawPicture } from './draw.ts'

/** Null where the picture cannot be read. */
export type Answer = { drawn: Drawn | null; residentBytes: number }

// The worker decides when this ends: by hanging up, or when it dies. What is meant for a whole group of processes is not.
process.on('SIGTERM', () => {})
process.on('SIGINT', () => {})
process.on('disconnect', () => process.exit())

process.on('message', async (task: DrawTask) => {
  const drawn = await drawPicture(task).catch(() => null)
  process.send?.({ drawn, residentBytes: process.memoryUsage.rss() } satisfies Answer)
})

process.send?.('ready')
