import { Push } from '@app/contract/pushes'
import { z } from 'zod'
import type { Origin } from '../process/trace.ts'
import { createPublishCommand, type RedisCommand, runAll } from '../redis/commands.ts'
import { isCluster, type RedisClient } from '../redis/connections.ts'

/** Returns the channel of a member. Each hub subscribes to the channels of its connected members. */
export const memberChannel = (memberId: string): string => `member:${memberId}`

/** The channel to which every hub subscribes. */
export const EVERYBODY_CHANNEL = 'everybody'

/** A push and its recipients. */
export type AddressedPush = { to: string[] | 'everybody'; push: Push } & Origin

const WirePush = z.object({ push: Push, at: z.number(), requestId: z.string().optional() })

/** The message on a channel. */
export type WirePush = z.infer<typeof WirePush>

const serializePush = ({ push, at = Date.now(), requestId }: AddressedPush): string =>
  JSON.stringify({ push, at, requestId: requestId ?? undefined } satisfies WirePush)

/** Throws if the push does not match the contract. */
export const parsePush = (text: string): WirePush => WirePush.parse(JSON.parse(text))

const channelsOf = ({ to }: AddressedPush): string[] =>
  to === 'everybody' ? [EVERYBODY_CHANNEL] : to.map(memberChannel)

/**
 * Publishes the same text on many channels, so that it travels to Redis once. Returns the number of receivers on each.
 */
const PUBLISH_TO_MANY = `
  local counts = {}
  for index, channel in ipairs(KEYS) do counts[index] = redis.call('publish', channel, ARGV[1]) end
  return counts`

/**
 * Publishes pushes to every hub that serves one of their recipients. Returns the recipients with a hub; throws if Redis
 * fails.
 */
export async function publish(redis: RedisClient, envelopes: AddressedPush[]): Promise<Set<string>> {
  const commands = envelopes.flatMap((envelope): RedisCommand[] => {
    const [text, channels] = [serializePush(envelope), channelsOf(envelope)]
    // A script must not touch several slots of a cluster.
    if (channels.length === 1 || isCluster(redis))
      return channels.map((channel) => createPublishCommand(redis, channel, text))
    return [['eval', PUBLISH_TO_MANY, channels.length, ...channels, text]]
  })
  const receiverCounts = (await runAll(redis, commands)).flat()
  return new Set(envelopes.flatMap(({ to }) => to).filter((_, index) => Number(receiverCounts[index]) > 0))
}
