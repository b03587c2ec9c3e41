import { DECK_COLUMNS_MAX, DECK_PROBLEMS_MAX } from '@app/contract/limits'
import type { Problem } from '@app/contract/problems'
import { AppError } from '@app/server/errors'
import { type Card, COLUMNS, type Column, cardIn, type Fault } from './cards.ts'
import type { Cell, Sheet } from './spreadsheet.ts'

const refuse = (problem: Problem): never => {
  throw new AppError('VALIDATION', { fields: [{ path: 'file', problem }] })
}

const textIn = (cell: Cell | undefined): string => (typeof cell === 'string' ? cell : '')
const isEmpty = (cell: Cell): boolean => typeof cell === 'string' && cell.trim() === ''

/** Where each column stands. Their order and case do not matter, nor what else there is. */
function placesIn(header: Cell[]): Map<Column, number> {
  const names = header.map((cell) => textIn(cell).trim().toLowerCase())
  const places = COLUMNS.map((column) => [column, names.indexOf(column)] as const)
  const isClear = places.every(([column, place]) => place !== -1 && !names.includes(column, place + 1))
  return isClear ? new Map(places) : refuse('deck.columns')
}

function readRow(row: Cell[], places: Map<Column, number>): ReturnType<typeof cardIn> {
  const cells = COLUMNS.map((column) => [column, row[places.get(column) ?? -1]] as const)
  const formulas = cells.filter(([, cell]) => typeof cell === 'object')
  if (formulas.length > 0) return { faults: formulas.map(([column]): Fault => ({ column, problem: 'deck.formula' })) }
  return cardIn(Object.fromEntries(cells.map(([column, cell]) => [column, textIn(cell)])) as Record<Column, string>)
}

/** The cards of a sheet; refused with every bad row, up to so many, under the number that the sheet shows. */
export function deckIn({ rows, isLong }: Sheet): Card[] {
  const filled = rows.map((row, index) => ({ row, number: index + 1 })).filter(({ row }) => !row.every(isEmpty))
  if (isLong) refuse('deck.rows')
  if (filled.some(({ row }) => !row.slice(DECK_COLUMNS_MAX).every(isEmpty))) refuse('deck.wide')
  const [header, ...body] = filled
  const places = placesIn(header?.row ?? [])
  const read = body.map(({ row, number }) => ({ number, ...readRow(row, places) }))
  const bad = read.flatMap((row) => ('faults' in row ? [row] : [])).slice(0, DECK_PROBLEMS_MAX)
  const fields = bad.flatMap(({ number, faults }) =>
    faults.map(({ column, problem }) => ({ path: `rows.${number}.${column}`, problem })),
  )
  if (fields.length > 0) throw new AppError('VALIDATION', { fields })
  return body.length > 0 ? read.flatMap((row) => ('card' in row ? [row.card] : [])) : refuse('deck.empty')
}
