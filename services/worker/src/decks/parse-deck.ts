import { DECK_COLUMNS_MAX, DECK_PROBLEMS_MAX } from '@app/contract/limits'
import type { Problem } from '@app/contract/text/problems'
import { AppError } from '@app/server/errors'
import { type Card, COLUMNS, type Column, type Fault, parseCard } from './parse-card.ts'
import type { Cell, Sheet } from './spreadsheet.ts'

/** Throws the error for a problem of the whole file. */
const reject = (problem: Problem): never => {
  throw new AppError('VALIDATION', { fields: [{ path: 'file', problem }] })
}

const getText = (cell: Cell | undefined): string => (typeof cell === 'string' ? cell : '')
const isEmptyCell = (cell: Cell): boolean => typeof cell === 'string' && cell.trim() === ''

/** Finds the index of each column. Columns may have any order and case, and others may stand between them. */
function findColumnIndexes(header: Cell[]): Map<Column, number> {
  const names = header.map((cell) => getText(cell).trim().toLowerCase())
  const indexes = COLUMNS.map((column) => [column, names.indexOf(column)] as const)
  const isUnambiguous = indexes.every(([column, index]) => index !== -1 && !names.includes(column, index + 1))
  return isUnambiguous ? new Map(indexes) : reject('deck.columns')
}

function parseRow(row: Cell[], indexes: Map<Column, number>): ReturnType<typeof parseCard> {
  const cells = COLUMNS.map((column) => [column, row[indexes.get(column) ?? -1]] as const)
  const formulas = cells.filter(([, cell]) => typeof cell === 'object')
  if (formulas.length > 0) return { faults: formulas.map(([column]): Fault => ({ column, problem: 'deck.formula' })) }
  return parseCard(Object.fromEntries(cells.map(([column, cell]) => [column, getText(cell)])) as Record<Column, string>)
}

/**
 * Parses the cards of a sheet. Throws an error for a sheet that is invalid as a whole. If rows are invalid, the error
 * lists up to DECK_PROBLEMS_MAX of them under their numbers in the sheet.
 */
export function parseDeck({ rows, hasTooManyRows }: Sheet): Card[] {
  const nonEmptyRows = rows
    .map((row, index) => ({ row, number: index + 1 }))
    .filter(({ row }) => !row.every(isEmptyCell))
  if (hasTooManyRows) reject('deck.rows')
  if (nonEmptyRows.some(({ row }) => !row.slice(DECK_COLUMNS_MAX).every(isEmptyCell))) reject('deck.wide')
  const [header, ...cardRows] = nonEmptyRows
  const indexes = findColumnIndexes(header?.row ?? [])
  const parsedRows = cardRows.map(({ row, number }) => ({ number, ...parseRow(row, indexes) }))
  const invalidRows = parsedRows.flatMap((row) => ('faults' in row ? [row] : [])).slice(0, DECK_PROBLEMS_MAX)
  const fields = invalidRows.flatMap(({ number, faults }) =>
    faults.map(({ column, problem }) => ({ path: `rows.${number}.${column}`, problem })),
  )
  if (fields.length > 0) throw new AppError('VALIDATION', { fields })
  return cardRows.length > 0 ? parsedRows.flatMap((row) => ('card' in row ? [row.card] : [])) : reject('deck.empty')
}
