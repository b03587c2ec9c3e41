const ADDRESS = /[^\s@/]{1,64}(?:@|%(?:25)*40)[^\s@/]{1,255}/g

/**
 * Tokens, ids that could be tokens, mail addresses, of addresses of ours what comes after their fixed words (links that
 * were mailed, queries, and the names in calls), and what browsers quote of a text that is no JSON. What leads to a match
 * is bounded, so that no text takes long.
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

/** One line, whatever was sent: line breaks, and characters that steer how others are shown, are written out. */
const toSingleLine = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) =>
    character === '\n' ? '\\n' : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** What a text says without whom it is about. */
export const maskSensitive = (text: string): string =>
  toSingleLine(SENSITIVE_PATTERNS.reduce((rest, [pattern, mask]) => rest.replace(pattern, mask), text))

/** What a text says, without the mail addresses in it. */
export const maskAddresses = (text: string): string => text.replace(ADDRESS, '*')
