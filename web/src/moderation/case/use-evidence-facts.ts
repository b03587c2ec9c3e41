import type { Sex } from '@app/contract/members/members'
import type { EvidencePart } from '@app/contract/safety/cases'
import { useTexts } from '../../lib/text/texts.ts'
import { caseTexts } from './case-texts.ts'
import { useCaseTimes } from './use-case-times.ts'

type Fact = EvidencePart['facts'][number]

const NAMES = [
  'seenName',
  'person',
  'cities',
  'verified',
  'lookingFor',
  'album',
  'members',
  'open',
  'creator',
  'place',
  'time',
  'paid',
  'group',
  'altText',
  'news',
] as const

const ALBUMS = ['PUBLIC', 'PRIVATE', 'VERIFIED', 'CHAT', 'GROUP', 'MOVIE'] as const
const SEXES = ['FEMALE', 'MALE', 'NON_BINARY', 'SECRET'] as const satisfies readonly Sex[]
const SEEKS = ['MIXED_COUPLES', 'FEMALES', 'MALES', 'NON_BINARY', 'FEMALE_COUPLES', 'MALE_COUPLES'] as const

/** Returns a function that puts the facts of frozen evidence into words. Leaves unknown names and values as they are. */
export function useEvidenceFacts(): (fact: Fact) => Fact {
  const t = useTexts(caseTexts)
  const { at } = useCaseTimes()
  const describeSought = (kind: string): string => {
    const known = SEEKS.find((one) => one === kind)
    return known ? t(`seeks.${known}`) : kind
  }
  const describe = (name: string, value: string): string => {
    if (name === 'seenName') return value
    if (value === 'true' || value === 'false') return t(value === 'true' ? 'yes' : 'no')
    if (name === 'time' && !Number.isNaN(Date.parse(value))) return at(value)
    const album = name === 'album' && ALBUMS.find((one) => one === value)
    if (album) return t(`album.${album}`)
    if (name === 'lookingFor') return value.split(', ').map(describeSought).join(', ')
    const [, code, year] = /^(\w+) (\d+)$/.exec(value) ?? []
    const sex = name === 'person' && SEXES.find((one) => one === code)
    return sex && year ? t('born', { sex: t(`sex.${sex}`), year }) : value
  }
  return ({ name, value }) => {
    const known = NAMES.find((one) => one === name)
    return { name: known ? t(`fact.${known}`) : name, value: describe(name, value) }
  }
}
