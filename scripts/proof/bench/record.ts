import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Figure } from './figures.ts'
import { machine } from './machine.ts'
import type { BenchOptions, Part } from './options.ts'

/** The figures of a part, with the time, the machine and the size of the world. */
export type PartRecord = {
  takenAt: string
  machine: ReturnType<typeof machine>
  options: BenchOptions
  figures: Figure[]
}

export type BenchRecord = Partial<Record<Part, PartRecord>>

export const readRecord = (file: string): BenchRecord =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}

/** Replaces this part's figures in the file. */
export function writeFigures(file: string, part: Part, figures: Figure[], options: BenchOptions): void {
  const record = readRecord(file)
  record[part] = { takenAt: new Date().toISOString(), machine: machine(), options, figures }
  writeFileSync(file, `${JSON.stringify(record, null, 2)}\n`)
}
