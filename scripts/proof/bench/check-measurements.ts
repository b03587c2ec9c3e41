import { BLOCK_REQUESTS } from './blocks/run.ts'
import { isWithinTarget, type Measurement } from './measurements.ts'
import type { Part } from './options.ts'
import { SEARCH_KINDS } from './search/search-kinds.ts'

const matchLabel = (label: string): RegExp => new RegExp(`^${label}$`)

const LISTS = ['group list', 'groups to join', 'event list', 'public events', 'older public events']
const FEEDS = ['photo feed', 'late page of the photo feed', 'count of new photos', 'ads', 'ads of an empty kind']

/** Matches the labels of the measurements that every run of a part has to contain, with a target. */
const EXPECTED: Record<Part, RegExp[]> = {
  pages: ['24 search results', 'chat with photos'].map((page) => matchLabel(`${page}, .* px, layout shift`)),
  groups: [],
  chats: [
    ...['send a message', 'send it again', 'chat list', 'message page'].map((label) =>
      matchLabel(`statements per request: ${label}`),
    ),
    ...['send a message', 'chat list', 'message page'].map((label) => matchLabel(`${label}, requests`)),
    /^send to receive, .*, p50$/,
    /^send to receive, .*, p99$/,
    /^hub memory per member, /,
    matchLabel('login page, scripts gzipped'),
    matchLabel('chats of a member, scripts gzipped'),
  ],
  notifications: [
    matchLabel('send a message to a member with a device, per second of CPU time'),
    matchLabel('message to notification, .*, p95'),
    matchLabel('notifications about .* messages, to number of chats'),
    matchLabel('notifications about .* messages in one chat'),
    matchLabel('chats with unread messages but without a notification'),
    matchLabel('notifications about .* read messages'),
    matchLabel('notifications about .* messages in quiet hours'),
  ],
  lists: LISTS.map((list) => matchLabel(`${list} among .*, requests`)),
  feed: FEEDS.map((list) => matchLabel(`${list} among .*, requests`)),
  photos: [/^photos per second per core, /, /^peak memory of the worker, processing /],
  digests: [/^peak worker memory, second half of the run to the first, /],
  safety: [
    ...['first page', 'late page', 'APPEALED', 'ASKED', 'SECOND_LOOK', 'DONE'].map((page) =>
      matchLabel(`queue of .* cases, ${page}, p99`),
    ),
    /^report with .* messages, .*, p99$/,
    matchLabel('report to case in the queue, maximum'),
    /^report of a photo to copied file, .*, p99$/,
    /^.* admins claim the next of .* cases, claimed twice$/,
    /^.* admins claim the same .* cases, claimed twice$/,
  ],
  blocks: [
    // A small data set has too few members for the higher numbers of blocks.
    ...BLOCK_REQUESTS.map(({ label }) => matchLabel(`${label}, .* blocks, p99`)),
    /^invite through the contact rule, p99$/,
    /^block, from the response until the chat disappears, p99$/,
    /^block, from the response until the counts change, p99$/,
    /^block, from the response until other devices of the blocker change, p99$/,
    /^seen pictures of blockers, visible at the next request$/,
    /^seen pictures of blockers, lifetime in caches$/,
  ],
  messages: ['a rare word', 'a common word', 'five words without a hit', 'a rare word, second portion'].map((label) =>
    matchLabel(`${label}, .* own messages among .*, p95`),
  ),
  search: SEARCH_KINDS.flatMap(({ label }) => [
    matchLabel(`${label}, p99 among most members to p99 among fewest`),
    matchLabel(`statements per request: ${label}`),
  ]),
}

const isMeasured = ({ product, baseline }: Measurement): boolean =>
  Number.isFinite(product) && (baseline === undefined || (Number.isFinite(baseline) && baseline > 0))

/**
 * Returns the problems with the measurements of a part, except missed targets: missing measurements, and invalid
 * values.
 */
export function findProblems(part: Part, measurements: Measurement[]): string[] {
  const withTarget = measurements.filter((measurement) => isWithinTarget(measurement) !== undefined)
  const missing = EXPECTED[part].filter((pattern) => !withTarget.some(({ label }) => pattern.test(label)))
  const unmeasured = measurements.filter((measurement) => !isMeasured(measurement))
  return [
    ...(measurements.length === 0 ? [`${part}: nothing was measured.`] : []),
    ...missing.map((pattern) => `${part}: no measurement with a target matches ${pattern.source}`),
    ...unmeasured.map(({ label }) => `${part}: ${label} has no valid value`),
  ]
}
