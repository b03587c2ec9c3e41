import type { Limits, RateName } from './limits.ts'

type CreateOnceOptions<Thing> = {
  rate: RateName
  /** The subject that the rate counts for. */
  who: string
  /** Finds the thing stored before under its client's id. */
  find: () => Promise<Thing | undefined>
  /** `fresh` is false if a concurrent request has stored the same thing. */
  create: () => Promise<{ thing: Thing; fresh: boolean }>
}

/** Creates a thing once, however often the request is repeated. Only the creation counts; a failed attempt does not. */
export async function createOnce<Thing>(
  limits: Limits,
  { rate, who, find, create }: CreateOnceOptions<Thing>,
): Promise<Thing> {
  const stored = await find()
  if (stored) return stored
  await limits.take(rate, who)
  let isCounted = false
  try {
    const { thing, fresh } = await create()
    isCounted = fresh
    return thing
  } finally {
    if (!isCounted) await limits.refund(rate, who)
  }
}
