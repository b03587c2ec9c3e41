import type { Unsigned } from '@app/contract/media'
import type { VerificationsResponse } from '@app/contract/members/verifications'
import { AppError } from '@app/server/errors'
import type { MemberCtx } from '../context.ts'
import { isImpossibleWithTeam } from './actions.ts'
import { findOwner, listConfirmations, listRequests, type Owner, readRelationship } from './queries.ts'

const toVerification = ({ verifierId: _, ...verification }: Awaited<ReturnType<typeof listConfirmations>>[number]) =>
  verification

async function readOwnVerifications(
  { db }: MemberCtx,
  { id, userName, verified }: Owner,
): Promise<Unsigned<typeof VerificationsResponse>> {
  const [rows, requests, asked] = await Promise.all([
    listConfirmations(db, id, id),
    listRequests(db, id, 'received'),
    listRequests(db, id, 'sent'),
  ])
  return { userName, verified, verifications: rows.map(toVerification), requests, asked, between: null }
}

/**
 * Returns the confirmations of a member, and the relationship between the member and the caller or, for the caller's
 * own list, the open requests. Throws FORBIDDEN if the member ignores the caller.
 */
export async function readVerifications(
  ctx: MemberCtx,
  userName: string,
): Promise<Unsigned<typeof VerificationsResponse>> {
  const { db, member, now } = ctx
  const owner = await findOwner(db, member.id, userName)
  if (!owner) throw new AppError('NOT_FOUND')
  if (owner.id === member.id) return readOwnVerifications(ctx, owner)
  if (owner.ignoresViewer) throw new AppError('FORBIDDEN')
  const [rows, relationship] = await Promise.all([
    listConfirmations(db, owner.id, member.id),
    readRelationship(db, member.id, owner.id, now()),
  ])
  const { verified } = owner
  return {
    userName: owner.userName,
    verified,
    verifications: rows.map(toVerification),
    requests: [],
    asked: [],
    between: {
      ...relationship,
      mayVerify: relationship.mayVerify && !isImpossibleWithTeam('CONFIRM', member.id, owner.id),
    },
  }
}
