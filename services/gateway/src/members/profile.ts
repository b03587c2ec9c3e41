import type { MemberAnswer, MemberBetween, Person } from '@app/contract/members'
import type { MemberCtx } from '@app/server/context'
import { AppError } from '@app/server/errors'
import { shownLastActive } from '@app/server/last-active'
import type { Limits } from '../limits/limits.ts'
import { listVisiblePhotos } from '../photos/queries.ts'
import { findProfile, type ProfileRow, profileNamed } from './queries.ts'

/** The team's page has the shape of a member's, and nobody on it. */
const NOBODY: Person = {
  ...{ sex: 'SECRET', yearOfBirth: 1900, height: null, weight: null, body: 'SECRET', eyeColor: 'SECRET' },
  ...{ orientation: 'SECRET', smoking: 'SECRET', drinking: 'SECRET', ethnicity: 'SECRET' },
  ...{ breastSize: null, penisSize: null, shavedStyle: 'SECRET' },
}

function profileOf(row: ProfileRow, now: Date): MemberAnswer['profile'] {
  const [person1 = NOBODY, person2 = null] = row.persons
  const { userName, description, profilePhotoUrl, cities, lookingFor, language, badges, verifications, profileNotes } =
    row
  return {
    userName,
    registered: row.registeredAt,
    lastActive: shownLastActive(row, now),
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

/** Whom the member ignores, does not even hear that there is a PRIVATE album. */
function betweenOf({ kissedToday, iGranted, theyGranted, privatePhotos, lastActiveThen }: ProfileRow): MemberBetween {
  const closed = lastActiveThen !== null
  return { kissedToday, iGranted, theyGranted: theyGranted && !closed, privatePhotos: closed ? 0 : privatePhotos }
}

/** A member's page. Others' are counted; mail preferences go to their owner only. */
export async function openProfile(ctx: MemberCtx, limits: Limits, userName: string): Promise<MemberAnswer> {
  const { db, member, now } = ctx
  const row = await findProfile(db, member.id, profileNamed(member.accountId, userName), now())
  if (!row) throw new AppError('NOT_FOUND')
  const own = row.id === member.accountId
  if (!own) await limits.take('profilesOpened', member.accountId)
  const viewerId = own ? member.accountId : member.id
  const answer = { profile: profileOf(row, now()), photos: await listVisiblePhotos(db, row.id, viewerId) }
  const { wantsEventMail, wantsChatMail, wantsNewsMail } = row
  return own
    ? { ...answer, mailPreferences: { wantsEventMail, wantsChatMail, wantsNewsMail } }
    : { ...answer, between: betweenOf(row) }
}
