import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { computeRatio, type Figure, formatTarget, formatValue, isWithinTarget } from '../bench/figures.ts'
import { machineLine } from '../bench/machine.ts'
import type { Part } from '../bench/options.ts'
import { type PartRecord, readRecord } from '../bench/record.ts'
import { type LoadRecord, loadSection } from './load-section.ts'

const PARTS: Record<Part, { title: string; about: string }> = {
  chats: {
    title: 'Chats',
    about:
      'The baseline runs the same SQL statements behind fastify and pg, or one Redis publish to one Socket.IO room, and nothing else: no session, no checks, no schemas.',
  },
  groups: { title: 'Groups', about: 'One message to a group of thousands of members, hundreds of them connected.' },
  search: {
    title: 'Search',
    about:
      'The baseline is the simplest SQL statement that finds the same profiles. Rows that end in "of the most to the fewest members" compare the largest number of members with the smallest.',
  },
  feed: {
    title: 'Photo feed and ads',
    about: 'Pages of 50 entries. The baseline runs the same SQL statements and nothing else.',
  },
  lists: { title: 'Group and event lists', about: 'The baseline runs the same SQL statements and nothing else.' },
  photos: { title: 'Photos', about: 'Rates are per second of CPU time. The baseline is sharp alone.' },
  plates: {
    title: 'Pages with photos',
    about: 'How much a browser transfers for a page, and how much the layout shifts while it loads.',
  },
  digests: {
    title: 'Digests',
    about:
      'One worker, from 08:00 until the mail server has the last email. The memory row compares the second half of the run with the first.',
  },
}

const BAR = 20

/** Formats a ratio to the bare limit as a bar; its full length is the limit. */
const bar = (ratio: number): string => {
  const full = Math.min(BAR, Math.round(ratio * BAR))
  return `\`${'█'.repeat(full)}${'░'.repeat(BAR - full)}\``
}

const MARKS = { true: '✓', false: '✗', undefined: '' }

function createRow(figure: Figure): string {
  const ratio = computeRatio(figure)
  const cells = [
    figure.what,
    `${formatValue(figure.ours)} ${figure.unit}`,
    figure.bare === undefined ? '' : `${formatValue(figure.bare)} ${figure.unit}`,
    ratio === undefined ? '' : `${bar(ratio)} ${ratio.toFixed(2)}`,
    `${formatTarget(figure)} ${MARKS[String(isWithinTarget(figure)) as keyof typeof MARKS]}`.trim(),
  ]
  return `| ${cells.join(' | ')} |`
}

function partSection(part: Part, { takenAt, machine, options, figures }: PartRecord): string {
  const { title, about } = PARTS[part]
  return [
    `## ${title}`,
    '',
    `${about} \`npm run bench -- --only ${part}\`, ${takenAt.slice(0, 10)}; ${machineLine(machine)}; ${options.rounds} alternating rounds of ${options.seconds} s.`,
    '',
    '| Measurement | Salong | baseline | ratio | target |',
    '|---|--:|--:|---|---|',
    ...figures.map(createRow),
    '',
  ].join('\n')
}

const HEAD = `# Performance

\`npm run figures\` generates this page from \`docs/figures\`; do not edit it by hand. The benchmark compares Salong with a baseline of
bare libraries. Both run in alternating rounds, so that anything else on the machine affects both: trust the ratios more than the
absolute numbers. A call is an HTTP request. Calls are measured with sixteen connections that each wait for a response before the next
request. Delivery and the load test start every operation on schedule, whether or not the previous one has finished. Percentiles cover
all samples. Rows without a target are for observation only.

`

/** Returns the page, from the figures in the given folder. */
export function performancePage(folder: string): string {
  const record = readRecord(join(folder, 'bench.json'))
  const sections = (Object.keys(PARTS) as Part[]).flatMap((part) => {
    const partRecord = record[part]
    return partRecord ? [partSection(part, partRecord)] : []
  })
  const loadFile = join(folder, 'load.json')
  const load: LoadRecord | undefined = existsSync(loadFile) ? JSON.parse(readFileSync(loadFile, 'utf8')) : undefined
  return HEAD + [...sections, ...(load ? [loadSection(load)] : [])].join('\n')
}
