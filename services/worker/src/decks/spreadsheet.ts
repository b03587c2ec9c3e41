import { DECK_ROWS_MAX } from '@app/contract/limits'
import { AppError } from '@app/server/errors'
import { type CellObject, CFB, type ParsingOptions, read, utils, type WorkBook, type WorkSheet } from '@e965/xlsx'
import { prepareCsvText } from './csv-text.ts'
import { type Parts, unpack } from './unpack.ts'

/** The text of a cell, or a marker for a formula. */
export type Cell = string | { formula: true }

/** The cells of the first sheet, row by row; empty cells may be missing. */
export type Sheet = {
  rows: Cell[][]
  /** Whether the sheet's range exceeds the row limit, even if the cells below it are empty. */
  hasTooManyRows: boolean
}

/** The maximum number of rows, the header, and one more row, which shows that the sheet continues. */
const ROWS_READ_MAX = DECK_ROWS_MAX + 2

const PARSING_OPTIONS = {
  dense: true,
  sheets: 0,
  sheetRows: ROWS_READ_MAX,
  cellFormula: true,
  cellHTML: false,
  cellText: false,
  cellDates: false,
  bookVBA: false,
  // Keeps text as it is, without conversion into numbers and dates.
  raw: true,
} satisfies ParsingOptions

/** Declarations of external or expanding entities, which no spreadsheet needs. */
const DECLARATION = /<!(?:DOCTYPE|ENTITY)/i

const isZip = (bytes: Buffer): boolean => bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004', 'latin1'))

const isSpreadsheet = (parts: Parts): boolean =>
  parts.has('[Content_Types].xml') ? parts.has('xl/workbook.xml') : parts.has('content.xml')

/** Builds an uncompressed archive of only these parts, so that the parser has nothing to decompress. */
function repack(parts: Parts): Buffer {
  const archive = CFB.utils.cfb_new()
  for (const [name, content] of parts) CFB.utils.cfb_add(archive, `/${name}`, content)
  return CFB.write(archive, { fileType: 'zip', type: 'buffer' }) as Buffer
}

async function parseZip(bytes: Buffer): Promise<WorkBook> {
  const parts = await unpack(bytes)
  if (!isSpreadsheet(parts)) throw new AppError('UNSUPPORTED_MEDIA')
  for (const content of parts.values())
    if (DECLARATION.test(content.toString('latin1'))) throw new Error('a part declares entities')
  return read(repack(parts), { ...PARSING_OPTIONS, type: 'buffer' })
}

function parseCell({ t, v, f }: CellObject): Cell {
  if (f !== undefined || (typeof v === 'string' && v.trimStart().startsWith('='))) return { formula: true }
  return t === 'e' || v === undefined ? '' : String(v)
}

/** Returns whether the sheet continues below the rows that are read. */
const exceedsRowLimit = (sheet: WorkSheet | undefined): boolean =>
  utils.decode_range(sheet?.['!fullref'] ?? sheet?.['!ref'] ?? 'A1').e.r >= ROWS_READ_MAX - 1

/** Parses a spreadsheet: an archive as .xlsx or .ods, text as .csv. Throws for any other content. */
export async function parseSpreadsheet(bytes: Buffer): Promise<Sheet> {
  const { SheetNames, Sheets } = isZip(bytes)
    ? await parseZip(bytes)
    : read(prepareCsvText(bytes), { ...PARSING_OPTIONS, type: 'string' })
  const sheet = Sheets[SheetNames[0] ?? '']
  const data = (sheet?.['!data'] ?? []) as (CellObject | undefined)[][]
  const rows = Array.from(data.slice(0, ROWS_READ_MAX), (row) =>
    Array.from(row ?? [], (cell) => (cell ? parseCell(cell) : '')),
  )
  return { rows, hasTooManyRows: exceedsRowLimit(sheet) }
}
