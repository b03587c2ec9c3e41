import type { Limits, RateName } from './limits.ts'

type CreateOnceOptions<Thing> = {
  rate: RateName
  /** Whom it counts for. */
  who: string
  /** What was stored before under the name that its client gave it. */
  find: () => Promise<Thing | undefined>
  /** `fresh` unless the same came in between. */
  create: () => Promise<{ thing: Thing; fresh: boolean }>
}

/** Makes something of which there is one, however often it is asked for; only that counts, and what could not be made does not. */
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
