import type { Ctx } from '@app/server/context'
import type { DatabaseTransaction } from '@app/server/db/database'

const IDS_PER_BATCH = 100

type PurgeOptions = {
  /** The kind of row, for the log. */
  kind: string
  /** Lists the next ids, except those that could not be purged. */
  listIds: (limit: number, failedIds: string[]) => Promise<string[]>
  purge: (id: string) => Promise<void>
}

/**
 * Purges rows sequentially, and returns the number of purged ones. Leaves a row that cannot be purged to the next
 * round, and continues with the others.
 */
export async function purgeEach({ log }: Ctx, { kind, listIds, purge }: PurgeOptions): Promise<number> {
  const failedIds: string[] = []
  let purgedCount = 0
  for (;;) {
    const ids = await listIds(IDS_PER_BATCH, failedIds)
    if (ids.length === 0) return purgedCount
    for (const id of ids) {
      try {
        await purge(id)
        purgedCount += 1
      } catch (error) {
        log.error({ err: error }, `failed to purge a ${kind}`)
        failedIds.push(id)
      }
    }
  }
}

const ROWS_PER_BATCH = 2_000

/** Runs batches until one affects fewer rows than the limit, each in a transaction of its own. */
export type RunBatches = (runBatch: (tx: DatabaseTransaction, limit: number) => Promise<number>) => Promise<void>

/**
 * Deletes or changes rows in batches, so that no statement takes long. `runBatch` returns the number of affected rows;
 * a number below the limit ends the loop.
 */
export async function runInBatches(runBatch: (limit: number) => Promise<number>): Promise<void> {
  let affectedCount: number
  do affectedCount = await runBatch(ROWS_PER_BATCH)
  while (affectedCount === ROWS_PER_BATCH)
}
