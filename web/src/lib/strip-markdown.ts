const FENCE = /^[ \t]*(?:`{3,}|~{3,})[^`\n]*(?:\n|$)/gm
const RULE = /^[ \t]*(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/gm
/** Quotes, headings and bullets, also one within the other. The number of a numbered list belongs to what is read. */
const LINE_STARTS = /^[ \t]*(?:>[ \t]?|#{1,6}(?:[ \t]+|$)|[-+*][ \t]+)+/gm

const ESCAPED = /\\(?<escaped>[!-/:-@[-`{-~])/
const CODE = /(?<!`)(?<ticks>`+)(?!`)(?<code>.+?)(?<!`)\k<ticks>(?!`)/
const LINK = /!?\[(?<label>[^\]]*)\]\([^)]*(?:\)|$)/
const ADDRESS = /<(?<address>(?:https?:\/\/|mailto:)[^<>\s]*)>/
const STARS = /(?<!\*)(?<stars>\*{1,3})(?=[^\s*])(?<strong>.+?)(?<=[^\s*])\k<stars>(?!\*)/
const LINES = /(?<![\p{L}\p{N}_])(?<lines>_{1,3})(?=[^\s_])(?<low>.+?)(?<=[^\s_])\k<lines>(?![\p{L}\p{N}_])/u
const INLINE = new RegExp([ESCAPED, CODE, LINK, ADDRESS, STARS, LINES].map(({ source }) => source).join('|'), 'gsu')

/** Where a text was cut off, its last mark may have lost its twin. */
const LONELY = /(^|[\s(])(?:\*{1,3}|_{1,3}|`+|!?\[)(?=[^\s*_`[])/gu

const inline = (text: string): string =>
  text.replace(INLINE, (...found) => {
    const { escaped, code, address, label, strong, low } = found.at(-1) as Record<string, string | undefined>
    return escaped ?? code ?? address ?? inline(label ?? strong ?? low ?? '')
  })

/** The words of a text without the marks of its markdown: for where it is named, told or read, but not laid out. */
export function stripMarkdown(text: string, isCut = false): string {
  const words = inline(text.replace(FENCE, '').replace(RULE, '').replace(LINE_STARTS, '')).trim()
  return (isCut ? words.replace(LONELY, '$1') : words) || text
}

/** The first characters of a text. */
export const firstCharacters = (text: string, length: number): string => [...text].slice(0, length).join('')

/** The beginning of a text, as a list shows it. */
export const stripListMarks = (text: string, length: number): string =>
  firstCharacters(stripMarkdown(text, [...text].length >= length), length)
