import { type machine, machineLine } from '../bench/machine.ts'
import { formatFaults, slowestHundredths, TIME_HEAD, timeRows, USE_HEAD, useRows } from '../load/rows.ts'
import type { ReportSummary, StageSummary } from '../load/summary.ts'

/** The results that `npm run load` writes. */
export type LoadRecord = ReportSummary & {
  takenAt: string
  machine: ReturnType<typeof machine>
  options: { sockets: number }
}

const row = (cells: string[]): string => `| ${cells.join(' | ')} |`

/** Formats a table whose first column is text and whose others are numbers. */
const table = ([head = [], ...rows]: string[][]): string[] => [
  row(head),
  `|---|${'--:|'.repeat(head.length - 1)}`,
  ...rows.map(row),
]

const growingRow = (stage: StageSummary): string => {
  const { messagesPerSecond, callsPerSecond, broken } = stage
  const rates = [String(messagesPerSecond), String(callsPerSecond)]
  return row([...rates, ...slowestHundredths(stage), formatFaults(stage), broken ? 'failed' : 'passed'])
}

const formatCores = (stage: StageSummary, part: string): string => stage.uses[part]?.cores.toFixed(2) ?? ''

/** Formats the CPU cores that each process uses, per stage. */
const processorTable = (stages: StageSummary[]): string[] => {
  const parts = Object.keys(stages[0]?.uses ?? {})
  return [
    `| messages per second | other requests per second | ${parts.join(' | ')} |`,
    `|--:|--:|${parts.map(() => '--:|').join('')}`,
    ...stages.map(
      (stage) =>
        `| ${stage.messagesPerSecond} | ${stage.callsPerSecond} | ${parts.map((part) => formatCores(stage, part)).join(' | ')} |`,
    ),
  ]
}

const ONLINE = 10_000

/** Returns the CPU milliseconds per message or call of a stage, without the cost of idle sockets. */
const computeCost = (part: string, stage: StageSummary, idle: StageSummary): number => {
  const perSecond = stage.messagesPerSecond + stage.callsPerSecond
  const cores = (stage.uses[part]?.cores ?? 0) - (idle.uses[part]?.cores ?? 0)
  return (Math.max(0, cores) * 1_000) / perSecond
}

/**
 * Formats the CPU cost of each process per message and call, extrapolated to members as active as in the main stage.
 */
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
    `| Process | CPU per message | CPU per other request | cores for ${ONLINE.toLocaleString('en')} members online |`,
    '|---|--:|--:|--:|',
    ...Object.keys(idle.uses)
      .filter((part) => part !== 'load')
      .map(createRow),
    '',
    `PostgreSQL writes ${(messages.walBytes / (messages.messagesPerSecond * messages.seconds) / 1_000).toFixed(1)} kB of write-ahead log per message.`,
  ]
}

/** Formats the main stage at a steady rate, and the ramp until a step fails. */
export function loadSection(record: LoadRecord): string {
  const { machine: host, takenAt, options, main, apart, growing } = record
  return [
    '## Load',
    '',
    `\`npm run load\`, ${takenAt.slice(0, 10)}; ${machineLine(host)}. ${options.sockets} members connected, ${main.messagesPerSecond} messages and ${main.callsPerSecond} other requests per second for ${main.seconds} s; one gateway, one hub, one worker.`,
    '',
    ...table([TIME_HEAD, ...timeRows(main)]),
    '',
    `Lost: ${main.lost}. Received twice: ${main.receivedTwice}. Errors: ${formatFaults(main)}.`,
    '',
    ...table([USE_HEAD, ...useRows(main)]),
    '',
    ...(growing.length > 0
      ? [
          'Each further step raises both rates by half. A step fails on any lost or duplicate message, on any error, and if a p99 exceeds one second.',
          '',
          '| messages per second | other requests per second | acknowledged, p99 | received, p99 | errors | result |',
          '|--:|--:|--:|--:|---|---|',
          ...growing.map(growingRow),
          '',
          'CPU cores in use: idle, with messages only, with other requests only, and in each step (`load` is the load generator, on the same machine):',
          '',
          ...processorTable([...apart, ...growing]),
          ...costTable(record),
          '',
        ]
      : []),
  ].join('\n')
}
