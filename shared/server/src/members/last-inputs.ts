import { runEach } from '../redis/commands.ts'
import type { RedisClient } from '../redis/connections.ts'

/** Returns the key of a connected member's last input time. It expires when no hub renews it. */
export const onlineKey = (memberId: string): string => `online:${memberId}`

/** Parses an input time in epoch milliseconds, from Redis or a hub's signal; returns null for other texts. */
export const parseInputTime = (text: string | null): number | null =>
  text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null

/** Returns the members who are connected and have used one of their devices since a time (epoch milliseconds). */
export async function listActiveMembers(
  redis: RedisClient,
  memberIds: string[],
  sinceMs: number,
): Promise<Set<string>> {
  const replies = await runEach(
    redis,
    memberIds.map((memberId) => ['get', onlineKey(memberId)]),
  )
  return new Set(
    memberIds.filter((_, index) => (parseInputTime((replies[index]?.[1] as string | null) ?? null) ?? 0) >= sinceMs),
  )
}
