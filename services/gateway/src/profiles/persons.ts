import { type ChangePerson, SavePerson } from '@app/contract/members/members'
import type { DatabaseTransaction } from '@app/server/db/database'
import { AppError } from '@app/server/errors'
import { sql } from 'kysely'

/** A member's name and persons, the latter in their order. */
export type OwnProfile = { userName: string; persons: SavePerson[] }

const FIELDS = Object.keys(SavePerson.shape) as (keyof SavePerson)[]

/** Locks the member's row until the transaction ends, which serializes saves. */
export async function lockOwnProfile(db: DatabaseTransaction, memberId: string): Promise<OwnProfile> {
  const { userName } = await db
    .selectFrom('members')
    .select('userName')
    .where('id', '=', memberId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const persons = await db
    .selectFrom('persons')
    .select(FIELDS)
    .where('memberId', '=', memberId)
    .orderBy('ordinal')
    .$castTo<SavePerson>()
    .execute()
  return { userName, persons }
}

const UNSPECIFIED: Omit<SavePerson, 'sex' | 'yearOfBirth' | 'orientation'> = {
  height: null,
  weight: null,
  body: 'SECRET',
  eyeColor: 'SECRET',
  smoking: 'SECRET',
  drinking: 'SECRET',
  ethnicity: 'SECRET',
  breastSize: null,
  penisSize: null,
  shavedStyle: 'SECRET',
}

const REQUIRED = [
  ['sex', 'person.sex'],
  ['yearOfBirth', 'person.year'],
  ['orientation', 'person.orientation'],
] as const

/**
 * Returns a person after a change; omitted fields keep their stored values. Throws if a new person lacks required
 * fields.
 */
export function mergePerson(path: string, change: ChangePerson, stored: SavePerson | undefined): SavePerson {
  const { sex, yearOfBirth, orientation, ...rest } = { ...stored, ...change }
  if (sex !== undefined && yearOfBirth !== undefined && orientation !== undefined)
    return { ...UNSPECIFIED, ...rest, sex, yearOfBirth, orientation }
  const missing = REQUIRED.filter(([field]) => change[field] === undefined)
  throw new AppError('VALIDATION', {
    fields: missing.map(([field, problem]) => ({ path: `profile.${path}.${field}`, problem })),
  })
}

/** Clears the fields that do not apply to the person's sex. */
const withApplicableFields = (person: SavePerson): SavePerson => ({
  ...person,
  breastSize: person.sex === 'FEMALE' ? person.breastSize : null,
  penisSize: person.sex === 'MALE' ? person.penisSize : null,
})

/** Returns false if the person did not change. */
export async function upsertPerson(
  db: DatabaseTransaction,
  memberId: string,
  ordinal: 1 | 2,
  person: SavePerson,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('persons')
    .values({ memberId, ordinal, ...withApplicableFields(person) })
    .onConflict((conflict) =>
      conflict
        .columns(['memberId', 'ordinal'])
        .doUpdateSet(withApplicableFields(person))
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
