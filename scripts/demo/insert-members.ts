import { DAY_MS } from '@app/contract/limits'
import { Duty } from '@app/contract/members/duties'
import { emailKey } from '@app/contract/text/emails'
import { nameKey, nameSearch } from '@app/contract/text/names'
import type { DatabaseTransaction } from '@app/server/db/database'
import { toLookingForColumns } from '@app/server/members/looking-for'
import { refreshSearchRows } from '@app/server/members/search-rows'
import { TEAM_ID } from '@app/server/policies/team'
import type { Chat } from './compose-chats.ts'
import type { DemoMember } from './member.ts'
import { DEMO_MEMBERS, demoEmail } from './members.ts'
import { pickLookingFor, pickPersonDetails } from './persons.ts'
import { createRandom } from './random.ts'

const SEED = 4
const MINUTE_MS = 60_000

/** Returns the id of a member by user name. Throws if there is none. */
export type GetId = (userName: string) => string

/**
 * `idOf` returns the id of the acting party, which for an admin is the team; `accountIdOf` returns the id of the
 * account.
 */
export type DemoIds = { idOf: GetId; accountIdOf: GetId }

type Options = { chats: Chat[]; passwordHashFor: (email: string) => string; now: Date }

export async function insertMembers(
  tx: DatabaseTransaction,
  { chats, passwordHashFor, now }: Options,
): Promise<DemoIds> {
  const random = createRandom(SEED)
  const oldestFirst = DEMO_MEMBERS.toSorted((a, b) => b.registeredDaysAgo - a.registeredDaysAgo)
  const stored = await tx
    .insertInto('members')
    .values(
      oldestFirst.map((member) => {
        const email = demoEmail(member.userName)
        return {
          email,
          emailKey: emailKey(email),
          userName: member.userName,
          nameKey: nameKey(member.userName),
          nameSearch: nameSearch(member.userName),
          passwordHash: passwordHashFor(email),
          level: member.admin ? ('ADMIN' as const) : ('BASIC' as const),
          language: member.english ? ('ENGLISH' as const) : ('SWEDISH' as const),
          cities: member.cities,
          description: member.description,
          ...toLookingForColumns(member.lookingFor ?? pickLookingFor(random)),
          badges: member.verified ? ['VERIFIED' as const] : [],
          presenceOff: member.presenceOff ?? false,
          receiptsOff: member.receiptsOff ?? false,
          registeredAt: new Date(now.getTime() - member.registeredDaysAgo * DAY_MS).toISOString(),
          lastActiveAt: computeLastActive(member, chats, now).toISOString(),
        }
      }),
    )
    .returning(['id', 'userName'])
    .execute()
  const ids = new Map(stored.map(({ id, userName }) => [userName, id]))
  const admins = new Set(DEMO_MEMBERS.filter(({ admin }) => admin).map(({ userName }) => userName))
  const accountIdOf = (userName: string): string => {
    const id = ids.get(userName)
    if (!id) throw new Error(`There is no demo member ${userName}.`)
    return id
  }
  await insertPersons(tx, accountIdOf)
  await insertDuties(tx, accountIdOf)
  await refreshSearchRows(tx, ...ids.values())
  return { idOf: (userName) => (admins.has(userName) ? TEAM_ID : accountIdOf(userName)), accountIdOf }
}

async function insertDuties(tx: DatabaseTransaction, accountIdOf: GetId): Promise<void> {
  const rows = DEMO_MEMBERS.filter(({ admin }) => admin).flatMap(({ userName, duties = Duty.options }) =>
    duties.map((duty) => ({ memberId: accountIdOf(userName), duty })),
  )
  await tx.insertInto('team_duties').values(rows).execute()
}

async function insertPersons(tx: DatabaseTransaction, accountIdOf: GetId): Promise<void> {
  const random = createRandom(SEED)
  const rows = DEMO_MEMBERS.flatMap(({ userName, persons }) =>
    persons.map((person, index) => ({
      memberId: accountIdOf(userName),
      ordinal: index + 1,
      ...pickPersonDetails(random, person),
    })),
  )
  await tx.insertInto('persons').values(rows).execute()
}

/**
 * Returns the last activity of a member: as in the demo data, but not before the `lastReadAt` of any of their chats.
 */
function computeLastActive({ userName, seenMinutesAgo }: DemoMember, chats: Chat[], now: Date): Date {
  const readings = chats
    .flatMap(({ creator, invited, history }) => [
      creator === userName ? history.sides.creator.lastReadAt : null,
      invited === userName ? history.sides.invited.lastReadAt : null,
    ])
    .map((at) => at?.getTime() ?? 0)
  return new Date(Math.max(now.getTime() - seenMinutesAgo * MINUTE_MS, ...readings))
}
