import type { Language } from '@app/contract/language'

/** Each language in its own words, for the switch between them. */
export const LANGUAGE_CHOICES = [
  { value: 'SWEDISH', label: 'Svenska', lang: 'sv' },
  { value: 'ENGLISH', label: 'English', lang: 'en' },
] as const satisfies readonly { value: Language; label: string; lang: string }[]
