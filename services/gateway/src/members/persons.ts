import type { SavePerson } from '@app/contract/members'
import type { DatabaseTransaction } from '@app/server/db/database'
import { sql } from 'kysely'

/** The years of birth stand in the order of the persons. */
export type Own = { userName: string; years: number[] }

/** Keeps the member's row until the transaction ends, so that one save waits for the other. */
export async function lockOwn(db: DatabaseTransaction, memberId: string): Promise<Own> {
  const { userName } = await db
    .selectFrom('members')
    .select('userName')
    .where('id', '=', memberId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const persons = await db
    .selectFrom('persons')
    .select('yearOfBirth')
    .where('memberId', '=', memberId)
    .orderBy('ordinal')
    .execute()
  return { userName, years: persons.map(({ yearOfBirth }) => yearOfBirth) }
}

/** What does not belong to the person's sex is not kept. */
const kept = (person: SavePerson): SavePerson => ({
  ...person,
  breastSize: person.sex === 'FEMALE' ? person.breastSize : null,
  penisSize: person.sex === 'MALE' ? person.penisSize : null,
})

/** False when the person stood so already. */
export async function upsertPerson(
  db: DatabaseTransaction,
  memberId: string,
  ordinal: 1 | 2,
  person: SavePerson,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('persons')
    .values({ memberId, ordinal, ...kept(person) })
    .onConflict((conflict) =>
      conflict
        .columns(['memberId', 'ordinal'])
        .doUpdateSet(kept(person))
        .where(sql<boolean>`persons is distinct from excluded`),
    )
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows) > 0
}

export async function deleteSecondPerson(db: DatabaseTransaction, memberId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('persons')
    .where('memberId', '=', memberId)
    .where('ordinal', '=', 2)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
