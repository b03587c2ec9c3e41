import { type ChangePerson, SavePerson } from '@app/contract/members/members'
import type { DatabaseTransaction } from '@app/server/db/database'
import { AppError } from '@app/server/errors'
import { sql } from 'kysely'

/** A member's name, and the member's persons in order. */
export type OwnProfile = { userName: string; persons: SavePerson[] }

const PERSON_FIELDS = Object.keys(SavePerson.shape) as (keyof SavePerson)[]

/**
 * Returns the caller's profile, and locks the member's row until the transaction ends, which serializes saves. Throws
 * PLEASE_LOGIN if the account has been deleted.
 */
export async function lockOwnProfile(db: DatabaseTransaction, memberId: string): Promise<OwnProfile> {
  const member = await db
    .selectFrom('members')
    .select('userName')
    .where('id', '=', memberId)
    .where('deletedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!member) throw new AppError('PLEASE_LOGIN')
  const persons = await db
    .selectFrom('persons')
    .select(PERSON_FIELDS)
    .where('memberId', '=', memberId)
    .orderBy('ordinal')
    .$castTo<SavePerson>()
    .execute()
  return { userName: member.userName, persons }
}

/** The values of the optional fields that a person does not specify. */
const UNSPECIFIED_FIELDS: Omit<SavePerson, 'sex' | 'yearOfBirth' | 'orientation'> = {
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

/** The required fields of a new person, with the problem to report if one is missing. */
const REQUIRED_FIELDS = [
  ['sex', 'person.sex'],
  ['yearOfBirth', 'person.year'],
  ['orientation', 'person.orientation'],
] as const

/**
 * Returns a person after a change; omitted fields keep their stored values. Throws VALIDATION if a new person lacks
 * required fields. `path` is the person's field in the request.
 */
export function mergePerson(path: string, change: ChangePerson, stored: SavePerson | undefined): SavePerson {
  const { sex, yearOfBirth, orientation, ...optionalFields } = { ...stored, ...change }
  if (sex !== undefined && yearOfBirth !== undefined && orientation !== undefined)
    return { ...UNSPECIFIED_FIELDS, ...optionalFields, sex, yearOfBirth, orientation }
  const missingFields = REQUIRED_FIELDS.filter(([field]) => change[field] === undefined)
  throw new AppError('VALIDATION', {
    fields: missingFields.map(([field, problem]) => ({ path: `profile.${path}.${field}`, problem })),
  })
}

/** Clears the fields that do not apply to the person's sex. */
const withApplicableFields = (person: SavePerson): SavePerson => ({
  ...person,
  breastSize: person.sex === 'FEMALE' ? person.breastSize : null,
  penisSize: person.sex === 'MALE' ? person.penisSize : null,
})

/** Stores a person of the member; returns false if nothing changed. */
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

/** Makes a couple a single; returns false if there is no second person. */
export async function deleteSecondPerson(db: DatabaseTransaction, memberId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('persons')
    .where('memberId', '=', memberId)
    .where('ordinal', '=', 2)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
