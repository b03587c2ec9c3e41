export type Part = { text: string; isMatch: boolean }

/** Splits a text at each occurrence of the words of a search, also inside longer words. */
export function splitAtWords(text: string, words: readonly string[]): Part[] {
  // Lowercasing changes the length of some rare scripts; then nothing is marked.
  const folded = text.toLowerCase()
  if (folded.length !== text.length) return [{ text, isMatch: false }]
  const marked = new Array<boolean>(text.length).fill(false)
  for (const word of words)
    for (let index = folded.indexOf(word); index >= 0; index = folded.indexOf(word, index + 1))
      marked.fill(true, index, index + word.length)
  const parts: Part[] = []
  for (const [index, isMatch] of marked.entries()) {
    const last = parts.at(-1)
    if (last?.isMatch === isMatch) last.text += text[index]
    else parts.push({ text: text[index] ?? '', isMatch })
  }
  return parts
}
