import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Figure } from './figures.ts'
import { machine } from './machine.ts'
import type { BenchOptions, Part } from './options.ts'

/** What was measured of a part, when, on what, and in how large a world. */
export type PartRecord = {
  takenAt: string
  machine: ReturnType<typeof machine>
  options: Omit<BenchOptions, 'only' | 'out'>
  figures: Figure[]
}

export type BenchRecord = Partial<Record<Part, PartRecord>>

export const readRecord = (file: string): BenchRecord =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}

/** Puts these parts in the place of what the file has of them. */
export function keepFigures(file: string, figures: Map<Part, Figure[]>, options: BenchOptions): void {
  const { only: _, out: __, ...world } = options
  const record = readRecord(file)
  for (const [part, taken] of figures)
    record[part] = { takenAt: new Date().toISOString(), machine: machine(), options: world, figures: taken }
  writeFileSync(file, `${JSON.stringify(record, null, 2)}\n`)
}
