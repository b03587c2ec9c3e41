const FENCE = /^[ \t]*(?:`{3,}|~{3,})[^`\n]*(?:\n|$)/gm
const RULE = /^[ \t]*(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/gm
/**
 * Matches the markers of block quotes, headings and bullets at the start of a line, including nested ones. The numbers
 * of numbered lists stay, since they are part of the text.
 */
const LINE_STARTS = /^[ \t]*(?:>[ \t]?|#{1,6}(?:[ \t]+|$)|[-+*][ \t]+)+/gm

const ESCAPED = /\\(?<escaped>[!-/:-@[-`{-~])/
const CODE = /(?<!`)(?<ticks>`+)(?!`)(?<code>.+?)(?<!`)\k<ticks>(?!`)/
const LINK = /!?\[(?<label>[^\]]*)\]\([^)]*(?:\)|$)/
const AUTOLINK = /<(?<url>(?:https?:\/\/|mailto:)[^<>\s]*)>/
const STARS = /(?<!\*)(?<stars>\*{1,3})(?=[^\s*])(?<starred>.+?)(?<=[^\s*])\k<stars>(?!\*)/
const UNDERSCORES =
  /(?<![\p{L}\p{N}_])(?<underscores>_{1,3})(?=[^\s_])(?<underscored>.+?)(?<=[^\s_])\k<underscores>(?![\p{L}\p{N}_])/u
const INLINE = new RegExp(
  [ESCAPED, CODE, LINK, AUTOLINK, STARS, UNDERSCORES].map(({ source }) => source).join('|'),
  'gsu',
)

/** Matches an opening marker without its closing one, which a truncated text may have lost. */
const UNCLOSED_MARKER = /(^|[\s(])(?:\*{1,3}|_{1,3}|`+|!?\[)(?=[^\s*_`[])/gu

const stripInline = (text: string): string =>
  text.replace(INLINE, (...groups) => {
    const { escaped, code, url, label, starred, underscored } = groups.at(-1) as Record<string, string | undefined>
    return escaped ?? code ?? url ?? stripInline(label ?? starred ?? underscored ?? '')
  })

/**
 * Returns a text without its Markdown markers, or the text itself if it consists only of markers. For places that show
 * plain text, such as previews and announcements to screen readers.
 */
export function stripMarkdown(text: string, isTruncated = false): string {
  const stripped = stripInline(text.replace(FENCE, '').replace(RULE, '').replace(LINE_STARTS, '')).trim()
  return (isTruncated ? stripped.replace(UNCLOSED_MARKER, '$1') : stripped) || text
}

/** Returns the first characters of a text. */
export const takeCharacters = (text: string, length: number): string => [...text].slice(0, length).join('')

/**
 * Returns the beginning of a text for a list, without Markdown markers. A text of `length` characters or more may have
 * been cut by the server: its unclosed markers are removed, too, and it ends with an ellipsis unless a sentence ends there.
 */
export function toListPreview(text: string, length: number): string {
  const isTruncated = [...text].length >= length
  const preview = takeCharacters(stripMarkdown(text, isTruncated), length)
  return isTruncated && !/[.!?…]$/.test(preview) ? `${preview.trimEnd()}…` : preview
}
