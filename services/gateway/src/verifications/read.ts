import type { VerificationsAnswer } from '@app/contract/verifications'
import type { MemberCtx } from '@app/server/context'
import { AppError } from '@app/server/errors'
import { type Limits, membersSeenRate } from '../limits/limits.ts'
import { isForTheTeam } from './actions.ts'
import { findOwner, listConfirmations, listQuestions, type Owner, readBetween } from './queries.ts'

const asVerification = ({ verifierId: _, ...verification }: Awaited<ReturnType<typeof listConfirmations>>[number]) =>
  verification

async function readOwn({ db }: MemberCtx, { id, userName, verified }: Owner): Promise<VerificationsAnswer> {
  const [rows, requests, asked] = await Promise.all([
    listConfirmations(db, id, id),
    listQuestions(db, id, 'received'),
    listQuestions(db, id, 'asked'),
  ])
  return { userName, verified, verifications: rows.map(asVerification), requests, asked, between: null }
}

/** Who has confirmed a member. Those in somebody else's list count as members seen. */
export async function readVerifications(
  ctx: MemberCtx,
  limits: Limits,
  userName: string,
): Promise<VerificationsAnswer> {
  const { db, member, now } = ctx
  const owner = await findOwner(db, member.id, userName)
  if (!owner) throw new AppError('NOT_FOUND')
  if (owner.id === member.id) return readOwn(ctx, owner)
  if (owner.ignoresAsker) throw new AppError('FORBIDDEN')
  const [rows, between] = await Promise.all([
    listConfirmations(db, owner.id, member.id),
    readBetween(db, member.id, owner.id, now()),
  ])
  const others = [owner.id, ...rows.map(({ verifierId }) => verifierId)].filter((id) => id !== member.id)
  await limits.takeDistinct(membersSeenRate(owner.askerRegisteredAt, now()), member.id, others)
  const { verified } = owner
  return {
    userName: owner.userName,
    verified,
    verifications: rows.map(asVerification),
    requests: [],
    asked: [],
    between: { ...between, mayVerify: between.mayVerify && !isForTheTeam('CONFIRM', member, owner) },
  }
}
