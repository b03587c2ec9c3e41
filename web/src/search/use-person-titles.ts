import type { FindableSex } from '@app/contract/members/profiles'
import { useTexts } from '../lib/text/texts.ts'
import { searchTexts } from './texts.ts'

/** Returns a function for the title of each person: 'Kvinna', or for two men 'Ena mannen' and 'Andra mannen'. */
export function usePersonTitles(): (sexes: readonly FindableSex[]) => string[] {
  const t = useTexts(searchTexts)
  return ([first, second]) => {
    if (!first) return []
    if (!second) return [t(`person.${first}`)]
    if (first !== second || first === 'NON_BINARY') return [t(`person.${first}`), t(`person.${second}`)]
    return [t(`person.one${first}`), t(`person.other${first}`)]
  }
}
