import { percentile } from '../bench/figures.ts'
import { isBroken, type Report, type Stage } from './run.ts'

const spreadOf = (times: number[]) => ({
  count: times.length,
  p50: percentile(times, 0.5),
  p99: percentile(times, 0.99),
  most: percentile(times, 1),
})

/** Summarizes a stage for the record: percentiles instead of all samples. */
const stageSummary = (stage: Stage) => ({
  ...stage.rates,
  broken: isBroken(stage),
  acknowledged: spreadOf(stage.tally.acknowledged),
  received: spreadOf(stage.tally.delivered),
  calls: Object.fromEntries([...stage.tally.calls].map(([what, times]) => [what, spreadOf(times)])),
  errors: Object.fromEntries(stage.tally.errors),
  lost: stage.lost,
  walBytes: stage.walBytes,
  receivedTwice: stage.tally.deliveredTwice,
  uses: Object.fromEntries(stage.uses),
})

export const reportSummary = ({ main, apart, growing, complaints }: Report) => ({
  main: stageSummary(main),
  apart: apart.map(stageSummary),
  growing: growing.map(stageSummary),
  complaints: complaints.length,
})

export type ReportSummary = ReturnType<typeof reportSummary>
export type StageSummary = ReportSummary['main']
