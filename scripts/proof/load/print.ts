import { printTable } from '../bench/print-table.ts'
import { formatFaults, TIME_HEAD, timeRows, USE_HEAD, useRows } from './rows.ts'
import type { ReportSummary, StageSummary } from './summary.ts'

function printStage(stage: StageSummary): void {
  const { messagesPerSecond, callsPerSecond, seconds, broken } = stage
  const rates = `${messagesPerSecond} messages and ${callsPerSecond} calls a second for ${seconds} s`
  console.log(`\n${rates}${broken ? ' — failed' : ''}`)
  printTable([TIME_HEAD, ...timeRows(stage)])
  printTable([USE_HEAD, ...useRows(stage)])
  console.log(`\nErrors: ${formatFaults(stage)}`)
}

export function printReport({ main, apart, growing, complaints }: ReportSummary, examples: string[]): void {
  for (const stage of [main, ...apart, ...growing]) printStage(stage)
  console.log(`\nErrors in the logs: ${complaints}`)
  for (const line of examples.slice(0, 5)) console.log(`  ${line}`)
}
