import type { Ctx } from '@app/server/context'

const AT_ONCE = 100

type Purge = {
  what: string
  /** The next ones, without those that could not be purged. */
  list: (limit: number, except: string[]) => Promise<string[]>
  purge: (id: string) => Promise<void>
}

/** Purges one after the other, and says how many. One that fails stays for the next round and keeps none of the others. */
export async function purgeEach({ log }: Ctx, { what, list, purge }: Purge): Promise<number> {
  const failed: string[] = []
  let purged = 0
  for (;;) {
    const ids = await list(AT_ONCE, failed)
    if (ids.length === 0) return purged
    for (const id of ids) {
      try {
        await purge(id)
        purged += 1
      } catch (error) {
        log.error({ err: error }, `a ${what} could not be purged`)
        failed.push(id)
      }
    }
  }
}

const ROWS_AT_ONCE = 2_000

/** Many rows go so many at a time, so that no statement takes long. */
export async function inPortions(remove: (limit: number) => Promise<number>): Promise<void> {
  let removed: number
  do removed = await remove(ROWS_AT_ONCE)
  while (removed === ROWS_AT_ONCE)
}
