import type { Push } from '@app/contract/pushes'
import type { Redis } from 'ioredis'

/** Each hub subscribes to the channels of the members that are connected to it. */
export const memberChannel = (memberId: string): string => `member:${memberId}`

/** A push and the members who are told it. */
export type Addressed = { to: string[]; push: Push }

/** Hands pushes to every hub that serves one of their receivers, and answers whom one serves; throws when Redis does not take them. */
export async function publish(redis: Redis, envelopes: Addressed[]): Promise<Set<string>> {
  const pipeline = redis.pipeline()
  const receivers: string[] = []
  for (const { to, push } of envelopes) {
    const text = JSON.stringify(push)
    for (const memberId of to) pipeline.publish(memberChannel(memberId), text)
    receivers.push(...to)
  }
  const results = (await pipeline.exec()) ?? []
  const failure = results.find(([error]) => error)?.[0]
  if (failure) throw failure
  return new Set(receivers.filter((_, index) => Number(results[index]?.[1]) > 0))
}
