import { AppError } from '@app/server/errors'

/** What no text holds. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
const BINARY = /[\u0000-\u0008\u000B\u000C\u000E-\u001F]/

/** Excel in Swedish still saves a .csv in the system's own characters unless it is told otherwise. */
function decodeText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const SEPARATORS = [',', ';', '\t']

/** The one that stands most often between the names of the columns. */
function detectSeparator(header: string): string {
  const [most = ','] = SEPARATORS.map((separator) => ({ separator, times: header.split(separator).length }))
    .sort((one, other) => other.times - one.times)
    .map(({ separator }) => separator)
  return most
}

/**
 * The text of a .csv with a line before it that names the separator.
 * NOTE: without that line its reader would guess what kind of file it is, and take it for a web page or worse.
 */
export function readCsvText(bytes: Buffer): string {
  const text = decodeText(bytes).replace(/^sep=.\r?\n/, '')
  if (BINARY.test(text) || text.trimStart().startsWith('<') || text.startsWith('%PDF'))
    throw new AppError('UNSUPPORTED_MEDIA')
  const [header = ''] = text.trimStart().split(/[\r\n]/, 1)
  return `sep=${detectSeparator(header)}\n${text.trimEnd()}`
}
