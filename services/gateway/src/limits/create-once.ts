import type { Limits, RateName } from './limits.ts'

type CreateOnceOptions<Item> = {
  rate: RateName
  /** The subject that the rate counts for. */
  subject: string
  /** Finds the item stored before under its client's id. */
  find: () => Promise<Item | undefined>
  /** `isNew` is false if a concurrent request has stored the same item. */
  create: () => Promise<{ item: Item; isNew: boolean }>
}

/** Creates an item once, however often the request is repeated. Only the creation counts; a failed attempt does not. */
export async function createOnce<Item>(
  limits: Limits,
  { rate, subject, find, create }: CreateOnceOptions<Item>,
): Promise<Item> {
  const stored = await find()
  if (stored) return stored
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
