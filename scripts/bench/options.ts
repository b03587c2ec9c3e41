import { parseArgs } from 'node:util'

const PARTS = ['chats', 'digests', 'feed', 'groups', 'lists', 'photos', 'plates', 'search'] as const
export type Part = (typeof PARTS)[number]

/** How large the world is, and how long and how often each thing is measured. */
export type BenchOptions = {
  members: number
  chatsEach: number
  messagesEach: number
  callers: number
  sockets: number
  memorySockets: number
  perSecond: number
  /** To one group, in which so many are connected. */
  groupMessagesPerSecond: number
  groupSockets: number
  rounds: number
  seconds: number
  /** Calls that count for nothing: until Node has compiled all that a call takes. */
  warmUp: number
  /** So many photos in the feed, and as many ads. */
  entries: number
  /** So many groups, and as many events. */
  groups: number
  /** Among how many members is searched, and how often in a round. */
  profiles: number[]
  searches: number
  /** How many are drawn in a round. */
  photos: number
  /** So many members have something to be told. */
  digests: number
  only: Part | undefined
  out: string | undefined
}

const FULL = {
  members: 5_000,
  chatsEach: 40,
  messagesEach: 50,
  callers: 1_000,
  sockets: 1_000,
  memorySockets: 4_000,
  perSecond: 200,
  groupMessagesPerSecond: 5,
  groupSockets: 500,
  rounds: 5,
  seconds: 5,
  warmUp: 4_000,
  entries: 100_000,
  groups: 10_000,
  profiles: [10_000, 100_000, 1_000_000],
  searches: 100,
  photos: 40,
  digests: 100_000,
}

const QUICK = {
  ...FULL,
  members: 1_000,
  chatsEach: 8,
  messagesEach: 20,
  callers: 200,
  sockets: 200,
  memorySockets: 200,
  perSecond: 50,
  groupSockets: 100,
  rounds: 1,
  seconds: 1,
  warmUp: 200,
  entries: 2_000,
  groups: 2_000,
  profiles: [1_500, 3_000],
  searches: 20,
  photos: 4,
  digests: 200,
}

/** Whoever only searches or draws has no need of chats; a group has many members and few of them here. */
const NO_CHATS = { members: 100, chatsEach: 2, messagesEach: 1, callers: 50, sockets: 0, memorySockets: 0 }
/** The digests bring members of their own. */
const NOBODY = { ...NO_CHATS, callers: 0 }
const SOME_MEMBERS = { ...NO_CHATS, members: 10_000, callers: 500 }
const ONE_GROUP = { ...NO_CHATS, members: 5_000, callers: 500 }

type World = Pick<BenchOptions, 'members' | 'chatsEach' | 'messagesEach' | 'callers' | 'sockets' | 'memorySockets'>

function worldFor(only: Part | undefined): Partial<World> {
  if (only === undefined || only === 'chats') return {}
  if (only === 'digests') return NOBODY
  if (only === 'lists' || only === 'feed') return SOME_MEMBERS
  return only === 'groups' ? ONE_GROUP : NO_CHATS
}

const isPart = (name: string | undefined): name is BenchOptions['only'] =>
  name === undefined || PARTS.some((part) => part === name)

export function readOptions(args: string[]): BenchOptions {
  const { values } = parseArgs({
    args,
    options: { quick: { type: 'boolean', default: false }, out: { type: 'string' }, only: { type: 'string' } },
  })
  const { only, out } = values
  if (!isPart(only)) throw new Error(`--only knows ${PARTS.join(', ')}; not ${only}.`)
  const size = values.quick ? QUICK : FULL
  // A part alone does with a smaller world, and never with a larger one.
  const world = Object.entries(worldFor(only)).map(([name, count]) => [
    name,
    Math.min(count, size[name as keyof World]),
  ])
  return { ...size, ...Object.fromEntries(world), only, out }
}
