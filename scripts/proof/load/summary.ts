import { percentile } from '../bench/measurements.ts'
import { hasFailed, type Report, type Stage } from './run.ts'

const summarizeTimes = (times: number[]) => ({
  count: times.length,
  p50: percentile(times, 0.5),
  p99: percentile(times, 0.99),
  max: percentile(times, 1),
})

/** Summarizes a stage, with percentiles instead of all samples. */
const summarizeStage = (stage: Stage) => ({
  ...stage.rates,
  failed: hasFailed(stage),
  acknowledged: summarizeTimes(stage.tally.acknowledged),
  received: summarizeTimes(stage.tally.delivered),
  requests: Object.fromEntries([...stage.tally.requests].map(([label, times]) => [label, summarizeTimes(times)])),
  errors: Object.fromEntries(stage.tally.errors),
  lost: stage.lost,
  walBytes: stage.walBytes,
  duplicates: stage.tally.duplicates,
  usageByProcess: Object.fromEntries(stage.usageByProcess),
})

export const summarizeReport = ({ main, isolated, ramp, errorLines }: Report) => ({
  main: summarizeStage(main),
  isolated: isolated.map(summarizeStage),
  ramp: ramp.map(summarizeStage),
  loggedErrors: errorLines.length,
})

export type ReportSummary = ReturnType<typeof summarizeReport>
export type StageSummary = ReportSummary['main']
