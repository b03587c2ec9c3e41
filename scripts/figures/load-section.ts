import { type machine, machineLine } from '../bench/machine.ts'
import { formatFaults, slowestHundredths, TIME_HEAD, timeRows, USE_HEAD, useRows } from '../load/rows.ts'
import type { ReportSummary, StageSummary } from '../load/summary.ts'

/** What `npm run load` leaves. */
export type LoadRecord = ReportSummary & {
  takenAt: string
  machine: ReturnType<typeof machine>
  options: { sockets: number }
}

const row = (cells: string[]): string => `| ${cells.join(' | ')} |`

/** Of words and then numbers. */
const table = ([head = [], ...rows]: string[][]): string[] => [
  row(head),
  `|---|${'--:|'.repeat(head.length - 1)}`,
  ...rows.map(row),
]

const growingRow = (stage: StageSummary): string => {
  const { messagesPerSecond, callsPerSecond, broken } = stage
  const rates = [String(messagesPerSecond), String(callsPerSecond)]
  return row([...rates, ...slowestHundredths(stage), formatFaults(stage), broken ? 'broken' : 'holds'])
}

const formatCores = (stage: StageSummary, part: string): string => stage.uses[part]?.cores.toFixed(2) ?? ''

/** What of the processor each part takes, stage by stage. */
const processorTable = (stages: StageSummary[]): string[] => {
  const parts = Object.keys(stages[0]?.uses ?? {})
  return [
    `| messages a second | calls a second | ${parts.join(' | ')} |`,
    `|--:|--:|${parts.map(() => '--:|').join('')}`,
    ...stages.map(
      (stage) =>
        `| ${stage.messagesPerSecond} | ${stage.callsPerSecond} | ${parts.map((part) => formatCores(stage, part)).join(' | ')} |`,
    ),
  ]
}

const ONLINE = 10_000

/** Milliseconds of processor for one message or call of a stage, beyond what the sockets alone take. */
const computeCost = (part: string, stage: StageSummary, idle: StageSummary): number => {
  const perSecond = stage.messagesPerSecond + stage.callsPerSecond
  const cores = (stage.uses[part]?.cores ?? 0) - (idle.uses[part]?.cores ?? 0)
  return (Math.max(0, cores) * 1_000) / perSecond
}

/** What each part takes of the processor for one message and one call, and for so many who are as busy as those of the main stage. */
function costTable({ main, apart, options: { sockets } }: LoadRecord): string[] {
  const [idle, messages, calls] = apart
  if (!idle || !messages || !calls) return []
  const createRow = (part: string): string => {
    const [message, call] = [computeCost(part, messages, idle), computeCost(part, calls, idle)]
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
      .map(createRow),
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
    ...table([TIME_HEAD, ...timeRows(main)]),
    '',
    `Lost: ${main.lost}. Heard twice: ${main.heardTwice}. Errors: ${formatFaults(main)}.`,
    '',
    ...table([USE_HEAD, ...useRows(main)]),
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
