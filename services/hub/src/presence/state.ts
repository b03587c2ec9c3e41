import { ONLINE_AFTER_INPUT } from '@app/contract/limits'

/** Holds the last input of a member with a living socket; a hub that dies leaves it to expire. */
export const onlineKey = (memberId: string): string => `online:${memberId}`

const CHANNEL_PREFIX = 'presence:'

/** Where hubs tell each other what changes; each listens to those whom its own members watch. */
export const presenceChannel = (memberId: string): string => CHANNEL_PREFIX + memberId

/** The member whom a channel is about, or null for a channel of another kind. */
export const memberOfPresenceChannel = (channel: string): string | null =>
  channel.startsWith(CHANNEL_PREFIX) ? channel.slice(CHANNEL_PREFIX.length) : null

/** What is said there: the instant of an input, the end of the last socket, or presence switched off or on. */
export type Signal = { input: number } | 'GONE' | 'HIDDEN' | 'SHOWN'

export const serializeSignal = (signal: Signal): string => (typeof signal === 'string' ? signal : String(signal.input))

export function parseSignal(text: string): Signal | null {
  if (text === 'GONE' || text === 'HIDDEN' || text === 'SHOWN') return text
  const input = readInput(text)
  return input === null ? null : { input }
}

/** The instant in a key or a sign; null where there is none. */
export const readInput = (text: string | null): number | null =>
  text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null

/** Online is who has a living socket and touched the keyboard not long ago. */
export const isOnline = (lastInput: number | null, now: number): lastInput is number =>
  lastInput !== null && now - lastInput < ONLINE_AFTER_INPUT

const BATCH = 500

/** One batch after the other, so that the server answers others in between. */
export async function inBatches<Item>(items: Item[], work: (batch: Item[]) => Promise<void>): Promise<void> {
  for (let start = 0; start < items.length; start += BATCH) await work(items.slice(start, start + BATCH))
}
