import { Push, type UnsignedPush } from '@app/contract/pushes'
import { z } from 'zod'
import { unsigned } from '../photos/sign-pictures.ts'
import type { PushOrigin } from '../process/request-origin.ts'
import { createPublishCommand, type RedisCommand, runAll } from '../redis/commands.ts'
import { isCluster, type RedisClient } from '../redis/connections.ts'

/** Returns the channel of a member. Each hub subscribes to the channels of its connected members. */
export const memberChannel = (memberId: string): string => `member:${memberId}`

/** The channel to which every hub subscribes. */
export const EVERYBODY_CHANNEL = 'everybody'

/** A push and its recipients. */
export type AddressedPush = { to: string[] | 'everybody'; push: UnsignedPush } & PushOrigin

const WirePush = z.object({ push: unsigned(Push), at: z.number(), requestId: z.string().optional() })

/**
 * The content of a message on a channel; `at` is the time of the commit, or of publishing if nothing was stored, in
 * epoch milliseconds.
 */
export type WirePush = z.infer<typeof WirePush>

const serializePush = ({ push, at = Date.now(), requestId }: AddressedPush): string =>
  JSON.stringify({ push, at, requestId: requestId ?? undefined } satisfies WirePush)

/** Parses a message of a channel. Throws if the push does not match the contract. */
export const parsePush = (text: string): WirePush => WirePush.parse(JSON.parse(text))

const listChannels = ({ to }: AddressedPush): string[] =>
  to === 'everybody' ? [EVERYBODY_CHANNEL] : to.map(memberChannel)

/** A script that publishes one text on many channels and returns the number of subscribers of each. */
const PUBLISH_TO_MANY = `
  local counts = {}
  for index, channel in ipairs(KEYS) do counts[index] = redis.call('publish', channel, ARGV[1]) end
  return counts`

/**
 * Publishes pushes to every hub that serves one of their recipients. Returns the recipients that at
 * least one hub serves: ids of members, or 'everybody'; throws if Redis fails.
 */
export async function publish(redis: RedisClient, pushes: AddressedPush[]): Promise<Set<string>> {
  const commands = pushes.flatMap((addressedPush): RedisCommand[] => {
    const [text, channels] = [serializePush(addressedPush), listChannels(addressedPush)]
    // In a cluster, a script must not use channels of several slots.
    if (channels.length === 1 || isCluster(redis))
      return channels.map((channel) => createPublishCommand(redis, channel, text))
    return [['eval', PUBLISH_TO_MANY, channels.length, ...channels, text]]
  })
  const subscriberCounts = (await runAll(redis, commands)).flat()
  return new Set(pushes.flatMap(({ to }) => to).filter((_, index) => Number(subscriberCounts[index]) > 0))
}
