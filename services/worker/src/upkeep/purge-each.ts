import type { Ctx } from '@app/server/context'

const BATCH_SIZE = 100

type Purge = {
  kind: string
  /** Lists the next ids, except those that could not be purged. */
  list: (limit: number, except: string[]) => Promise<string[]>
  purge: (id: string) => Promise<void>
}

/**
 * Purges sequentially, and returns the number. A failed purge is left for the next round and does not stop the others.
 */
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

/** Removes rows in batches, so that no statement takes long. */
export async function inBatches(remove: (limit: number) => Promise<number>): Promise<void> {
  let removed: number
  do removed = await remove(ROWS_PER_BATCH)
  while (removed === ROWS_PER_BATCH)
}
