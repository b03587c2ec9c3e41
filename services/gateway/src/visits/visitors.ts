import { LAST_ACTIVE_STEP } from '@app/contract/limits'
import type { Visitor } from '@app/contract/members/profiles'
import type { MemberCtx } from '@app/server/context'
import { AppError } from '@app/server/errors'
import { TEAM_ID } from '@app/server/policies/team'
import { findOwner, listVisitors, type Owner, type VisitorRow } from './queries.ts'

function toVisitor({ persons: [person1, person2], ...visitor }: VisitorRow): Visitor {
  if (!person1) throw new Error('the member has no persons')
  return { ...visitor, person1, person2: person2 ?? null }
}

/** Rounds the visit's time for other viewers, as coarsely as the last activity. */
const roundLastVisit = (visitor: Visitor): Visitor => ({
  ...visitor,
  lastVisit: new Date(Math.floor(Date.parse(visitor.lastVisit) / LAST_ACTIVE_STEP) * LAST_ACTIVE_STEP).toISOString(),
})

function requireVisibleList({ member }: MemberCtx, { visitorsClosed, isBlocked }: Owner): void {
  if (visitorsClosed || isBlocked || member.id === TEAM_ID) throw new AppError('FORBIDDEN')
}

/** Lists the members who have viewed a profile. */
export async function readVisitors(ctx: MemberCtx, userName: string): Promise<Visitor[]> {
  const { member } = ctx
  const owner = await findOwner(ctx.db, member.id, userName)
  if (!owner) throw new AppError('NOT_FOUND')
  if (owner.id === member.id) return (await listVisitors(ctx.db, owner.id, member.id)).map(toVisitor)
  requireVisibleList(ctx, owner)
  const rows = await listVisitors(ctx.db, owner.id, member.id)
  return rows.map(toVisitor).map(roundLastVisit)
}
