import { emailKey } from '@app/contract/text/emails'
import { nameKey, nameSearch } from '@app/contract/text/names'
import type { DatabaseTransaction } from '@app/server/db/database'
import { refreshSearchRows } from '@app/server/members/search-rows'
import { TEAM_ID } from '@app/server/policies/team'
import type { Chat } from './compose.ts'
import type { DemoMember } from './member.ts'
import { DEMO_MEMBERS, demoEmail } from './members.ts'
import { pickLookingFor, pickPersonDetails } from './persons.ts'
import { randomFrom } from './random.ts'

const SEED = 4
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** Returns the id with which a member acts: for an admin, the team's. */
export type Ids = (userName: string) => string

export type DemoIds = { ids: Ids; accounts: (userName: string) => string }

type Options = { chats: Chat[]; hashes: (email: string) => string; now: Date }

export async function insertMembers(tx: DatabaseTransaction, { chats, hashes, now }: Options): Promise<DemoIds> {
  const random = randomFrom(SEED)
  const oldestFirst = DEMO_MEMBERS.toSorted((a, b) => b.since - a.since)
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
          passwordHash: hashes(email),
          level: member.admin ? ('ADMIN' as const) : ('BASIC' as const),
          language: member.english ? ('ENGLISH' as const) : ('SWEDISH' as const),
          cities: member.cities,
          description: member.description,
          lookingFor: pickLookingFor(random),
          badges: member.verified ? ['VERIFIED' as const] : [],
          presenceOff: member.presenceOff ?? false,
          receiptsOff: member.receiptsOff ?? false,
          registeredAt: new Date(now.getTime() - member.since * DAY).toISOString(),
          lastActiveAt: lastActive(member, chats, now).toISOString(),
        }
      }),
    )
    .returning(['id', 'userName'])
    .execute()
  const ids = new Map(stored.map(({ id, userName }) => [userName, id]))
  const admins = new Set(DEMO_MEMBERS.filter(({ admin }) => admin).map(({ userName }) => userName))
  const accounts = (userName: string): string => {
    const id = ids.get(userName)
    if (!id) throw new Error(`There is no ${userName}.`)
    return id
  }
  await insertPersons(tx, accounts)
  await refreshSearchRows(tx, ...ids.values())
  return { ids: (userName) => (admins.has(userName) ? TEAM_ID : accounts(userName)), accounts }
}

async function insertPersons(tx: DatabaseTransaction, idOf: DemoIds['accounts']): Promise<void> {
  const random = randomFrom(SEED)
  const rows = DEMO_MEMBERS.flatMap(({ userName, persons }) =>
    persons.map((person, index) => ({
      memberId: idOf(userName),
      ordinal: index + 1,
      ...pickPersonDetails(random, person),
    })),
  )
  await tx.insertInto('persons').values(rows).execute()
}

/** Returns the last activity of a member: as written in the demo, but not before its last message or read. */
function lastActive({ userName, seen }: DemoMember, chats: Chat[], now: Date): Date {
  const readings = chats
    .flatMap(({ creator, invited, history }) => [
      creator === userName ? history.sides.creator.lastReadAt : null,
      invited === userName ? history.sides.invited.lastReadAt : null,
    ])
    .map((at) => at?.getTime() ?? 0)
  return new Date(Math.max(now.getTime() - seen * MINUTE, ...readings))
}
