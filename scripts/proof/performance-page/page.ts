import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatMachine } from '../bench/machine.ts'
import { computeRatio, formatTarget, formatValue, isWithinTarget, type Measurement } from '../bench/measurements.ts'
import type { Part } from '../bench/options.ts'
import { type PartRecord, readRecord } from '../bench/record.ts'
import { type LoadRecord, renderLoadSection } from './load-section.ts'

const PARTS: Record<Part, { title: string; about: string }> = {
  chats: {
    title: 'Chats',
    about:
      'The baseline runs the same SQL statements behind fastify and pg, or one Redis publish to one Socket.IO room, and nothing else: no session, no checks, no schemas.',
  },
  notifications: {
    title: 'Notifications',
    about:
      'Messages to members with a device, whose push service runs on the same machine. The first rows compare them with messages to members without one; nearly every message is the first unread one of its chat, and the CPU time is that of gateway, PostgreSQL and Redis. A notification is due five seconds after the message. The time begins before the request that sends the message, and ends when the push service has received the notification.',
  },
  groups: { title: 'Groups', about: 'One message to a group of thousands of members, hundreds of them connected.' },
  search: {
    title: 'Search',
    about:
      'The baseline is the simplest SQL statement that finds the same profiles. Rows that end in "p99 among most members to p99 among fewest" show the value among the largest number of members as Salong and the value among the smallest as baseline.',
  },
  feed: {
    title: 'Photo feed and ads',
    about: 'Pages of 50 entries. The baseline runs the same SQL statements and nothing else.',
  },
  lists: { title: 'Group and event lists', about: 'The baseline runs the same SQL statements and nothing else.' },
  photos: { title: 'Photos', about: 'Rates are per second of CPU time. The baseline is sharp alone.' },
  pages: {
    title: 'Pages with photos',
    about:
      'How much a browser transfers for a page on the first visit and on a reload, and how much its layout shifts.',
  },
  safety: {
    title: 'Member safety',
    about:
      "Reports of chat messages with the last hundred messages, and the team's queue with as many decided cases. Reports start on schedule; those to a gateway that has just started are measured separately. Pages of the queue are read in sequence. The baseline of a report is one SQL statement that stores a case, a report and the messages; that of the queue runs the same SQL statements and nothing else.",
  },
  blocks: {
    title: 'Blocks and first contact',
    about:
      'Requests, one after another, by a member with this many blocks: half of them made by the member, half by others, who are spread evenly over all members. The baseline is the same request by a member of the same groups without blocks; for the invite, it is an invite to a member who lets everyone write first. The times until a block takes effect begin at the response, and have no baseline.',
  },
  messages: {
    title: 'Search in messages',
    about:
      'Searches of a member with 200 chats, one after another. Each portion reads 20,000 messages and compares their text, without an index.',
  },
  digests: {
    title: 'Digests',
    about:
      'One worker, from 08:00 until the mail server has received the last email. The memory row shows the second half of the run as Salong and the first half as baseline.',
  },
}

const BAR_LENGTH = 20

/** Formats a ratio to the baseline as a bar, which has its full length at 1 or more. */
const formatBar = (ratio: number): string => {
  const full = Math.min(BAR_LENGTH, Math.round(ratio * BAR_LENGTH))
  return `\`${'█'.repeat(full)}${'░'.repeat(BAR_LENGTH - full)}\``
}

const MARKS = { true: '✓', false: '✗', undefined: '' }

function createRow(measurement: Measurement): string {
  const ratio = computeRatio(measurement)
  const cells = [
    measurement.label,
    `${formatValue(measurement.product)} ${measurement.unit}`,
    measurement.baseline === undefined ? '' : `${formatValue(measurement.baseline)} ${measurement.unit}`,
    ratio === undefined ? '' : `${formatBar(ratio)} ${ratio.toFixed(2)}`,
    `${formatTarget(measurement)} ${MARKS[String(isWithinTarget(measurement)) as keyof typeof MARKS]}`.trim(),
  ]
  return `| ${cells.join(' | ')} |`
}

function renderPartSection(part: Part, { measuredAt, machine, options, measurements }: PartRecord): string {
  const { title, about } = PARTS[part]
  return [
    `## ${title}`,
    '',
    `${about} \`npm run bench -- --only ${part}\`, ${measuredAt.slice(0, 10)}; ${formatMachine(machine)}; ${options.rounds} alternating rounds of ${options.seconds} s.`,
    '',
    '| Measurement | Salong | baseline | ratio | target |',
    '|---|--:|--:|---|---|',
    ...measurements.map(createRow),
    '',
  ].join('\n')
}

const HEAD = `# Performance

\`npm run performance-page\` generates this page from \`docs/measurements\`; do not edit it by hand. The benchmark compares Salong
with a baseline: the same libraries without Salong's code. Both run in alternating rounds, so that anything else on the machine
affects both: trust the ratios more than the absolute numbers. Requests are measured with sixteen connections that each wait for
a response before the next request. Delivery and the load test start every operation on schedule, whether or not the previous one
has finished. Percentiles cover all samples. Rows without a target are for observation only.

`

/** Renders the page from the measurements in a folder. */
export function renderPerformancePage(folder: string): string {
  const record = readRecord(join(folder, 'bench.json'))
  const sections = (Object.keys(PARTS) as Part[]).flatMap((part) => {
    const partRecord = record[part]
    return partRecord ? [renderPartSection(part, partRecord)] : []
  })
  const loadFile = join(folder, 'load.json')
  const load: LoadRecord | undefined = existsSync(loadFile) ? JSON.parse(readFileSync(loadFile, 'utf8')) : undefined
  return HEAD + [...sections, ...(load ? [renderLoadSection(load)] : [])].join('\n')
}
