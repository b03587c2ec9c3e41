import { isDeepStrictEqual } from 'node:util'
import { PROFILE_YEAR_MAX, PROFILE_YEAR_MIN } from '@app/contract/limits'
import type { SaveMember, SavePerson, WantedAges } from '@app/contract/members/members'
import { nameSearch } from '@app/contract/text/names'
import { refreshAdKinds } from '@app/server/ads/kinds'
import { type MemberTx, transact } from '@app/server/delivery/transact'
import { AppError, type FieldProblem } from '@app/server/errors'
import { toLookingForColumns } from '@app/server/members/looking-for'
import { claimedNameKey } from '@app/server/safety/retired-names'
import { mapUniqueViolation } from '../accounts/queries.ts'
import { notifyChatPartners } from '../chats/partners.ts'
import type { MemberCtx } from '../context.ts'
import { propagateChanges } from '../members/actions.ts'
import { updateOwnData } from '../members/queries.ts'
import { rejectReservedName } from '../members/reserved-names.ts'
import { saveAlbums } from '../photos/albums.ts'
import { listAlbumPositions } from '../photos/queries.ts'
import { readSessionOwner } from '../sessions/queries.ts'
import { deleteSecondPerson, lockOwnProfile, mergePerson, type OwnProfile, upsertPerson } from './persons.ts'

type SaveProfile = NonNullable<SaveMember['profile']>
type Persons = { person1: SavePerson | undefined; person2: SavePerson | null | undefined }

/** Returns the changed persons, with their stored values for omitted fields. */
const mergePersons = ({ person1, person2 }: SaveProfile, [stored1, stored2]: SavePerson[]): Persons => ({
  person1: person1 && mergePerson('person1', person1, stored1),
  person2: person2 && mergePerson('person2', person2, stored2),
})

function listYearProblems(path: keyof Persons, persons: Persons, stored: SavePerson | undefined): FieldProblem[] {
  const person = persons[path]
  if (!person || person.yearOfBirth === stored?.yearOfBirth) return []
  const isInRange = person.yearOfBirth >= PROFILE_YEAR_MIN && person.yearOfBirth <= PROFILE_YEAR_MAX
  return isInRange ? [] : [{ path: `profile.${path}.yearOfBirth`, problem: 'person.year' }]
}

/** Rejects years of birth out of bounds, unless they are unchanged: registration has other bounds. */
function rejectInvalidYears(persons: Persons, [stored1, stored2]: SavePerson[]): void {
  const fields = [...listYearProblems('person1', persons, stored1), ...listYearProblems('person2', persons, stored2)]
  if (fields.length > 0) throw new AppError('VALIDATION', { fields })
}

/** Counts a name change against a limit, because each change is pushed to the member's chat partners. */
async function takeNewNameQuota({ db, limits, member }: MemberCtx, userName: string): Promise<void> {
  const { userName: currentName } = await readSessionOwner(db, member)
  if (currentName !== userName) await limits.take('newNames', member.accountId)
}

/** Saves a new name; returns false if the name does not change. */
async function saveName(
  tx: MemberTx,
  userName: string | undefined,
  { userName: currentName, secret }: OwnProfile & { secret: string },
): Promise<boolean> {
  if (userName === undefined || userName === currentName) return false
  rejectReservedName(userName, 'profile.userName')
  const names = { userName, nameKey: claimedNameKey(secret, userName, tx.now()), nameSearch: nameSearch(userName) }
  await updateOwnData(tx.db, tx.member.accountId, names).catch((error: unknown) => {
    throw mapUniqueViolation(error)
  })
  return true
}

/** Saves the given persons; returns false if none of them changes. */
async function savePersons(tx: MemberTx, { person1, person2 }: Persons): Promise<boolean> {
  const { db, member } = tx
  const isFirstChanged = person1 ? await upsertPerson(db, member.accountId, 1, person1) : false
  if (person2 === undefined) return isFirstChanged
  const isSecondChanged = person2
    ? await upsertPerson(db, member.accountId, 2, person2)
    : await deleteSecondPerson(db, member.accountId)
  return isFirstChanged || isSecondChanged
}

/** Saves the albums; returns false if no photo moves. */
async function savePhotos(tx: MemberTx, photos: NonNullable<SaveMember['photos']>): Promise<boolean> {
  if (photos.length === 0) return false
  const positionsBefore = await listAlbumPositions(tx.db, tx.member.accountId)
  await saveAlbums(tx, photos)
  return !isDeepStrictEqual(positionsBefore, await listAlbumPositions(tx.db, tx.member.accountId))
}

/** Returns the columns of the wanted ages; undefined ones are unchanged. */
const toAgeColumns = (wantedAges: WantedAges | null | undefined) =>
  wantedAges === null
    ? { wantedAgeMin: null, wantedAgeMax: null }
    : { wantedAgeMin: wantedAges?.min, wantedAgeMax: wantedAges?.max }

/**
 * Saves the given fields of the caller's profile, photos, email preferences and wanted ages, and leaves the others
 * unchanged.
 */
export async function saveMember(ctx: MemberCtx, input: SaveMember): Promise<{ userName: string }> {
  const { profile = {}, photos = [], mailPreferences, wantedAges } = input
  if (profile.userName !== undefined) await takeNewNameQuota(ctx, profile.userName)
  return transact(ctx, async (tx) => {
    const ownProfile = await lockOwnProfile(tx.db, tx.member.accountId)
    const changedPersons = mergePersons(profile, ownProfile.persons)
    rejectInvalidYears(changedPersons, ownProfile.persons)
    const { description, cities, lookingFor } = profile
    const isRenamed = await saveName(tx, profile.userName, { ...ownProfile, secret: ctx.config.sessionSecret })
    const hasNewData = await updateOwnData(tx.db, tx.member.accountId, {
      description,
      cities,
      ...toLookingForColumns(lookingFor),
      ...mailPreferences,
      ...toAgeColumns(wantedAges),
    })
    const hasNewPersons = await savePersons(tx, changedPersons)
    if (hasNewPersons) await refreshAdKinds(tx.db, tx.member.accountId)
    const hasNewAlbums = await savePhotos(tx, photos)
    if (isRenamed || hasNewData || hasNewPersons || hasNewAlbums) await propagateChanges(tx, tx.member.accountId)
    if (isRenamed) await notifyChatPartners(tx)
    return { userName: isRenamed && profile.userName ? profile.userName : ownProfile.userName }
  })
}
