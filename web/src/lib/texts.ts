import type { Language } from '@app/contract/language'
import { createTranslator } from 'use-intl/core'
import { getLanguage, localeOf, useLanguage } from './language.ts'

type Messages = { [key: string]: string | Messages }

/** The same keys with other words. */
type Translated<Original> = {
  readonly [Key in keyof Original]: Original[Key] extends string ? string : Translated<Original[Key]>
}

const translatorOf = <const Original extends Messages>(language: Language, messages: Original) =>
  createTranslator<Original>({ locale: localeOf(language), messages })

type Translator<Original extends Messages> = ReturnType<typeof translatorOf<Original>>

/** The texts of one feature: Swedish, and English with the same keys. ICU messages, whose arguments are typed. */
export type Texts<Original extends Messages> = (language: Language) => Translator<Original>

export function defineTexts<const Swedish extends Messages>(
  swedish: Swedish,
  english: Translated<Swedish>,
): Texts<Swedish> {
  const made = new Map<Language, Translator<Swedish>>()
  return (language) => {
    const known = made.get(language)
    if (known) return known
    // NOTE: the English texts have the keys and arguments of the Swedish ones, which the types come from.
    const translator = translatorOf(language, language === 'ENGLISH' ? (english as unknown as Swedish) : swedish)
    made.set(language, translator)
    return translator
  }
}

export const useTexts = <Original extends Messages>(texts: Texts<Original>): Translator<Original> =>
  texts(useLanguage())

/** For texts made outside of a component, such as those of a toast. */
export const textsNow = <Original extends Messages>(texts: Texts<Original>): Translator<Original> =>
  texts(getLanguage())
