import { useState } from 'react'
import { type AnyRow, keepRows } from './rows.ts'

/** The rows, of which those that are as they were stay the same objects. */
export function useKeptRows<Row extends AnyRow>(fresh: readonly Row[]): readonly Row[] {
  const [kept, setKept] = useState({ fresh, rows: fresh })
  if (kept.fresh === fresh) return kept.rows
  const rows = keepRows(kept.rows, fresh)
  setKept({ fresh, rows })
  return rows
}
