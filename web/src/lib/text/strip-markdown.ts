const FENCE = /^[ \t]*(?:`{3,}|~{3,})[^`\n]*(?:\n|$)/gm
const RULE = /^[ \t]*(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/gm
/**
 * Matches quote marks, headings and bullets at the start of a line, also nested. The numbers of numbered lists stay,
 * since they are part of the text.
 */
const LINE_STARTS = /^[ \t]*(?:>[ \t]?|#{1,6}(?:[ \t]+|$)|[-+*][ \t]+)+/gm

const ESCAPED = /\\(?<escaped>[!-/:-@[-`{-~])/
const CODE = /(?<!`)(?<ticks>`+)(?!`)(?<code>.+?)(?<!`)\k<ticks>(?!`)/
const LINK = /!?\[(?<label>[^\]]*)\]\([^)]*(?:\)|$)/
const ADDRESS = /<(?<address>(?:https?:\/\/|mailto:)[^<>\s]*)>/
const STARS = /(?<!\*)(?<stars>\*{1,3})(?=[^\s*])(?<strong>.+?)(?<=[^\s*])\k<stars>(?!\*)/
const LINES = /(?<![\p{L}\p{N}_])(?<lines>_{1,3})(?=[^\s_])(?<low>.+?)(?<=[^\s_])\k<lines>(?![\p{L}\p{N}_])/u
const INLINE = new RegExp([ESCAPED, CODE, LINK, ADDRESS, STARS, LINES].map(({ source }) => source).join('|'), 'gsu')

/** Matches an opening mark without its closing one, which a truncated text may have lost. */
const LONELY = /(^|[\s(])(?:\*{1,3}|_{1,3}|`+|!?\[)(?=[^\s*_`[])/gu

const inline = (text: string): string =>
  text.replace(INLINE, (...found) => {
    const { escaped, code, address, label, strong, low } = found.at(-1) as Record<string, string | undefined>
    return escaped ?? code ?? address ?? inline(label ?? strong ?? low ?? '')
  })

/** Returns a text without its Markdown marks, for previews, announcements and other places without layout. */
export function stripMarkdown(text: string, isCut = false): string {
  const words = inline(text.replace(FENCE, '').replace(RULE, '').replace(LINE_STARTS, '')).trim()
  return (isCut ? words.replace(LONELY, '$1') : words) || text
}

/** Returns the first characters of a text. */
export const firstCharacters = (text: string, length: number): string => [...text].slice(0, length).join('')

/** Returns the beginning of a text for a list, without Markdown marks. */
export const stripListMarks = (text: string, length: number): string =>
  firstCharacters(stripMarkdown(text, [...text].length >= length), length)
