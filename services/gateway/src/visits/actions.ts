import { transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { lockPair } from '@app/server/policies/chats'
import { requireNoRestriction } from '@app/server/policies/measures'
import { TEAM_ID } from '@app/server/policies/team'
import type { MemberCtx } from '../context.ts'
import { findByName, lockVisiblePair } from '../members/lookup.ts'
import { findOwner, insertKiss, upsertVisit } from './queries.ts'

/** Records a visit to a profile, unless it is the caller's own. */
export async function visit(ctx: MemberCtx, userName: string): Promise<void> {
  const owner = await findByName(ctx.db, ctx.member, userName)
  if (!owner) throw new AppError('NOT_FOUND')
  if (owner.id !== ctx.member.id)
    await upsertVisit(ctx.db, { ownerId: owner.id, visitorId: ctx.member.id, at: ctx.now() })
}

/**
 * Sends a kiss, which is possible once a day, and only between members. Records a visit even if the sender is incognito,
 * because a kiss is meant to be seen.
 */
export const kiss = (ctx: MemberCtx, userName: string): Promise<void> =>
  transact(ctx, async (tx) => {
    const visitorId = tx.member.id
    const owner = await findOwner(tx.db, visitorId, userName)
    if (!owner) throw new AppError('NOT_FOUND')
    if (owner.id === visitorId) throw new AppError('VALIDATION')
    if (owner.isBlocked || owner.id === TEAM_ID || visitorId === TEAM_ID) throw new AppError('FORBIDDEN')
    await lockPair(tx.db, visitorId, owner.id)
    await lockVisiblePair(tx.db, visitorId, owner.id)
    await requireNoRestriction(tx.db, visitorId, 'CONTACT', tx.now())
    if (!(await insertKiss(tx.db, visitorId, owner.id, tx.now()))) throw new AppError('CONFLICT')
    await upsertVisit(tx.db, { ownerId: owner.id, visitorId, at: tx.now(), isIncognitoRecorded: true })
  })
