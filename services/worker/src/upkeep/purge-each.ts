import type { Ctx } from '@app/server/context'

const BATCH_SIZE = 100

type Purge = {
  kind: string
  /** The next ones, without those that could not be purged. */
  list: (limit: number, except: string[]) => Promise<string[]>
  purge: (id: string) => Promise<void>
}

/** Purges one after the other, and says how many. One that fails stays for the next round and keeps none of the others. */
export async function purgeEach({ log }: Ctx, { kind, list, purge }: Purge): Promise<number> {
  const failed: string[] = []
  let purged = 0
  for (;;) {
    const ids = await list(BATCH_SIZE, failed)
    if (ids.length === 0) return purged
    for (const id of ids) {
      try {
        await purge(id)
        purged += 1
      } catch (error) {
        log.error({ err: error }, `a ${kind} could not be purged`)
        failed.push(id)
      }
    }
  }
}

const ROWS_PER_BATCH = 2_000

/** Many rows go so many at a time, so that no statement takes long. */
export async function inBatches(remove: (limit: number) => Promise<number>): Promise<void> {
  let removed: number
  do removed = await remove(ROWS_PER_BATCH)
  while (removed === ROWS_PER_BATCH)
}
