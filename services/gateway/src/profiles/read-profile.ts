import type { MemberRelationship, MemberResponse, Person } from '@app/contract/members/members'
import type { MemberCtx } from '@app/server/context'
import { AppError } from '@app/server/errors'
import type { Limits } from '../limits/limits.ts'
import { getVisibleLastActive } from '../members/last-active.ts'
import { listVisiblePhotos } from '../photos/queries.ts'
import { findProfile, type ProfileRow, selectProfileId } from './queries.ts'

/** The team's profile has the shape of a member's, with an empty person. */
const EMPTY_PERSON: Person = {
  ...{ sex: 'SECRET', yearOfBirth: 1900, height: null, weight: null, body: 'SECRET', eyeColor: 'SECRET' },
  ...{ orientation: 'SECRET', smoking: 'SECRET', drinking: 'SECRET', ethnicity: 'SECRET' },
  ...{ breastSize: null, penisSize: null, shavedStyle: 'SECRET' },
}

function toProfile(row: ProfileRow, now: Date): MemberResponse['profile'] {
  const [person1 = EMPTY_PERSON, person2 = null] = row.persons
  const { userName, description, profilePhotoUrl, cities, lookingFor, language, badges, verifications, profileNotes } =
    row
  return {
    userName,
    registered: row.registeredAt,
    lastActive: getVisibleLastActive(row, now),
    person1,
    person2,
    description,
    profilePhotoUrl,
    cities,
    lookingFor,
    language,
    badges,
    verifications,
    profileNotes,
  }
}

/**
 * Returns the viewer's relationship to the member. A viewer whom the member ignores cannot see that a PRIVATE album
 * exists.
 */
function toRelationship({
  kissedToday,
  iGranted,
  theyGranted,
  privatePhotos,
  lastActiveThen,
}: ProfileRow): MemberRelationship {
  const isBlocked = lastActiveThen !== null
  return { kissedToday, iGranted, theyGranted: theyGranted && !isBlocked, privatePhotos: isBlocked ? 0 : privatePhotos }
}

/**
 * Returns a member's profile. Opening another member's profile counts against a limit; only the owner receives the mail
 * preferences.
 */
export async function openProfile(ctx: MemberCtx, limits: Limits, userName: string): Promise<MemberResponse> {
  const { db, member, now } = ctx
  const row = await findProfile(db, member.id, selectProfileId(member.accountId, userName), now())
  if (!row) throw new AppError('NOT_FOUND')
  const isOwn = row.id === member.accountId
  if (!isOwn) await limits.take('profilesOpened', member.accountId)
  const viewerId = isOwn ? member.accountId : member.id
  const response = { profile: toProfile(row, now()), photos: await listVisiblePhotos(db, row.id, viewerId) }
  const { wantsEventMail, wantsChatMail, wantsNewsMail } = row
  return isOwn
    ? { ...response, mailPreferences: { wantsEventMail, wantsChatMail, wantsNewsMail } }
    : { ...response, between: toRelationship(row) }
}
