import type { Language } from '@app/contract/text/language'
import { createDeviceSetting } from '../device/device-setting.ts'

const LOCALES = { SWEDISH: 'sv-SE', ENGLISH: 'en-GB' } as const satisfies Record<Language, string>

const setting = createDeviceSetting('language', ['SWEDISH', 'ENGLISH'], (language) => {
  document.documentElement.lang = language === 'ENGLISH' ? 'en' : 'sv'
})

/**
 * Returns this device's language: the one chosen on it, else the one adopted from the account or an emailed link, else
 * Swedish.
 */
export const getLanguage = setting.get
export const setLanguage = setting.set
export const adoptLanguage = setting.adopt
export const useLanguage = setting.use
export const localeOf = (language: Language): string => LOCALES[language]
