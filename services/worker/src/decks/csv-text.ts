import { AppError } from '@app/server/errors'

/** Control characters, which only binary files contain. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
const BINARY_CHARACTERS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F]/

/** Decodes UTF-8, or else Windows-1252, in which the Swedish Excel saves a .csv by default. */
function decodeText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const SEPARATORS = [',', ';', '\t']

/** Returns the separator that is most frequent in the header. */
function detectSeparator(header: string): string {
  const [mostFrequent = ','] = SEPARATORS.map((separator) => ({ separator, count: header.split(separator).length }))
    .sort((left, right) => right.count - left.count)
    .map(({ separator }) => separator)
  return mostFrequent
}

/**
 * Returns the text of a .csv file, with a first line that names the separator.
 * NOTE: without that line the parser would guess the file type, and might parse the text as HTML or another format.
 */
export function prepareCsvText(bytes: Buffer): string {
  const text = decodeText(bytes).replace(/^sep=.\r?\n/, '')
  if (BINARY_CHARACTERS.test(text) || text.trimStart().startsWith('<') || text.startsWith('%PDF'))
    throw new AppError('UNSUPPORTED_MEDIA')
  const [header = ''] = text.trimStart().split(/[\r\n]/, 1)
  return `sep=${detectSeparator(header)}\n${text.trimEnd()}`
}
