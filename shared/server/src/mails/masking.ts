const ADDRESS = /[^\s@/]{1,64}(?:@|%(?:25)*40)[^\s@/]{1,255}/g

/**
 * Tokens, ids that could be tokens, email addresses, the variable part of this installation's URLs (emailed links,
 * queries, and names in API paths), and the text that browsers quote if it is not JSON. Repetitions before a match are
 * bounded, so that no text takes long.
 */
const SENSITIVE_PATTERNS: [RegExp, string][] = [
  [/(\/(?:token|mail)\/)[^\s"]+/g, '$1*'],
  [/(\/api\/v2\/[a-z-]{1,40}\/)[^\s"]+/g, '$1*'],
  [/\?[^\s"?=]{1,100}=[^\s"]*/g, '?*'],
  [/"[^"]{1,200}"(?=\.{0,3} is not valid JSON)/g, '*'],
  [/(JSON Parse error: [^"]{1,100})"[^"]*"/g, '$1*'],
  [/[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/g, '*'],
  [/[\w-]{32,}/g, '*'],
  [ADDRESS, '*'],
]

/** Returns text as one line: escapes line breaks, and characters that control how others are displayed. */
const toSingleLine = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) =>
    character === '\n' ? '\\n' : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Masks everything in a text that identifies a member. */
export const maskSensitive = (text: string): string =>
  toSingleLine(SENSITIVE_PATTERNS.reduce((rest, [pattern, mask]) => rest.replace(pattern, mask), text))

/** Masks the email addresses in a text. */
export const maskAddresses = (text: string): string => text.replace(ADDRESS, '*')
