import { useNumberInWords } from '../../lib/text/number-words.ts'

/** Returns the arguments of a text with a count: the number, and its word at the beginning of a sentence. */
export function useCountInWords(): (count: number) => { count: number; words: string } {
  const inWords = useNumberInWords()
  return (count) => {
    const [first = '', ...rest] = inWords(count)
    return { count, words: first.toLocaleUpperCase('sv') + rest.join('') }
  }
}
