import { percentile } from '../bench/figures.ts'
import { isBroken, type Report, type Stage } from './run.ts'

const ms = (times: number[], share: number): string => `${percentile(times, share).toFixed(1)} ms`
const spread = (times: number[]): string =>
  `p50 ${ms(times, 0.5)}   p99 ${ms(times, 0.99)}   at most ${ms(times, 1)}   of ${times.length}`
const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`

function printStage(stage: Stage): void {
  const { rates, tally, uses, lost } = stage
  console.log(
    `\n  ${rates.messagesPerSecond} messages and ${rates.callsPerSecond} calls a second for ${rates.seconds} s${isBroken(stage) ? ' — broken' : ''}`,
  )
  console.log(`    message acknowledged   ${spread(tally.acknowledged)}`)
  console.log(`    message heard          ${spread(tally.delivered)}`)
  for (const [what, times] of tally.calls) console.log(`    ${what.padEnd(22)} ${spread(times)}`)
  console.log(`    lost ${lost}, heard twice ${tally.heardTwice}`)
  for (const [what, count] of tally.errors) console.log(`    ${count} × ${what}`)
  for (const [part, { cores, before, after }] of uses)
    console.log(
      `    ${part.padEnd(10)} ${cores.toFixed(2)} cores   ${megabytes(before)} at the start, ${megabytes(after)} at the end`,
    )
}

export function printReport({ main, apart, growing, complaints }: Report): void {
  for (const stage of [main, ...apart, ...growing]) printStage(stage)
  console.log(`\n  errors in the logs: ${complaints.length}`)
  for (const line of complaints.slice(0, 5)) console.log(`    ${line}`)
}

const summary = (times: number[]) => ({
  count: times.length,
  p50: percentile(times, 0.5),
  p99: percentile(times, 0.99),
  most: percentile(times, 1),
})

/** What is worth keeping of a stage: percentiles of all samples instead of the samples. */
const stageSummary = (stage: Stage) => ({
  ...stage.rates,
  broken: isBroken(stage),
  acknowledged: summary(stage.tally.acknowledged),
  heard: summary(stage.tally.delivered),
  calls: Object.fromEntries([...stage.tally.calls].map(([what, times]) => [what, summary(times)])),
  errors: Object.fromEntries(stage.tally.errors),
  lost: stage.lost,
  walBytes: stage.walBytes,
  heardTwice: stage.tally.heardTwice,
  uses: Object.fromEntries(stage.uses),
})

export const reportSummary = ({ main, apart, growing, complaints }: Report) => ({
  main: stageSummary(main),
  apart: apart.map(stageSummary),
  growing: growing.map(stageSummary),
  complaints: complaints.length,
})
