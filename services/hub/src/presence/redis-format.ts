import { ONLINE_AFTER_INPUT_MS } from '@app/contract/limits'
import { parseInputTime } from '@app/server/members/last-inputs'

const CHANNEL_PREFIX = 'presence:'

/**
 * Returns the channel of a member's presence signals. A hub subscribes to it while one of its sockets is subscribed to
 * the member's presence.
 */
export const presenceChannel = (memberId: string): string => CHANNEL_PREFIX + memberId

/** Returns the member id of a presence channel, or null for another channel. */
export const parsePresenceChannel = (channel: string): string | null =>
  channel.startsWith(CHANNEL_PREFIX) ? channel.slice(CHANNEL_PREFIX.length) : null

/** A presence signal: the time of the last input, the end of the last socket, or presence turned off or on. */
export type Signal = { lastInputMs: number } | 'GONE' | 'HIDDEN' | 'SHOWN'

export const serializeSignal = (signal: Signal): string =>
  typeof signal === 'string' ? signal : String(signal.lastInputMs)

export function parseSignal(text: string): Signal | null {
  if (text === 'GONE' || text === 'HIDDEN' || text === 'SHOWN') return text
  const lastInputMs = parseInputTime(text)
  return lastInputMs === null ? null : { lastInputMs }
}

/** Returns whether a member has an open socket and recent input. */
export const isOnline = (lastInputMs: number | null, nowMs: number): lastInputMs is number =>
  lastInputMs !== null && nowMs - lastInputMs < ONLINE_AFTER_INPUT_MS
