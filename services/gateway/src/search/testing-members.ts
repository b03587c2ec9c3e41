import { createHash } from 'node:crypto'
import { LAST_ACTIVE_STEP } from '@app/contract/limits'
import type { Orientation, Sex } from '@app/contract/members/members'
import type { PersonSelection, SearchFilter } from '@app/contract/members/profiles'
import { calculateAge, referenceYearAt } from '@app/contract/time/ages'
import type { Database } from '@app/server/db/database'
import { refreshSearchRows } from '@app/server/members/search-rows'
import { aMember, type TestMember } from '@app/server/testing/members'

/**
 * Pseudorandom members and filters, the same in every run; `matchesFilter` compares them in memory, without the
 * database.
 */

export const NOW = new Date('2026-03-20T12:07:00.000Z')
const DAY = 24 * 60 * 60_000

let drawCount = 0
const random = (): number => createHash('sha256').update(`search ${drawCount++}`).digest().readUInt32BE() / 2 ** 32
const chance = (share: number): boolean => random() < share
const randomBetween = (low: number, high: number): number => low + Math.floor(random() * (high - low + 1))
export const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
const pickSome = <Item>(items: readonly Item[], share: number): Item[] => items.filter(() => chance(share))

const SEXES = ['MALE', 'FEMALE', 'NON_BINARY'] as const
export const ORIENTATIONS = ['HETERO', 'BI', 'BI_CURIOUS', 'HOMO'] as const
export const CITIES = ['Lund', 'Malmö', 'Ystad', 'Åre']

type NewPerson = { sex: Sex; yearOfBirth: number; orientation: Orientation }
export type SearchableMember = TestMember & {
  persons: NewPerson[]
  cities: string[]
  photo: boolean
  verified: boolean
  /** The last activity in steps, or since the registration. */
  activity: number
  /** Whether anyone's search can find the member. */
  findable: boolean
}

const aPerson = (): NewPerson => ({
  sex: chance(0.1) ? 'SECRET' : pick(SEXES),
  yearOfBirth: randomBetween(1960, 2000),
  orientation: chance(0.2) ? 'SECRET' : pick(ORIENTATIONS),
})

export async function aSearchableMember(db: Database, viewer: TestMember): Promise<SearchableMember> {
  const [presenceOff, hiddenFromSearch, deleted, photo, verified] = [0.1, 0.1, 0.05, 0.6, 0.3].map(chance)
  const registeredAt = new Date(NOW.getTime() - randomBetween(0, 400) * DAY)
  const lastActiveAt = new Date(
    NOW.getTime() - (chance(0.5) ? randomBetween(0, 8) * LAST_ACTIVE_STEP : randomBetween(0, 60) * DAY),
  )
  const persons = chance(0.5) ? [aPerson()] : [aPerson(), aPerson()]
  const cities = [pick(CITIES), ...pickSome(CITIES, 0.3)].filter((city, index, all) => all.indexOf(city) === index)
  const member = await aMember(db, { registeredAt, lastActiveAt, presenceOff: presenceOff === true, cities })
  const mediaId = member.id.padStart(22, '0')
  const at = NOW.toISOString()
  if (photo)
    await db.insertInto('media').values({ id: mediaId, kind: 'ALBUM', ownerId: member.id, createdAt: at }).execute()
  await db
    .updateTable('members')
    .set({
      hiddenFromSearch: hiddenFromSearch === true,
      deletedAt: deleted ? at : null,
      profilePhotoId: photo ? mediaId : null,
      badges: verified ? ['VERIFIED'] : [],
    })
    .where('id', '=', member.id)
    .execute()
  await db.deleteFrom('persons').where('memberId', '=', member.id).execute()
  const rows = persons.map((person, index) => ({ memberId: member.id, ordinal: index + 1, ...person }))
  await db.insertInto('persons').values(rows).execute()
  const ignores = { lastActiveThen: at }
  if (chance(0.05))
    await db
      .insertInto('ignores')
      .values({ ...ignores, ignorerId: viewer.id, ignoredId: member.id })
      .execute()
  if (chance(0.05))
    await db
      .insertInto('ignores')
      .values({ ...ignores, ignorerId: member.id, ignoredId: viewer.id })
      .execute()
  await db.transaction().execute((tx) => refreshSearchRows(tx, member.id))
  const ignored = await db
    .selectFrom('ignores')
    .select('ignorerId')
    .where((eb) => eb.or([eb('ignorerId', '=', member.id), eb('ignoredId', '=', member.id)]))
    .execute()
  const visibleActivityMs = (presenceOff ? registeredAt : lastActiveAt).getTime()
  return {
    ...member,
    persons,
    cities,
    photo: photo === true,
    verified: verified === true,
    activity: Math.floor(visibleActivityMs / LAST_ACTIVE_STEP) * LAST_ACTIVE_STEP,
    findable: !hiddenFromSearch && !deleted && ignored.length === 0 && persons.every(({ sex }) => sex !== 'SECRET'),
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
  const age = calculateAge(person.yearOfBirth, referenceYearAt(NOW))
  const hasOrientation = orientations.length === 0 || orientations.some((one) => one === person.orientation)
  return person.sex === sex && hasOrientation && age >= minAge && (maxAge === 0 || age <= maxAge)
}

export function matchesFilter(member: SearchableMember, filter: SearchFilter): boolean {
  const { couples, person1Selection, person2Selection, cities, onlyWithPhoto, badges, activeWithinDays } = filter
  const [one, other] = member.persons
  if (!member.findable || !one || Boolean(other) !== couples) return false
  const persons =
    other && person2Selection
      ? (matchesPerson(one, person1Selection) && matchesPerson(other, person2Selection)) ||
        (matchesPerson(other, person1Selection) && matchesPerson(one, person2Selection))
      : matchesPerson(one, person1Selection)
  return (
    persons &&
    (cities.length === 0 || cities.some((city) => member.cities.includes(city))) &&
    (!onlyWithPhoto || member.photo) &&
    (badges.length === 0 || member.verified) &&
    (!activeWithinDays || member.activity >= NOW.getTime() - activeWithinDays * DAY)
  )
}
