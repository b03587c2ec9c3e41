import { ONLINE_AFTER_INPUT } from '@app/contract/limits'

/** Names the key of the last input of a member with an open socket; it expires when its hub has died. */
export const onlineKey = (memberId: string): string => `online:${memberId}`

const CHANNEL_PREFIX = 'presence:'

/**
 * Names the channel of a member's presence signals; a hub subscribes to the channels of the members whose presence its
 * sockets requested.
 */
export const presenceChannel = (memberId: string): string => CHANNEL_PREFIX + memberId

/** Returns the member id of a presence channel, or null for another channel. */
export const memberOfPresenceChannel = (channel: string): string | null =>
  channel.startsWith(CHANNEL_PREFIX) ? channel.slice(CHANNEL_PREFIX.length) : null

/** A presence signal: the time of an input, the end of the last socket, or presence switched off or on. */
export type Signal = { input: number } | 'GONE' | 'HIDDEN' | 'SHOWN'

export const serializeSignal = (signal: Signal): string => (typeof signal === 'string' ? signal : String(signal.input))

export function parseSignal(text: string): Signal | null {
  if (text === 'GONE' || text === 'HIDDEN' || text === 'SHOWN') return text
  const input = parseInput(text)
  return input === null ? null : { input }
}

/** Parses the time in a key or a signal; null if it contains none. */
export const parseInput = (text: string | null): number | null =>
  text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null

/** Returns true for a member with an open socket and recent input. */
export const isOnline = (lastInput: number | null, now: number): lastInput is number =>
  lastInput !== null && now - lastInput < ONLINE_AFTER_INPUT

const BATCH_SIZE = 500

/** Runs the batches sequentially, so that Redis and PostgreSQL serve other requests in between. */
export async function inBatches<Item>(items: Item[], work: (batch: Item[]) => Promise<void>): Promise<void> {
  for (let start = 0; start < items.length; start += BATCH_SIZE) await work(items.slice(start, start + BATCH_SIZE))
}
