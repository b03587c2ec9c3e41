import { localeOf, useLanguage } from '../lib/text/language.ts'
import { useTexts } from '../lib/text/texts.ts'
import type { Search } from './address.ts'
import { searchTexts } from './texts.ts'

/** Returns 'Par i Stockholm och Uppsala'. */
export function useTitle(): (search: Search) => string {
  const t = useTexts(searchTexts)
  const list = new Intl.ListFormat(localeOf(useLanguage()))
  return (search) => {
    if (search.by === 'name') return t('found.byName', { name: search.name })
    const { type, cities } = search.criteria
    const who = t(`found.${type}`)
    return cities.length > 0 ? t('found.inCities', { who, cities: list.format(cities) }) : who
  }
}
