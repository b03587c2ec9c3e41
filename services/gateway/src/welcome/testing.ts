import type { Orientation, Profile, Sex, WantedAges } from '@app/contract/members/members'
import type { Encrypted } from '@app/contract/members/profiles'
import { Suggestion } from '@app/contract/welcome'
import type { Database } from '@app/server/db/database'
import { toLookingForColumns } from '@app/server/members/looking-for'
import { refreshSearchRows } from '@app/server/members/search-rows'
import { aMember, type MemberOptions, type TestMember } from '@app/server/testing/members'
import * as z from 'zod/mini'
import { decryptResponse } from '../search/testing.ts'
import type { TestGateway } from '../testing.ts'

type Person = { sex?: Sex; yearOfBirth?: number; orientation?: Orientation }

type PreferenceOptions = Omit<MemberOptions, 'couple' | 'yearOfBirth'> & {
  persons?: Person[]
  description?: string
  lookingFor?: Profile['lookingFor']
  wantedAges?: WantedAges
  hiddenFromSearch?: boolean
}

/** Creates a member with these persons, by default one woman born in 1985, and these preferences, by default none. */
export async function aMemberWithPreferences(db: Database, options: PreferenceOptions = {}): Promise<TestMember> {
  const { persons = [{}], description, lookingFor, wantedAges, hiddenFromSearch, ...memberOptions } = options
  const member = await aMember(db, memberOptions)
  await db
    .updateTable('members')
    .set({
      description: description ?? '',
      ...toLookingForColumns(lookingFor ?? []),
      wantedAgeMin: wantedAges?.min ?? null,
      wantedAgeMax: wantedAges?.max ?? null,
      hiddenFromSearch: hiddenFromSearch ?? false,
    })
    .where('id', '=', member.accountId)
    .execute()
  await db.deleteFrom('persons').where('memberId', '=', member.accountId).execute()
  await db
    .insertInto('persons')
    .values(
      persons.map((person, index) => ({
        ...{ memberId: member.accountId, ordinal: index + 1, sex: 'FEMALE', yearOfBirth: 1985 },
        ...person,
      })),
    )
    .execute()
  await db.transaction().execute((tx) => refreshSearchRows(tx, member.accountId))
  return member
}

/** Returns functions that request suggestions. */
export const createSuggestionHelpers = ({ as, tokenOf }: Pick<TestGateway, 'as' | 'tokenOf'>) => {
  async function listSuggestions(member: TestMember): Promise<Suggestion[]> {
    const { status, body } = await as(member).get<Encrypted>('/getting-started/suggestions')
    if (status !== 200) throw new Error(`responded with ${status}`)
    return decryptResponse(z.array(Suggestion), body, tokenOf(member))
  }
  const listNames = async (member: TestMember): Promise<string[]> =>
    (await listSuggestions(member)).map(({ userName }) => userName)
  return { listSuggestions, listNames }
}
