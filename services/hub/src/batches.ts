const BATCH_SIZE = 500

/** Processes items in batches, one after the other, so that Redis and PostgreSQL serve other requests in between. */
export async function inBatches<Item>(items: Item[], work: (batch: Item[]) => Promise<void>): Promise<void> {
  for (let start = 0; start < items.length; start += BATCH_SIZE) await work(items.slice(start, start + BATCH_SIZE))
}
