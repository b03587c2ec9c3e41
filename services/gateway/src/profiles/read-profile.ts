import type { Unsigned } from '@app/contract/media'
import type { MemberRelationship, MemberResponse, Person, WantedAges } from '@app/contract/members/members'
import { AppError } from '@app/server/errors'
import type { MemberCtx } from '../context.ts'
import { getVisibleLastActive } from '../members/last-active.ts'
import { listVisiblePhotos } from '../photos/queries.ts'
import { findProfile, type ProfileRow, selectProfileId } from './queries.ts'

/** The team's profile has the shape of a member's, with an empty person. */
const EMPTY_PERSON: Person = {
  ...{ sex: 'SECRET', yearOfBirth: 1900, height: null, weight: null, body: 'SECRET', eyeColor: 'SECRET' },
  ...{ orientation: 'SECRET', smoking: 'SECRET', drinking: 'SECRET', ethnicity: 'SECRET' },
  ...{ breastSize: null, penisSize: null, shavedStyle: 'SECRET' },
}

function toProfile(row: ProfileRow, now: Date): Unsigned<typeof MemberResponse>['profile'] {
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

/** Returns the relationship that the viewer sees. A member who ignores the viewer seems to have no PRIVATE album. */
function toRelationship({
  kissedToday,
  iGranted,
  theyGranted,
  privatePhotos,
  lastActiveThen,
}: ProfileRow): MemberRelationship {
  const theyIgnore = lastActiveThen !== null
  return {
    kissedToday,
    iGranted,
    theyGranted: theyGranted && !theyIgnore,
    privatePhotos: theyIgnore ? 0 : privatePhotos,
  }
}

const toWantedAges = ({ wantedAgeMin: min, wantedAgeMax: max }: ProfileRow): WantedAges | null =>
  min === null || max === null ? null : { min, max }

/**
 * Returns a profile. Another member's profile counts toward the daily limit of profiles; the caller's own contains
 * the email preferences and the wanted ages.
 */
export async function openProfile(ctx: MemberCtx, userName: string): Promise<Unsigned<typeof MemberResponse>> {
  const { db, limits, member, now } = ctx
  const row = await findProfile(db, member.id, selectProfileId(member, userName), now())
  if (!row) throw new AppError('NOT_FOUND')
  const isOwn = row.id === member.accountId
  if (!isOwn) await limits.take('profilesOpened', member.accountId)
  const viewerId = isOwn ? member.accountId : member.id
  const response = { profile: toProfile(row, now()), photos: await listVisiblePhotos(db, row.id, viewerId) }
  const { wantsEventMail, wantsChatMail, wantsNewsMail } = row
  return isOwn
    ? { ...response, mailPreferences: { wantsEventMail, wantsChatMail, wantsNewsMail }, wantedAges: toWantedAges(row) }
    : { ...response, between: toRelationship(row) }
}
