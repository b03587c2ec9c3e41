import { parseArgs } from 'node:util'

/** Parts in the order of measurement: those that insert many members run last. */
export const PARTS = ['plates', 'groups', 'chats', 'lists', 'feed', 'photos', 'digests', 'search'] as const
export type Part = (typeof PARTS)[number]

type Sizes = {
  members: number
  /** Number of members that send requests. */
  callers: number
  sockets: number
  memorySockets: number
  /** Sockets in one group. */
  groupSockets: number
  /** Number of calls before the measurement, until Node has compiled the code that a call runs. */
  warmUp: number
  /** Number of photos in the feed, and of ads. */
  entries: number
  /** Number of groups, and of events. */
  groups: number
  /** Numbers of members to search. */
  profiles: number[]
  /** Number of photos processed in a round. */
  photos: number
  /** Number of members with a digest due. */
  digests: number
}

type Pace = {
  /** Number of different photos, and of screens on which they are measured. */
  shots: number
  /** Width of the photos in pixels, three quarters of it being their height. */
  photoWidth: number
  screens: number
  chatsEach: number
  messagesEach: number
  perSecond: number
  groupMessagesPerSecond: number
  rounds: number
  seconds: number
  /** Number of searches in a round. */
  searches: number
  /** Milliseconds that a hub idles before its memory is read. */
  settling: number
  /** Whether to print PostgreSQL's query plans for lists and searches. */
  plans: boolean
}

/** Size of the world, and duration and rounds of each measurement. */
export type BenchOptions = Sizes & Pace

const FULL_SIZES: Sizes = {
  members: 5_000,
  callers: 1_000,
  sockets: 1_000,
  memorySockets: 4_000,
  groupSockets: 500,
  warmUp: 4_000,
  entries: 100_000,
  groups: 10_000,
  profiles: [10_000, 100_000, 1_000_000],
  photos: 40,
  digests: 100_000,
}

const FULL_PACE: Pace = {
  chatsEach: 40,
  messagesEach: 50,
  perSecond: 200,
  groupMessagesPerSecond: 5,
  shots: 4,
  photoWidth: 4_000,
  screens: 2,
  rounds: 5,
  seconds: 5,
  searches: 100,
  settling: 3_000,
  plans: true,
}

const QUICK: BenchOptions = {
  members: 1_000,
  callers: 200,
  sockets: 200,
  memorySockets: 200,
  groupSockets: 100,
  warmUp: 200,
  entries: 2_000,
  groups: 500,
  profiles: [8_000, 16_000],
  photos: 4,
  digests: 200,
  chatsEach: 8,
  messagesEach: 20,
  perSecond: 50,
  groupMessagesPerSecond: 5,
  shots: 1,
  photoWidth: 1_600,
  screens: 1,
  rounds: 1,
  seconds: 0.5,
  searches: 20,
  settling: 500,
  plans: false,
}

/** Most parts need no chats, and some insert members of their own. */
const FEW_CHATS = { chatsEach: 2, messagesEach: 1 }
const UNCONNECTED = { sockets: 0, memorySockets: 0 }
const FEW = { pace: FEW_CHATS, sizes: { ...UNCONNECTED, members: 100, callers: 50 } }
const MANY = { pace: FEW_CHATS, sizes: { ...UNCONNECTED, members: 5_000, callers: 500 } }

const WORLDS: Record<Part, { pace?: Partial<Pace>; sizes?: Partial<Sizes> }> = {
  plates: FEW,
  groups: MANY,
  chats: {},
  lists: MANY,
  feed: MANY,
  photos: FEW,
  digests: { ...FEW, sizes: { ...FEW.sizes, callers: 0 } },
  search: FEW,
}

const isPart = (name: string): name is Part => PARTS.some((part) => part === name)

function parsePart(name: string | undefined): Part | undefined {
  if (name === undefined || isPart(name)) return name
  throw new Error(`--only accepts ${PARTS.join(', ')}; not ${name}.`)
}

export type BenchArguments = { quick: boolean; only: Part | undefined; out: string | undefined; options: BenchOptions }

export function readOptions(args: string[]): BenchArguments {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      out: { type: 'string' },
    },
  })
  const { quick, out } = values
  const only = parsePart(values.only)
  const { pace, sizes } = only ? WORLDS[only] : {}
  const options = quick ? QUICK : { ...FULL_PACE, ...pace, ...FULL_SIZES, ...sizes }
  return { quick, only, out, options }
}
