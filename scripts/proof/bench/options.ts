import { parseArgs } from 'node:util'

/** The parts in the order in which they run; parts that insert many members come last. */
export const PARTS = [
  'pages',
  'groups',
  'chats',
  'notifications',
  'lists',
  'feed',
  'photos',
  'digests',
  'safety',
  'blocks',
  'messages',
  'search',
] as const
export type Part = (typeof PARTS)[number]

type Sizes = {
  members: number
  /** Number of members that send requests. */
  callers: number
  sockets: number
  memorySockets: number
  /** Number of sockets that receive the messages of the group. */
  groupSockets: number
  /** Number of requests before the measurement, so that Node has compiled the code that handles them. */
  warmUp: number
  /** Number of photos in the feed, and number of ads. */
  entries: number
  /** Number of groups, and number of events. */
  groups: number
  /** Numbers of members among whom searches are measured. */
  profiles: number[]
  /** Number of photos processed per round. */
  photos: number
  /** Number of members with a digest due. */
  digests: number
  /** Numbers of messages: all, and those of the member who searches, in a number of chats. */
  messages: number
  ownMessages: number
  ownChats: number
  /** Number of messages to members with a device at a steady rate, and number of messages in one chat. */
  deviceMessages: number
  burst: number
  /** Number of cases that wait for the team, and number of decided ones. */
  cases: number
  /** Number of cases that admins claim at the same time. */
  claims: number
}

type Pace = {
  /** Number of different camera photos. */
  cameraPhotos: number
  /** Width of the camera photos in pixels. Their height is three quarters of it. */
  photoWidth: number
  /** Number of screen sizes on which pages are measured. */
  screens: number
  chatsEach: number
  messagesEach: number
  perSecond: number
  groupMessagesPerSecond: number
  rounds: number
  seconds: number
  /** Number of searches, or of other requests, per round. */
  searches: number
  /** Milliseconds that a hub idles before its memory is read. */
  settleMs: number
  /** Whether to print PostgreSQL's query plans of lists and searches. */
  plans: boolean
}

/** The sizes of the data sets, and the rates, durations and rounds of the measurements. */
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
  messages: 1_500_000,
  ownMessages: 50_000,
  ownChats: 200,
  deviceMessages: 1_200,
  burst: 2_000,
  cases: 100_000,
  claims: 1_000,
}

const FULL_PACE: Pace = {
  chatsEach: 40,
  messagesEach: 50,
  perSecond: 200,
  groupMessagesPerSecond: 5,
  cameraPhotos: 4,
  photoWidth: 4_000,
  screens: 2,
  rounds: 5,
  seconds: 5,
  searches: 100,
  settleMs: 3_000,
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
  messages: 30_000,
  ownMessages: 4_000,
  ownChats: 40,
  deviceMessages: 100,
  burst: 200,
  cases: 2_000,
  claims: 100,
  chatsEach: 8,
  messagesEach: 20,
  perSecond: 50,
  groupMessagesPerSecond: 5,
  cameraPhotos: 1,
  photoWidth: 1_600,
  screens: 1,
  rounds: 1,
  seconds: 0.5,
  searches: 20,
  settleMs: 500,
  plans: false,
}

/** Most parts need no chats, and some insert members of their own. */
const FEW_CHATS = { chatsEach: 2, messagesEach: 1 }
const NO_SOCKETS = { sockets: 0, memorySockets: 0 }
const SMALL = { pace: FEW_CHATS, sizes: { ...NO_SOCKETS, members: 100, callers: 50 } }
const LARGE = { pace: FEW_CHATS, sizes: { ...NO_SOCKETS, members: 5_000, callers: 500 } }

const PART_OPTIONS: Record<Part, { pace?: Partial<Pace>; sizes?: Partial<Sizes> }> = {
  pages: SMALL,
  groups: LARGE,
  chats: {},
  // A round is shorter than the delay of notifications.
  notifications: {
    pace: { chatsEach: 8, messagesEach: 2, rounds: 12, seconds: 1 },
    sizes: { ...NO_SOCKETS, members: 800, callers: 600, warmUp: 1_000 },
  },
  lists: LARGE,
  feed: LARGE,
  photos: SMALL,
  digests: { ...SMALL, sizes: { ...SMALL.sizes, callers: 0 } },
  safety: {
    pace: { chatsEach: 4, messagesEach: 120, seconds: 10, searches: 200, cameraPhotos: 2, photoWidth: 1_600 },
    sizes: { ...NO_SOCKETS, members: 1_200, callers: 1_000 },
  },
  blocks: {
    pace: { chatsEach: 20, messagesEach: 2, searches: 200 },
    sizes: { ...NO_SOCKETS, members: 8_000, callers: 600 },
  },
  messages: { pace: FEW_CHATS, sizes: { ...NO_SOCKETS, members: 5_000, callers: 50 } },
  search: SMALL,
}

const isPartName = (name: string): name is Part => PARTS.some((part) => part === name)

function parsePart(name: string | undefined): Part | undefined {
  if (name === undefined || isPartName(name)) return name
  throw new Error(`--only must be one of ${PARTS.join(', ')}, not ${name}.`)
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
  const { pace, sizes } = only ? PART_OPTIONS[only] : {}
  const options = quick ? QUICK : { ...FULL_PACE, ...pace, ...FULL_SIZES, ...sizes }
  return { quick, only, out, options }
}
