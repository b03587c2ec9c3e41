import type { Language } from '@app/contract/text/language'

/** A row of the report. Its value is null if the number is too small to be shown. */
export type FigureRow = { name: string; value: number | null }
export type FigureGroup = { title: string; rows: readonly FigureRow[] }

type Csv = { period: string; columns: readonly string[]; groups: readonly FigureGroup[]; language: Language }

// Spreadsheets split by the device's list separator: a semicolon where the decimal separator is a comma.
const FORMATS = {
  SWEDISH: { separator: ';', decimal: ',' },
  ENGLISH: { separator: ',', decimal: '.' },
} as const satisfies Record<Language, { separator: string; decimal: string }>

/** Quotes a text. An apostrophe keeps spreadsheets from evaluating a text that begins like a formula. */
const quote = (text: string): string => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

/** Returns the figures as CSV with one row per number, in the format that spreadsheets in the language expect. */
export function toCsv({ period, columns, groups, language }: Csv): string {
  const { separator, decimal } = FORMATS[language]
  const format = (value: number | null) => (value === null ? quote('<5') : String(value).replace('.', decimal))
  const rows = groups.flatMap(({ title, rows }) =>
    rows.map(({ name, value }) => [quote(period), quote(title), quote(name), format(value)].join(separator)),
  )
  // The byte order mark lets spreadsheets read the text as UTF-8.
  return `\uFEFF${[columns.map(quote).join(separator), ...rows].join('\r\n')}\r\n`
}
