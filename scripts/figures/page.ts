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
      'The bare side runs the very statements of the product behind fastify and pg, or one Redis publish and one Socket.IO room, and does nothing else: no session, no checks, no schemas.',
  },
  groups: { title: 'Groups', about: 'One message to a group of thousands, of whom some hundreds are connected.' },
  search: { title: 'Search', about: 'Beside the plainest statement that finds the same plates.' },
  feed: {
    title: 'Photo feed and ads',
    about: 'A page of fifty; beside the same statements without anything around them.',
  },
  lists: { title: 'Groups and events, listed', about: 'Beside the same statements without anything around them.' },
  photos: { title: 'Photos', about: 'By processor time, beside sharp alone.' },
  plates: { title: 'Pages with pictures', about: 'What they weigh in a browser, and how much moves while they come.' },
  digests: {
    title: 'Digests',
    about:
      'One worker, from eight in the morning until the last mail is handed over; its memory in the second half stands beside that in the first.',
  },
}

const BAR = 20

/** A share of the bare limit as a bar; its whole length is the limit. */
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
    `${about} \`npm run bench -- --only ${part}\`, ${takenAt.slice(0, 10)}; ${machineLine(machine)}; ${options.rounds} rounds by turns of ${options.seconds} s.`,
    '',
    '| What | Salong | bare | ratio | promised |',
    '|---|--:|--:|---|---|',
    ...figures.map(createRow),
    '',
  ].join('\n')
}

const HEAD = `# Performance

Written by \`npm run figures\` from \`docs/figures\`; not by hand. Each figure of the product stands beside the limit of bare libraries,
taken in the same run by turns, so that whatever else the machine does falls on both: trust the ratios more than the numbers. Calls
are made by sixteen connections that wait for their answers; what is delivered, and the load, is begun at its time whether what was
before it has ended or not. Percentiles are of all samples. A row without a promise is there to be watched.

`

/** The page, from the figures in this folder. */
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
