import type { Language } from '@app/contract/text/language'
import { localeOf, useLanguage } from './language.ts'

const WORDS_FROM_TWO = {
  SWEDISH: ['två', 'tre', 'fyra', 'fem', 'sex', 'sju', 'åtta', 'nio', 'tio', 'elva', 'tolv'],
  ENGLISH: ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'],
} as const satisfies Record<Language, readonly string[]>

/**
 * Returns 2 to 12 as a word for running text, any other number in digits. The number one has a form of its own in each
 * text.
 */
export const numberInWords = (count: number, language: Language): string =>
  WORDS_FROM_TWO[language][count - 2] ?? new Intl.NumberFormat(localeOf(language)).format(count)

export function useNumberInWords(): (count: number) => string {
  const language = useLanguage()
  return (count) => numberInWords(count, language)
}
