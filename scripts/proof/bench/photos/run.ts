import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { run } from '../../../child-process.mjs'
import type { IsolatedStack } from '../../common/isolated-stack.ts'
import { median } from '../../common/median.ts'
import { measureProcessTree } from '../../common/process-tree.ts'
import type { BenchContext } from '../context.ts'
import { alternate, type Measurement } from '../measurements.ts'
import type { Caller } from '../world.ts'
import { createPhotos } from './camera.ts'
import { areAllProcessed, upload } from './uploads.ts'

const SAMPLE_INTERVAL_MS = 100
const UPLOAD_CONCURRENCY = 4
const MEMORY_MAX_MB = 600

/** Uploads photos, and measures the worker's CPU time and peak memory until it has processed all of them. */
async function processWithWorker(
  stack: IsolatedStack,
  pool: pg.Pool,
  callers: Caller[],
  files: string[],
  count: number,
) {
  const worker = stack.findProcessId('worker')
  const { cpuSeconds: before } = await measureProcessTree(worker)
  const queue = Array.from({ length: count }, (_, n) => n)
  const uploads = Array.from({ length: UPLOAD_CONCURRENCY }, async () => {
    for (let n = queue.shift(); n !== undefined; n = queue.shift()) {
      const caller = callers[n % callers.length]
      if (caller) await upload(stack, caller, files[n % files.length] ?? '')
    }
  })
  let peak = 0
  const sample = async (): Promise<void> => {
    peak = Math.max(peak, (await measureProcessTree(worker)).memoryBytes)
    await pause(SAMPLE_INTERVAL_MS)
  }
  while (queue.length > 0) await sample()
  await Promise.all(uploads)
  while (!(await areAllProcessed(pool))) await sample()
  return {
    perCpuSecond: count / ((await measureProcessTree(worker)).cpuSeconds - before),
    megabytes: peak / 1_000_000,
  }
}

/** Runs as many processes in parallel as the worker does, and returns the photos processed per CPU second. */
async function processWithSharp(files: string[], count: number): Promise<number> {
  const program = join(import.meta.dirname, '../baseline-photos.ts')
  const processes = availableParallelism()
  const env = { PHOTOS: files.join(':'), COUNT: String(Math.ceil(count / processes)) }
  const cpuSeconds = await Promise.all(
    Array.from({ length: processes }, async () => {
      const { code, out, err } = await run('baseline-photos', process.execPath, ['--import', 'tsx', program], { env })
      if (code !== 0) throw new Error(err)
      return JSON.parse(out).cpuSeconds as number
    }),
  )
  return (Math.ceil(count / processes) * processes) / cpuSeconds.reduce((sum, each) => sum + each, 0)
}

/** Compares photos per second per core with sharp alone. Uses CPU time, so that waiting does not count. */
export async function comparePhotos({
  stack,
  pool,
  world: { callers },
  options,
}: BenchContext): Promise<Measurement[]> {
  const { rounds, photos, photoWidth } = options
  const files = await createPhotos(stack.folder, options)
  await processWithWorker(stack, pool, callers, files, UPLOAD_CONCURRENCY)
  let peakMegabytes = 0
  const { product, baseline } = await alternate(
    rounds,
    async () => {
      const { perCpuSecond, megabytes } = await processWithWorker(stack, pool, callers, files, photos)
      peakMegabytes = Math.max(peakMegabytes, megabytes)
      return perCpuSecond
    },
    () => processWithSharp(files, photos),
  )
  return [
    {
      label: `photos per second per core, ${(photoWidth ** 2 * 3) / 4 / 1_000_000} megapixels`,
      unit: '/s',
      product: median(product),
      baseline: median(baseline),
      atLeast: 0.83,
    },
    {
      label: 'peak memory of the worker, processing on every core',
      unit: 'MB',
      product: peakMegabytes,
      atMost: MEMORY_MAX_MB,
    },
  ]
}
