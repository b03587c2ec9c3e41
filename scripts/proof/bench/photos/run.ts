import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { run } from '../../../child-process.mjs'
import type { OwnStack } from '../../common/own-stack.ts'
import { measureProcessTree } from '../../common/process-tree.ts'
import type { Bench } from '../bench.ts'
import { alternate, type Figure, median } from '../figures.ts'
import type { Caller } from '../world.ts'
import { createPhotos } from './camera.ts'
import { areAllProcessed, upload } from './uploads.ts'

const SAMPLE_INTERVAL = 100
const UPLOADS_AT_ONCE = 4
const MAX_MB = 600

/** Measures the CPU time and peak memory of the running worker, from the first upload to the last variant. */
async function processWithWorker(stack: OwnStack, pool: pg.Pool, callers: Caller[], files: string[], count: number) {
  const worker = stack.findProcessId('worker')
  const { cpuSeconds: before } = await measureProcessTree(worker)
  const queue = Array.from({ length: count }, (_, n) => n)
  const uploads = Array.from({ length: UPLOADS_AT_ONCE }, async () => {
    for (let n = queue.shift(); n !== undefined; n = queue.shift()) {
      const caller = callers[n % callers.length]
      if (caller) await upload(stack, caller, files[n % files.length] ?? '')
    }
  })
  let peak = 0
  const sample = async (): Promise<void> => {
    peak = Math.max(peak, (await measureProcessTree(worker)).residentBytes)
    await pause(SAMPLE_INTERVAL)
  }
  while (queue.length > 0) await sample()
  await Promise.all(uploads)
  while (!(await areAllProcessed(pool))) await sample()
  return {
    perCoreSecond: count / ((await measureProcessTree(worker)).cpuSeconds - before),
    megabytes: peak / 1_000_000,
  }
}

/** Runs as many processes in parallel as the worker processes photos at once. */
async function processBare(files: string[], count: number): Promise<number> {
  const program = join(import.meta.dirname, '../bare-photos.ts')
  const processes = availableParallelism()
  const env = { PHOTOS: files.join(':'), COUNT: String(Math.ceil(count / processes)) }
  const seconds = await Promise.all(
    Array.from({ length: processes }, async () => {
      const { code, out, err } = await run('bare photos', process.execPath, ['--import', 'tsx', program], { env })
      if (code !== 0) throw new Error(err)
      return JSON.parse(out).cpuSeconds as number
    }),
  )
  return (Math.ceil(count / processes) * processes) / seconds.reduce((sum, one) => sum + one, 0)
}

/** Measures photos a second per core, compared with sharp alone. Uses CPU time, so that waiting does not count. */
export async function comparePhotos({ stack, pool, world: { callers }, options }: Bench): Promise<Figure[]> {
  const { rounds, photos, photoWidth } = options
  const files = await createPhotos(stack.folder, options)
  await processWithWorker(stack, pool, callers, files, UPLOADS_AT_ONCE)
  let memory = 0
  const { ours, bare } = await alternate(
    rounds,
    async () => {
      const { perCoreSecond, megabytes } = await processWithWorker(stack, pool, callers, files, photos)
      memory = Math.max(memory, megabytes)
      return perCoreSecond
    },
    () => processBare(files, photos),
  )
  return [
    {
      what: `photos a second a core, ${(photoWidth ** 2 * 3) / 4 / 1_000_000} megapixels`,
      unit: 'a second',
      ours: median(ours),
      bare: median(bare),
      atLeast: 0.83,
    },
    {
      what: 'peak memory of the worker, processing on every core',
      unit: 'MB',
      ours: memory,
      atMost: MAX_MB,
    },
  ]
}
