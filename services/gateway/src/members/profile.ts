import type { MemberAnswer } from '@app/contract/members'
import type { MemberCtx } from '@app/server/context'
import { AppError } from '@app/server/errors'
import { shownLastActive } from '@app/server/last-active'
import { type Limits, membersSeenRate } from '../limits/limits.ts'
import { findProfile, type ProfileRow } from './queries.ts'

function profileOf(row: ProfileRow, now: Date): MemberAnswer['profile'] {
  const [person1, person2 = null] = row.persons
  if (!person1) throw new Error('a member without persons')
  const { userName, description, cities, lookingFor, language, badges } = row
  return {
    userName,
    registered: row.registeredAt,
    lastActive: shownLastActive(row, now),
    person1,
    person2,
    description,
    profilePhotoUrl: null,
    cities,
    lookingFor,
    language,
    badges,
    profileNotes: null,
  }
}

/** A member's page. Others' are counted; mail preferences go to their owner only. */
export async function openProfile(ctx: MemberCtx, limits: Limits, userName: string): Promise<MemberAnswer> {
  const row = await findProfile(ctx.db, ctx.member.id, userName)
  if (!row) throw new AppError('NOT_FOUND')
  const profile = profileOf(row, ctx.now())
  if (row.id !== ctx.member.id) {
    await limits.take('profilesOpened', ctx.member.id)
    await limits.takeDistinct(membersSeenRate(row.askerRegisteredAt, ctx.now()), ctx.member.id, [row.id])
    return { profile, photos: [] }
  }
  const { wantsEventMail, wantsChatMail, wantsNewsMail } = row
  return { profile, photos: [], mailPreferences: { wantsEventMail, wantsChatMail, wantsNewsMail } }
}
