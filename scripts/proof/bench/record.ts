import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { describeMachine } from './machine.ts'
import type { Measurement } from './measurements.ts'
import type { BenchOptions, Part } from './options.ts'

/** The measurements of a part, with their time, machine and options. */
export type PartRecord = {
  measuredAt: string
  machine: ReturnType<typeof describeMachine>
  options: BenchOptions
  measurements: Measurement[]
}

export type BenchRecord = Partial<Record<Part, PartRecord>>

export const readRecord = (file: string): BenchRecord =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}

/** Replaces the measurements of this part in the file. */
export function recordMeasurements(file: string, part: Part, measurements: Measurement[], options: BenchOptions): void {
  const record = readRecord(file)
  record[part] = { measuredAt: new Date().toISOString(), machine: describeMachine(), options, measurements }
  writeFileSync(file, `${JSON.stringify(record, null, 2)}\n`)
}
