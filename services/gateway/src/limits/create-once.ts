import type { GatewayCtx } from '../context.ts'
import type { WindowRateName } from './limits.ts'

type CreateOnceOptions<Item> = {
  rate: WindowRateName
  /** The account or network that the rate counts against. */
  subject: string
  /** Finds the item that an earlier request with the same `clientId` stored. */
  find: () => Promise<Item | undefined>
  /** `isNew` is false if a concurrent request has stored the same item. */
  create: () => Promise<{ item: Item; isNew: boolean }>
}

/**
 * Creates an item, or returns the stored one if the request is repeated. Repeated and failed requests do not count
 * against the rate.
 */
export async function createOnce<Item>(
  { limits }: GatewayCtx,
  { rate, subject, find, create }: CreateOnceOptions<Item>,
): Promise<Item> {
  const storedItem = await find()
  if (storedItem) return storedItem
  await limits.take(rate, subject)
  let isCounted = false
  try {
    const { item, isNew } = await create()
    isCounted = isNew
    return item
  } finally {
    if (!isCounted) await limits.refund(rate, subject)
  }
}
