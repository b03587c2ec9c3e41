import { createHash } from 'node:crypto'
import { DAY_MS, LAST_ACTIVE_STEP_MS } from '@app/contract/limits'
import type { Orientation, Sex } from '@app/contract/members/members'
import type { PersonSelection, SearchFilter } from '@app/contract/members/profiles'
import { calculateAge, getReferenceYear } from '@app/contract/time/ages'
import type { Database } from '@app/server/db/database'
import { refreshSearchRows } from '@app/server/members/search-rows'
import { aMember, type TestMember } from '@app/server/testing/members'

// Pseudorandom members and filters, the same in every run. `matchesFilter` compares them in memory, so that tests can
// verify the statements of the search.

export const NOW = new Date('2026-03-20T12:07:00.000Z')

let randomCount = 0
const random = (): number => createHash('sha256').update(`search ${randomCount++}`).digest().readUInt32BE() / 2 ** 32
const chance = (probability: number): boolean => random() < probability
const randomBetween = (low: number, high: number): number => low + Math.floor(random() * (high - low + 1))
export const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
const pickSome = <Item>(items: readonly Item[], probability: number): Item[] => items.filter(() => chance(probability))

const SEXES = ['MALE', 'FEMALE', 'NON_BINARY'] as const
export const ORIENTATIONS = ['HETERO', 'BI', 'BI_CURIOUS', 'HOMO'] as const
export const CITIES = ['Lund', 'Malmö', 'Ystad', 'Åre']

type NewPerson = { sex: Sex; yearOfBirth: number; orientation: Orientation }
export type SearchableMember = TestMember & {
  persons: NewPerson[]
  cities: string[]
  hasPhoto: boolean
  isVerified: boolean
  /** The last activity that search uses, in steps; the registration if the member hides presence. */
  visibleActivityMs: number
  /** Whether the viewer's search can find the member. */
  isFindable: boolean
}

const aPerson = (): NewPerson => ({
  sex: chance(0.1) ? 'SECRET' : pick(SEXES),
  yearOfBirth: randomBetween(1960, 2000),
  orientation: chance(0.2) ? 'SECRET' : pick(ORIENTATIONS),
})

/** Creates a random member, who may be hidden, deleted, or in a blocked pair with the viewer. */
export async function aSearchableMember(db: Database, viewer: TestMember): Promise<SearchableMember> {
  const [presenceOff, hiddenFromSearch, isDeleted, hasPhoto, isVerified] = [0.1, 0.1, 0.05, 0.6, 0.3].map(chance)
  const registeredAt = new Date(NOW.getTime() - randomBetween(0, 400) * DAY_MS)
  const lastActiveAt = new Date(
    NOW.getTime() - (chance(0.5) ? randomBetween(0, 8) * LAST_ACTIVE_STEP_MS : randomBetween(0, 60) * DAY_MS),
  )
  const persons = chance(0.5) ? [aPerson()] : [aPerson(), aPerson()]
  const cities = [pick(CITIES), ...pickSome(CITIES, 0.3)].filter((city, index, all) => all.indexOf(city) === index)
  const member = await aMember(db, { registeredAt, lastActiveAt, presenceOff: presenceOff === true, cities })
  const mediaId = member.id.padStart(22, '0')
  const timestamp = NOW.toISOString()
  if (hasPhoto)
    await db
      .insertInto('media')
      .values({ id: mediaId, kind: 'ALBUM', ownerId: member.id, createdAt: timestamp })
      .execute()
  await db
    .updateTable('members')
    .set({
      hiddenFromSearch: hiddenFromSearch === true,
      deletedAt: isDeleted ? timestamp : null,
      profilePhotoId: hasPhoto ? mediaId : null,
      badges: isVerified ? ['VERIFIED'] : [],
    })
    .where('id', '=', member.id)
    .execute()
  await db.deleteFrom('persons').where('memberId', '=', member.id).execute()
  const rows = persons.map((person, index) => ({ memberId: member.id, ordinal: index + 1, ...person }))
  await db.insertInto('persons').values(rows).execute()
  const ignoring = { lastActiveThen: timestamp }
  if (chance(0.05))
    await db
      .insertInto('ignores')
      .values({ ...ignoring, ignorerId: viewer.id, ignoredId: member.id })
      .execute()
  if (chance(0.05))
    await db
      .insertInto('ignores')
      .values({ ...ignoring, ignorerId: member.id, ignoredId: viewer.id })
      .execute()
  await db.transaction().execute((tx) => refreshSearchRows(tx, member.id))
  const blockedPairs = await db
    .selectFrom('ignores')
    .select('ignorerId')
    .where((eb) => eb.or([eb('ignorerId', '=', member.id), eb('ignoredId', '=', member.id)]))
    .execute()
  const activityMs = (presenceOff ? registeredAt : lastActiveAt).getTime()
  return {
    ...member,
    persons,
    cities,
    hasPhoto: hasPhoto === true,
    isVerified: isVerified === true,
    visibleActivityMs: Math.floor(activityMs / LAST_ACTIVE_STEP_MS) * LAST_ACTIVE_STEP_MS,
    isFindable:
      !hiddenFromSearch && !isDeleted && blockedPairs.length === 0 && persons.every(({ sex }) => sex !== 'SECRET'),
  }
}

const aSelection = (): PersonSelection => {
  const minAge = chance(0.5) ? randomBetween(24, 50) : 0
  return {
    sex: pick(SEXES),
    orientations: chance(0.5) ? [] : pickSome(ORIENTATIONS, 0.5),
    minAge,
    maxAge: chance(0.5) ? Math.max(minAge, randomBetween(30, 64)) : 0,
  }
}

/** Creates a random filter. */
export const aFilter = (): SearchFilter => ({
  couples: chance(0.5),
  person1Selection: aSelection(),
  person2Selection: aSelection(),
  cities: chance(0.5) ? [] : pickSome(CITIES, 0.5).slice(0, 3),
  page: 0,
  onlyWithPhoto: chance(0.2),
  badges: chance(0.2) ? ['VERIFIED'] : [],
  activeWithinDays: chance(0.2) ? randomBetween(1, 40) : null,
})

function matchesPerson(person: NewPerson, { sex, orientations, minAge, maxAge }: PersonSelection): boolean {
  const age = calculateAge(person.yearOfBirth, getReferenceYear(NOW))
  const hasOrientation =
    orientations.length === 0 || orientations.some((orientation) => orientation === person.orientation)
  return person.sex === sex && hasOrientation && age >= minAge && (maxAge === 0 || age <= maxAge)
}

/** Returns whether a filter finds a member, computed without the database. */
export function matchesFilter(member: SearchableMember, filter: SearchFilter): boolean {
  const { couples, person1Selection, person2Selection, cities, onlyWithPhoto, badges, activeWithinDays } = filter
  const [first, second] = member.persons
  if (!member.isFindable || !first || Boolean(second) !== couples) return false
  const personsMatch =
    second && person2Selection
      ? (matchesPerson(first, person1Selection) && matchesPerson(second, person2Selection)) ||
        (matchesPerson(second, person1Selection) && matchesPerson(first, person2Selection))
      : matchesPerson(first, person1Selection)
  return (
    personsMatch &&
    (cities.length === 0 || cities.some((city) => member.cities.includes(city))) &&
    (!onlyWithPhoto || member.hasPhoto) &&
    (badges.length === 0 || member.isVerified) &&
    (!activeWithinDays || member.visibleActivityMs >= NOW.getTime() - activeWithinDays * DAY_MS)
  )
}
