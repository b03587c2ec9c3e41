import { localeOf, useLanguage } from '../lib/text/language.ts'
import { useTexts } from '../lib/text/texts.ts'
import { searchTexts } from './texts.ts'
import type { Search } from './urls.ts'

/** Returns a formatter for the title of a search, such as 'Par i Stockholm och Uppsala'. */
export function useTitle(): (search: Search) => string {
  const t = useTexts(searchTexts)
  const list = new Intl.ListFormat(localeOf(useLanguage()))
  return (search) => {
    if (search.by === 'name') return t('found.byName', { name: search.name })
    const { type, cities } = search.criteria
    const subject = t(`found.${type}`)
    return cities.length > 0 ? t('found.inCities', { who: subject, cities: list.format(cities) }) : subject
  }
}
