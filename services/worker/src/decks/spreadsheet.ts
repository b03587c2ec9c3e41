import { DECK_ROWS_MAX } from '@app/contract/limits'
import { AppError } from '@app/server/errors'
import { type CellObject, CFB, type ParsingOptions, read, utils, type WorkBook, type WorkSheet } from '@e965/xlsx'
import { readCsvText } from './csv-text.ts'
import { type Parts, unpack } from './unpack.ts'

/** What stands in a cell as text; a formula is none. */
export type Cell = string | { formula: true }

/** The cells of the first sheet, row by row as it shows them; empty ones may be missing. */
export type Sheet = {
  rows: Cell[][]
  /** It reaches further down than a deck may, though there may be nothing. */
  hasTooManyRows: boolean
}

/** Beside the row of names, and one more to see that the sheet goes on. */
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
  // Only what stands in the text, no numbers and dates that it looks like.
  raw: true,
} satisfies ParsingOptions

/** Names for things that stand elsewhere, or that grow: no spreadsheet needs them. */
const DECLARATION = /<!(?:DOCTYPE|ENTITY)/i

const isZip = (bytes: Buffer): boolean => bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004', 'latin1'))

const isSpreadsheet = (parts: Parts): boolean =>
  parts.has('[Content_Types].xml') ? parts.has('xl/workbook.xml') : parts.has('content.xml')

/** An archive of these parts and nothing else, not packed, so that whoever reads it has nothing to unpack. */
function repack(parts: Parts): Buffer {
  const archive = CFB.utils.cfb_new()
  for (const [name, content] of parts) CFB.utils.cfb_add(archive, `/${name}`, content)
  return CFB.write(archive, { fileType: 'zip', type: 'buffer' }) as Buffer
}

async function readZip(bytes: Buffer): Promise<WorkBook> {
  const parts = await unpack(bytes)
  if (!isSpreadsheet(parts)) throw new AppError('UNSUPPORTED_MEDIA')
  for (const content of parts.values())
    if (DECLARATION.test(content.toString('latin1'))) throw new Error('a part declares entities')
  return read(repack(parts), { ...PARSING_OPTIONS, type: 'buffer' })
}

function readCell({ t, v, f }: CellObject): Cell {
  if (f !== undefined || (typeof v === 'string' && v.trimStart().startsWith('='))) return { formula: true }
  return t === 'e' || v === undefined ? '' : String(v)
}

/** What lies below is not read, so a sheet that goes on is not taken for one that ends there. */
const exceedsRowLimit = (sheet: WorkSheet | undefined): boolean =>
  utils.decode_range(sheet?.['!fullref'] ?? sheet?.['!ref'] ?? 'A1').e.r >= ROWS_READ_MAX - 1

/** What is read is decided by the content: an archive is .xlsx or .ods, text is .csv, all else is no spreadsheet. */
export async function readSpreadsheet(bytes: Buffer): Promise<Sheet> {
  const { SheetNames, Sheets } = isZip(bytes)
    ? await readZip(bytes)
    : read(readCsvText(bytes), { ...PARSING_OPTIONS, type: 'string' })
  const sheet = Sheets[SheetNames[0] ?? '']
  const data = (sheet?.['!data'] ?? []) as (CellObject | undefined)[][]
  const rows = Array.from(data.slice(0, ROWS_READ_MAX), (row) =>
    Array.from(row ?? [], (cell) => (cell ? readCell(cell) : '')),
  )
  return { rows, hasTooManyRows: exceedsRowLimit(sheet) }
}
