import type { PersonInList } from '@app/contract/members/profiles'
import { useTexts } from '../lib/text/texts.ts'
import { useAge } from './facts.ts'
import { personsTexts } from './persons-texts.ts'

/** Returns a formatter with results such as 'Par, 35 bi och 37 hetero'; a secret orientation is left out. */
export function usePersonsInList(): (persons: readonly PersonInList[]) => string {
  const t = useTexts(personsTexts)
  const ageOf = useAge()
  const factsOf = (person: PersonInList): string =>
    person.orientation === 'SECRET'
      ? String(ageOf(person))
      : `${ageOf(person)} ${t(`orientation.${person.orientation}`)}`
  return ([first, second]) => {
    if (!first) return ''
    if (!second) return t(`inList.${first.sex}`, { facts: factsOf(first) })
    return t('inList.couple', { first: factsOf(first), second: factsOf(second) })
  }
}
