const ADDRESS = /[^\s@/]{1,64}(?:@|%(?:25)*40)[^\s@/]{1,255}/g

/**
 * Patterns with the replacements of their matches: tokens, ids that could be tokens, email addresses, the variable
 * parts of this installation's URLs (emailed links, queries, and names in API paths), and the input that browsers quote
 * in errors about invalid JSON. Bounds on repetitions, and a fixed start of tokens, keep the patterns from taking
 * quadratic time.
 */
const SENSITIVE_PATTERNS: [RegExp, string][] = [
  [/(\/(?:token|mail)\/)[^\s"]+/g, '$1*'],
  [/(\/api\/v2\/[a-z-]{1,40}\/)[^\s"]+/g, '$1*'],
  [/\?[^\s"?=]{1,100}=[^\s"]*/g, '?*'],
  [/"[^"]{1,200}"(?=\.{0,3} is not valid JSON)/g, '*'],
  [/(JSON Parse error: [^"]{1,100})"[^"]*"/g, '$1*'],
  [/(?<![\w-])[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/g, '*'],
  [/[\w-]{32,}/g, '*'],
  [ADDRESS, '*'],
]

/** Escapes line breaks and other control and format characters, so that the text is a single line. */
const toSingleLine = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) =>
    character === '\n' ? '\\n' : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Masks tokens, ids, email addresses and names in a text, and returns it as a single line. */
export const maskSensitive = (text: string): string =>
  toSingleLine(
    SENSITIVE_PATTERNS.reduce((masked, [pattern, replacement]) => masked.replace(pattern, replacement), text),
  )

/** Masks the email addresses in a text. */
export const maskAddresses = (text: string): string => text.replace(ADDRESS, '*')
