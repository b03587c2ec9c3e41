import { Push } from '@app/contract/pushes'
import { z } from 'zod'
import { isCluster, type RedisClient } from './redis.ts'
import { createPublishCommand, type RedisCommand, runAll } from './redis-commands.ts'
import type { Origin } from './trace.ts'

/** Each hub subscribes to the channels of the members that are connected to it. */
export const memberChannel = (memberId: string): string => `member:${memberId}`

/** Every hub subscribes to this one, too. */
export const EVERYBODY_CHANNEL = 'everybody'

/** A push and the members who are told it. */
export type AddressedPush = { to: string[] | 'everybody'; push: Push } & Origin

const WirePush = z.object({ push: Push, at: z.number(), requestId: z.string().optional() })

/** What travels on a channel. */
export type WirePush = z.infer<typeof WirePush>

const serializePush = ({ push, at = Date.now(), requestId }: AddressedPush): string =>
  JSON.stringify({ push, at, requestId: requestId ?? undefined } satisfies WirePush)

/** Throws at what the contract does not know. */
export const parsePush = (text: string): WirePush => WirePush.parse(JSON.parse(text))

const channelsOf = ({ to }: AddressedPush): string[] =>
  to === 'everybody' ? [EVERYBODY_CHANNEL] : to.map(memberChannel)

/** Says one thing on many channels: so the text travels to Redis once. Answers how many heard it on each. */
const PUBLISH_TO_MANY = `
  local heard = {}
  for index, channel in ipairs(KEYS) do heard[index] = redis.call('publish', channel, ARGV[1]) end
  return heard`

/** Hands pushes to every hub that serves one of their receivers, and answers whom one serves; throws when Redis does not take them. */
export async function publish(redis: RedisClient, envelopes: AddressedPush[]): Promise<Set<string>> {
  const commands = envelopes.flatMap((envelope): RedisCommand[] => {
    const [text, channels] = [serializePush(envelope), channelsOf(envelope)]
    // A script may not touch what lives in different slots of a cluster.
    if (channels.length === 1 || isCluster(redis))
      return channels.map((channel) => createPublishCommand(redis, channel, text))
    return [['eval', PUBLISH_TO_MANY, channels.length, ...channels, text]]
  })
  const receiverCounts = (await runAll(redis, commands)).flat()
  return new Set(envelopes.flatMap(({ to }) => to).filter((_, index) => Number(receiverCounts[index]) > 0))
}
