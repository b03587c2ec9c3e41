import { type machine, machineLine } from '../bench/machine.ts'
import type { reportSummary } from '../load/print.ts'

/** What `npm run load` leaves. */
export type LoadRecord = ReturnType<typeof reportSummary> & {
  takenAt: string
  machine: ReturnType<typeof machine>
  options: { sockets: number }
}

type Stage = LoadRecord['main']
type Spread = Stage['acknowledged']

const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`
const spreadCells = ({ p50, p99, most, count }: Spread): string => `${ms(p50)} | ${ms(p99)} | ${ms(most)} | ${count}`
const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`

const timesTable = ({ acknowledged, heard, calls }: Stage): string[] => [
  '| What | p50 | p99 | slowest | of |',
  '|---|--:|--:|--:|--:|',
  `| message acknowledged | ${spreadCells(acknowledged)} |`,
  `| message heard by its receiver | ${spreadCells(heard)} |`,
  ...Object.entries(calls).map(([what, spread]) => `| ${what} | ${spreadCells(spread)} |`),
]

const usesTable = ({ uses }: Stage): string[] => [
  '| Part | cores | memory at the start | at the end |',
  '|---|--:|--:|--:|',
  ...Object.entries(uses).map(
    ([part, { cores, before, after }]) =>
      `| ${part} | ${cores.toFixed(2)} | ${megabytes(before)} | ${megabytes(after)} |`,
  ),
]

const wrongWith = ({ errors, lost, heardTwice }: Stage): string => {
  const faults = [
    ...Object.entries(errors).map(([what, count]) => `${count} × ${what}`),
    ...(lost > 0 ? [`${lost} lost`] : []),
    ...(heardTwice > 0 ? [`${heardTwice} heard twice`] : []),
  ]
  return faults.length > 0 ? faults.join(', ') : 'none'
}

const growingRow = (stage: Stage): string => {
  const { messagesPerSecond, callsPerSecond, acknowledged, heard, broken } = stage
  return `| ${messagesPerSecond} | ${callsPerSecond} | ${ms(acknowledged.p99)} | ${ms(heard.p99)} | ${wrongWith(stage)} | ${broken ? 'broken' : 'holds'} |`
}

const shareOf = (stage: Stage, part: string): string => stage.uses[part]?.cores.toFixed(2) ?? ''

/** What of the processor each part takes, stage by stage. */
const processorTable = (stages: Stage[]): string[] => {
  const parts = Object.keys(stages[0]?.uses ?? {})
  return [
    `| messages a second | calls a second | ${parts.join(' | ')} |`,
    `|--:|--:|${parts.map(() => '--:|').join('')}`,
    ...stages.map(
      (stage) =>
        `| ${stage.messagesPerSecond} | ${stage.callsPerSecond} | ${parts.map((part) => shareOf(stage, part)).join(' | ')} |`,
    ),
  ]
}

const ONLINE = 10_000

/** Milliseconds of processor for one message or call of a stage, beyond what the sockets alone take. */
const costOf = (part: string, stage: Stage, idle: Stage): number => {
  const perSecond = stage.messagesPerSecond + stage.callsPerSecond
  const cores = (stage.uses[part]?.cores ?? 0) - (idle.uses[part]?.cores ?? 0)
  return (Math.max(0, cores) * 1_000) / perSecond
}

/** What each part takes of the processor for one message and one call, and for so many who are as busy as those of the main stage. */
function costTable({ main, apart, options: { sockets } }: LoadRecord): string[] {
  const [idle, messages, calls] = apart
  if (!idle || !messages || !calls) return []
  const rowOf = (part: string): string => {
    const [message, call] = [costOf(part, messages, idle), costOf(part, calls, idle)]
    const busy = (message * main.messagesPerSecond + call * main.callsPerSecond) / 1_000
    const cores = (((idle.uses[part]?.cores ?? 0) + busy) * ONLINE) / sockets
    return `| ${part} | ${message.toFixed(2)} ms | ${call.toFixed(2)} ms | ${cores.toFixed(2)} |`
  }
  return [
    '',
    `| Part | a message | another call | cores for ${ONLINE.toLocaleString('en')} members online |`,
    '|---|--:|--:|--:|',
    ...Object.keys(idle.uses)
      .filter((part) => part !== 'load')
      .map(rowOf),
    '',
    `PostgreSQL writes ${(messages.walBytes / (messages.messagesPerSecond * messages.seconds) / 1_000).toFixed(1)} kB ahead for each message.`,
  ]
}

/** A steady rate for minutes, then more and more until something breaks. */
export function loadSection(record: LoadRecord): string {
  const { machine: host, takenAt, options, main, apart, growing } = record
  return [
    '## Load',
    '',
    `\`npm run load\`, ${takenAt.slice(0, 10)}; ${machineLine(host)}. ${options.sockets} members connected, ${main.messagesPerSecond} messages and ${main.callsPerSecond} other calls a second for ${main.seconds} s, one gateway, one hub, one worker.`,
    '',
    ...timesTable(main),
    '',
    `Lost: ${main.lost}. Heard twice: ${main.heardTwice}. Errors: ${wrongWith(main)}.`,
    '',
    ...usesTable(main),
    '',
    ...(growing.length > 0
      ? [
          'Then half as much again, step by step. A step breaks when anything fails, or when a hundredth takes longer than a second.',
          '',
          '| messages a second | calls a second | acknowledged, p99 | heard, p99 | errors | |',
          '|--:|--:|--:|--:|---|---|',
          ...growing.map(growingRow),
          '',
          'Cores in use, without messages and calls, with either of them, and in the steps (`load` is what sends, on the same machine):',
          '',
          ...processorTable([...apart, ...growing]),
          ...costTable(record),
          '',
        ]
      : []),
  ].join('\n')
}
