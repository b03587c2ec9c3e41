import { HOUR_MS } from '@app/contract/limits'
import { SearchFilter } from '@app/contract/members/profiles'
import type { DatabaseTransaction } from '@app/server/db/database'
import type { GetId } from './insert-members.ts'

const OPENED_HOURS_AGO = 5 * 24

const aged = (sex: 'FEMALE' | 'MALE', minAge: number, maxAge: number) => ({ sex, minAge, maxAge })

const SEARCHES_OF_MIRA = [
  {
    name: 'Par i Stockholm',
    filter: {
      ...{ couples: true, cities: ['Stockholm'], onlyWithPhoto: true },
      ...{ person1Selection: aged('FEMALE', 30, 60), person2Selection: aged('MALE', 30, 60) },
    },
    inDigest: true,
  },
  {
    name: 'Kvinnor i Stockholm',
    filter: { couples: false, cities: ['Stockholm'], person1Selection: aged('FEMALE', 30, 55) },
    inDigest: false,
  },
]

/** Members who were hidden from search until shortly before now. */
const NEWLY_FINDABLE = [
  { userName: 'Vinterparet', hoursAgo: 20 },
  { userName: 'Linn och Erik', hoursAgo: 44 },
  { userName: 'Havsbris 72', hoursAgo: 30 },
]

/** Inserts saved searches with new members; all other members have been findable since their registration. */
export async function insertSearches(tx: DatabaseTransaction, idOf: GetId, now: Date): Promise<void> {
  const ago = (hours: number) => new Date(now.getTime() - hours * HOUR_MS).toISOString()
  for (const table of ['search_profiles', 'search_cities'] as const) {
    await tx
      .updateTable(table)
      .from('members')
      .set(({ ref }) => ({ findableSince: ref('members.registeredAt') }))
      .whereRef('memberId', '=', 'members.id')
      .execute()
    for (const { userName, hoursAgo } of NEWLY_FINDABLE)
      await tx
        .updateTable(table)
        .set({ findableSince: ago(hoursAgo) })
        .where('memberId', '=', idOf(userName))
        .execute()
  }
  await tx
    .insertInto('saved_searches')
    .values(
      SEARCHES_OF_MIRA.map(({ filter, ...search }) => ({
        ...search,
        memberId: idOf('Mira'),
        filter: JSON.stringify(SearchFilter.parse(filter)),
        openedAt: ago(OPENED_HOURS_AGO),
      })),
    )
    .execute()
}
