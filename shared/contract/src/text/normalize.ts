/** Control characters except line breaks and tabs, and unpaired surrogates. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
const UNSTORABLE_CHARACTERS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]|\p{Surrogate}/u

/** Returns whether the database can store a text. */
export const isStorable = (text: string): boolean => !UNSTORABLE_CHARACTERS.test(text)

/**
 * Characters without a glyph: spaces, format characters, fillers, and selectors that only change how another character
 * looks.
 */
const INVISIBLE_CHARACTERS = /[\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** Returns whether a text contains visible characters. */
export const isVisible = (text: string): boolean => text.replace(INVISIBLE_CHARACTERS, '') !== ''

/** Returns a text in the form in which it is stored: NFC, with LF line breaks, trimmed. */
export const normalizeText = (text: string): string => text.replace(/\r\n?/g, '\n').normalize('NFC').trim()
