import type { Language } from '@app/contract/text/language'
import { createTranslator } from 'use-intl/core'
import { getLanguage, localeOf, useLanguage } from './language.ts'

type Messages = { [key: string]: string | Messages }

/** The same keys with translated texts. */
type Translated<Original> = {
  readonly [Key in keyof Original]: Original[Key] extends string ? string : Translated<Original[Key]>
}

const translatorOf = <const Original extends Messages>(language: Language, messages: Original) =>
  createTranslator<Original>({ locale: localeOf(language), messages })

type Translator<Original extends Messages> = ReturnType<typeof translatorOf<Original>>

/** The texts of one feature: Swedish, and English with the same keys, as ICU messages with typed arguments. */
export type Texts<Original extends Messages> = (language: Language) => Translator<Original>

export function defineTexts<const Swedish extends Messages>(
  swedish: Swedish,
  english: Translated<Swedish>,
): Texts<Swedish> {
  const translators = new Map<Language, Translator<Swedish>>()
  return (language) => {
    const cachedTranslator = translators.get(language)
    if (cachedTranslator) return cachedTranslator
    // NOTE: the types come from the Swedish texts; the English ones have the same keys and arguments.
    const translator = translatorOf(language, language === 'ENGLISH' ? (english as unknown as Swedish) : swedish)
    translators.set(language, translator)
    return translator
  }
}

export const useTexts = <Original extends Messages>(texts: Texts<Original>): Translator<Original> =>
  texts(useLanguage())

/** Returns texts in the current language for use outside of a component, such as in a toast. */
export const getTexts = <Original extends Messages>(texts: Texts<Original>): Translator<Original> =>
  texts(getLanguage())
