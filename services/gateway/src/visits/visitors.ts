import type { Unsigned } from '@app/contract/media'
import type { Visitor } from '@app/contract/members/profiles'
import { AppError } from '@app/server/errors'
import { TEAM_ID } from '@app/server/policies/team'
import type { MemberCtx } from '../context.ts'
import { toActivityStep } from '../members/last-active.ts'
import { findOwner, listVisitors, type Owner, type VisitorRow } from './queries.ts'

function toVisitor({ persons: [person1, person2], ...visitor }: VisitorRow): Unsigned<typeof Visitor> {
  if (!person1) throw new Error('the member has no persons')
  return { ...visitor, person1, person2: person2 ?? null }
}

/** Rounds the time of a visit down to the steps in which other members see the last activity. */
const roundLastVisit = (visitor: Unsigned<typeof Visitor>): Unsigned<typeof Visitor> => ({
  ...visitor,
  lastVisit: toActivityStep(Date.parse(visitor.lastVisit)),
})

function requireVisibleList({ member }: MemberCtx, { visitorsClosed, isBlocked }: Owner): void {
  if (visitorsClosed || isBlocked || member.id === TEAM_ID) throw new AppError('FORBIDDEN')
}

/** Lists the visitors of a profile. Only the owner sees the exact times of their visits. */
export async function readVisitors(ctx: MemberCtx, userName: string): Promise<Unsigned<typeof Visitor>[]> {
  const { member } = ctx
  const owner = await findOwner(ctx.db, member.id, userName)
  if (!owner) throw new AppError('NOT_FOUND')
  if (owner.id === member.id) return (await listVisitors(ctx.db, owner.id, member.id)).map(toVisitor)
  requireVisibleList(ctx, owner)
  const rows = await listVisitors(ctx.db, owner.id, member.id)
  return rows.map(toVisitor).map(roundLastVisit)
}
