export const LANGUAGES = ['SWEDISH', 'ENGLISH'] as const
export type Language = (typeof LANGUAGES)[number]

/** A text in both languages of the product. */
export type Text = { sv: string; en: string }

export const translate = (text: Text, language: Language): string => (language === 'SWEDISH' ? text.sv : text.en)

/** Returns the product's language that an `Accept-Language` header prefers; null if the header accepts neither. */
export function findPreferredLanguage(acceptLanguage: string | undefined): Language | null {
  const accepted = (acceptLanguage ?? '')
    .split(',')
    .map((part, index) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const quality = parameters.map((parameter) => /^\s*q=([\d.]+)$/.exec(parameter)?.[1]).find(Boolean)
      return { tag: tag.split('-')[0], quality: quality ? Number(quality) : 1, index }
    })
    .filter(({ tag, quality }) => quality > 0 && (tag === 'sv' || tag === 'en'))
    .sort((first, second) => second.quality - first.quality || first.index - second.index)
  if (!accepted[0]) return null
  return accepted[0].tag === 'en' ? 'ENGLISH' : 'SWEDISH'
}
