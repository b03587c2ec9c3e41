import { type describeMachine, formatMachine } from '../bench/machine.ts'
import { formatErrors, formatP99s, formatTimes, formatUsage, TIMES_HEADER, USAGE_HEADER } from '../load/rows.ts'
import type { ReportSummary, StageSummary } from '../load/summary.ts'

/** The results that `npm run load` writes. */
export type LoadRecord = ReportSummary & {
  measuredAt: string
  machine: ReturnType<typeof describeMachine>
  options: { sockets: number }
}

const formatRow = (cells: string[]): string => `| ${cells.join(' | ')} |`

/** Formats a table whose first column is text and whose others are numbers. */
const formatTable = ([header = [], ...rows]: string[][]): string[] => [
  formatRow(header),
  `|---|${'--:|'.repeat(header.length - 1)}`,
  ...rows.map(formatRow),
]

const formatRampRow = (stage: StageSummary): string => {
  const { messagesPerSecond, requestsPerSecond, failed } = stage
  const rates = [String(messagesPerSecond), String(requestsPerSecond)]
  return formatRow([...rates, ...formatP99s(stage), formatErrors(stage), failed ? 'failed' : 'passed'])
}

const getCores = (stage: StageSummary, process: string): number => stage.usageByProcess[process]?.cores ?? 0

/** Formats the CPU cores that each process used, per stage. */
const formatCpuTable = (stages: StageSummary[]): string[] => {
  const processes = Object.keys(stages[0]?.usageByProcess ?? {})
  const formatStage = (stage: StageSummary): string => {
    const rates = [String(stage.messagesPerSecond), String(stage.requestsPerSecond)]
    return formatRow([...rates, ...processes.map((process) => getCores(stage, process).toFixed(2))])
  }
  return [
    formatRow(['messages per second', 'other requests per second', ...processes]),
    `|--:|--:|${processes.map(() => '--:|').join('')}`,
    ...stages.map(formatStage),
  ]
}

/** The number of online members for which `formatCostTable` estimates the CPU cores. */
const MEMBERS_ONLINE = 10_000

/** Returns the CPU milliseconds of a process per message or request of a stage, without the cost of idle sockets. */
const computeCost = (process: string, stage: StageSummary, idle: StageSummary): number => {
  const perSecond = stage.messagesPerSecond + stage.requestsPerSecond
  return (Math.max(0, getCores(stage, process) - getCores(idle, process)) * 1_000) / perSecond
}

/**
 * Formats each process's CPU cost per message and per request, and the cores that it needs for 10,000 members online with
 * the activity of the main stage.
 */
function formatCostTable({ main, isolated, options: { sockets } }: LoadRecord): string[] {
  const [idle, onlyMessages, onlyRequests] = isolated
  if (!idle || !onlyMessages || !onlyRequests) return []
  const formatProcess = (process: string): string => {
    const perMessage = computeCost(process, onlyMessages, idle)
    const perRequest = computeCost(process, onlyRequests, idle)
    const activeCores = (perMessage * main.messagesPerSecond + perRequest * main.requestsPerSecond) / 1_000
    const cores = ((getCores(idle, process) + activeCores) * MEMBERS_ONLINE) / sockets
    return formatRow([process, `${perMessage.toFixed(2)} ms`, `${perRequest.toFixed(2)} ms`, cores.toFixed(2)])
  }
  const walPerMessage = onlyMessages.walBytes / (onlyMessages.messagesPerSecond * onlyMessages.seconds)
  return [
    '',
    `| Process | CPU per message | CPU per other request | cores for ${MEMBERS_ONLINE.toLocaleString('en')} members online |`,
    '|---|--:|--:|--:|',
    ...Object.keys(idle.usageByProcess)
      .filter((process) => process !== 'load')
      .map(formatProcess),
    '',
    `PostgreSQL writes ${(walPerMessage / 1_000).toFixed(1)} kB of write-ahead log per message.`,
  ]
}

/** Formats the main stage at a steady rate, and the ramp until a step fails. */
export function renderLoadSection(record: LoadRecord): string {
  const { machine, measuredAt, options, main, isolated, ramp } = record
  return [
    '## Load',
    '',
    `\`npm run load\`, ${measuredAt.slice(0, 10)}; ${formatMachine(machine)}. ${options.sockets} members connected, ${main.messagesPerSecond} messages and ${main.requestsPerSecond} other requests per second for ${main.seconds} s; one gateway, one hub, one worker.`,
    '',
    ...formatTable([TIMES_HEADER, ...formatTimes(main)]),
    '',
    `Lost: ${main.lost}. Duplicates: ${main.duplicates}. Errors: ${formatErrors(main)}.`,
    '',
    ...formatTable([USAGE_HEADER, ...formatUsage(main)]),
    '',
    ...(ramp.length > 0
      ? [
          'Each further step raises both rates by half. A step fails on any lost or duplicate message, on any error, or if a p99 exceeds one second.',
          '',
          '| messages per second | other requests per second | acknowledged, p99 | received, p99 | errors | result |',
          '|--:|--:|--:|--:|---|---|',
          ...ramp.map(formatRampRow),
          '',
          'CPU cores in use: idle, with messages only, with other requests only, and in each step (`load` is the load generator, on the same machine):',
          '',
          ...formatCpuTable([...isolated, ...ramp]),
          ...formatCostTable(record),
          '',
        ]
      : []),
  ].join('\n')
}
