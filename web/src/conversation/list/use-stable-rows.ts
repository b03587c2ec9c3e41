import { useState } from 'react'
import { type AnyRow, reuseRows } from './rows.ts'

/** Returns the rows, with the same objects for unchanged rows. */
export function useStableRows<Row extends AnyRow>(fresh: readonly Row[]): readonly Row[] {
  const [stable, setStable] = useState({ fresh, rows: fresh })
  if (stable.fresh === fresh) return stable.rows
  const rows = reuseRows(stable.rows, fresh)
  setStable({ fresh, rows })
  return rows
}
