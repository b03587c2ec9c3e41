import { useState } from 'react'
import { type AnyRow, reuseRows } from './rows.ts'

/** The rows, of which those that are as they were stay the same objects. */
export function useStableRows<Row extends AnyRow>(fresh: readonly Row[]): readonly Row[] {
  const [stable, setStable] = useState({ fresh, rows: fresh })
  if (stable.fresh === fresh) return stable.rows
  const rows = reuseRows(stable.rows, fresh)
  setStable({ fresh, rows })
  return rows
}
