import type { Language } from '@app/contract/text/language'

/** Each language's name in that language, for the language switch. */
export const LANGUAGE_CHOICES = [
  { value: 'SWEDISH', label: 'Svenska', lang: 'sv' },
  { value: 'ENGLISH', label: 'English', lang: 'en' },
] as const satisfies readonly { value: Language; label: string; lang: string }[]
