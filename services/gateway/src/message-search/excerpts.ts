import { MESSAGE_EXCERPT_LENGTH } from '@app/contract/limits'

/** The number of characters before the first of the words, in an excerpt from the middle of a message. */
const LEAD_LENGTH = 24

const ELLIPSIS = '…'

/** Returns whether a text contains all words, which are folded for case. */
export function containsWords(text: string, words: readonly string[]): boolean {
  const folded = text.toLowerCase()
  return words.every((word) => folded.includes(word))
}

/** Returns the index at which an excerpt begins: after the first space between `index` and `limit`, else at `index`. */
function findStart(text: string, index: number, limit: number): number {
  if (index <= 0) return 0
  const space = text.slice(index, limit).search(/\s/)
  const start = space < 0 ? index : index + space + 1
  // Skips the second half of a surrogate pair.
  return /^[\uDC00-\uDFFF]/.test(text.slice(start)) ? start + 1 : start
}

/** Converts an index in the folded form of a text to one in the text: a letter such as İ folds to two characters. */
function toTextIndex(text: string, foldedIndex: number): number {
  let index = 0
  let folded = 0
  for (const character of text) {
    if (folded >= foldedIndex) break
    folded += character.toLowerCase().length
    index += character.length
  }
  return index
}

/** Returns the part of a text around the first of the words. */
export function toExcerpt(text: string, words: readonly string[]): string {
  if (text.length <= MESSAGE_EXCERPT_LENGTH) return text
  const folded = text.toLowerCase()
  const found = words.map((word) => folded.indexOf(word)).filter((index) => index >= 0)
  const first = toTextIndex(text, Math.min(...found, folded.length))
  const latestStart = text.length - MESSAGE_EXCERPT_LENGTH
  const start = findStart(text, Math.min(first - LEAD_LENGTH, latestStart), first)
  const end = start + MESSAGE_EXCERPT_LENGTH
  const excerpt = text.slice(start, end).replace(/[\uD800-\uDBFF]$/, '')
  return `${start > 0 ? ELLIPSIS : ''}${excerpt.trim()}${end < text.length ? ELLIPSIS : ''}`
}
