import { printTable } from '../common/print-table.ts'
import { formatErrors, formatTimes, formatUsage, TIMES_HEADER, USAGE_HEADER } from './rows.ts'
import type { ReportSummary, StageSummary } from './summary.ts'

function printStage(stage: StageSummary): void {
  const { messagesPerSecond, requestsPerSecond, seconds, failed } = stage
  const rates = `${messagesPerSecond} messages and ${requestsPerSecond} other requests per second for ${seconds} s`
  console.log(`\n${rates}${failed ? ' — failed' : ''}`)
  printTable([TIMES_HEADER, ...formatTimes(stage)])
  printTable([USAGE_HEADER, ...formatUsage(stage)])
  console.log(`\nErrors: ${formatErrors(stage)}`)
}

export function printReport({ main, isolated, ramp, loggedErrors }: ReportSummary, examples: string[]): void {
  for (const stage of [main, ...isolated, ...ramp]) printStage(stage)
  console.log(`\nErrors in the logs: ${loggedErrors}`)
  for (const line of examples.slice(0, 5)) console.log(`  ${line}`)
}
