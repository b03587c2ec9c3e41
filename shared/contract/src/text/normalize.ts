/** Control characters except line break and tab, or an unpaired surrogate. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
const UNSTORABLE_CHARACTERS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]|\p{Surrogate}/u

/** Returns whether the database can store a text. */
export const isStorable = (text: string): boolean => !UNSTORABLE_CHARACTERS.test(text)

/**
 * Characters without a glyph: spaces, format characters, fillers, and selectors that only change how another character
 * looks.
 */
const INVISIBLE = /[\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu

export const isVisible = (text: string): boolean => text.replace(INVISIBLE, '') !== ''

export const normalizeLineBreaks = (text: string): string => text.replace(/\r\n?/g, '\n')

/** Returns a text as it is stored: NFC, plain line breaks, trimmed. */
export const normalizeText = (text: string): string => normalizeLineBreaks(text).normalize('NFC').trim()
