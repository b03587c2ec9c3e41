import type { VerificationAction, Verify } from '@app/contract/members/verifications'
import { type MemberTx, transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { lockPair } from '@app/server/policies/chats'
import { TEAM_ID } from '@app/server/policies/team'
import type { MemberCtx } from '../context.ts'
import type { RateName } from '../limits/limits.ts'
import { requireOther } from '../members/lookup.ts'
import { listVisiblePhotos } from '../photos/queries.ts'
import { refreshBadges } from './badges.ts'
import {
  deleteConfirmation,
  deleteRequest,
  insertPhotoConfirmations,
  lockPairState,
  markRequestRejected,
  type Pair,
  type PairState,
  upsertConfirmation,
  upsertRequest,
} from './changes.ts'

/** Performs an action; returns false if it changes nothing. */
type ActionHandler = (tx: MemberTx, pair: Pair, photoIds: string[]) => Promise<boolean>

/** Throws NOT_FOUND if one of the photos is not visible to the caller. */
async function requireVisible(tx: MemberTx, { actorId, otherId }: Pair, photoIds: string[]): Promise<void> {
  if (photoIds.length === 0) return
  const visible = new Set((await listVisiblePhotos(tx.db, otherId, actorId)).map(({ id }) => id))
  if (!photoIds.every((id) => visible.has(id))) throw new AppError('NOT_FOUND')
}

const requestVerification: ActionHandler = (tx, pair) => upsertRequest(tx.db, pair, tx.now())

const rejectRequest: ActionHandler = (tx, pair) => markRequestRejected(tx.db, pair, tx.now())

const confirmVerification: ActionHandler = async (tx, pair, photoIds) => {
  await requireVisible(tx, pair, photoIds)
  const isNew = await upsertConfirmation(tx.db, pair, tx.now())
  const newPhotos = await insertPhotoConfirmations(tx.db, pair.actorId, photoIds)
  if (isNew) await refreshBadges(tx, pair.otherId)
  return isNew || newPhotos > 0
}

/** Withdraws the open request if there is one, otherwise the confirmation, whose loss matters more. */
const withdrawVerification: ActionHandler = async (tx, pair) => {
  if (await deleteRequest(tx.db, pair)) return true
  const isDeleted = await deleteConfirmation(tx.db, pair)
  if (isDeleted) await refreshBadges(tx, pair.otherId)
  return isDeleted
}

const HANDLERS = {
  ASK: requestVerification,
  WITHDRAW: withdrawVerification,
  CONFIRM: confirmVerification,
  REJECT: rejectRequest,
} satisfies Record<VerificationAction, ActionHandler>

/** Returns whether an action remains possible after the chat has ended; every other action needs an open chat. */
const isAllowedAfterChat = (action: VerificationAction): boolean => action === 'WITHDRAW' || action === 'REJECT'

/** The rate limits of the actions. WITHDRAW and REJECT need none, since each of them ends an earlier action. */
const RATES_BY_ACTION: { [Action in VerificationAction]?: RateName } = {
  ASK: 'verificationRequests',
  CONFIRM: 'confirmations',
}

/**
 * Returns whether an action is impossible because one of the two is the team: members can neither ask nor verify the
 * team, and the team cannot ask.
 */
export const isImpossibleWithTeam = (action: VerificationAction, actorId: string, otherId: string): boolean =>
  otherId === TEAM_ID || (actorId === TEAM_ID && action === 'ASK')

function notifyPair(tx: MemberTx, { actorId, otherId }: Pair, { isBlocked, otherName, actorName }: PairState): void {
  tx.notify([actorId], { type: 'verification:changed', userName: otherName })
  if (!isBlocked) tx.notify([otherId], { type: 'verification:changed', userName: actorName })
}

/**
 * Performs a verification action and notifies both members. Throws CONFLICT if it would change nothing, FORBIDDEN if it
 * is not allowed.
 */
export async function verify(ctx: MemberCtx, { userName, action, photoIds = [] }: Verify): Promise<void> {
  const other = await requireOther(ctx.db, ctx.member, userName)
  const rate = RATES_BY_ACTION[action]
  if (rate) await ctx.limits.take(rate, ctx.member.accountId)
  const pair = { actorId: ctx.member.id, otherId: other.id }
  await transact(ctx, async (tx) => {
    await lockPair(tx.db, pair.actorId, pair.otherId)
    const pairState = await lockPairState(tx.db, pair)
    const mayAct = pairState.hasOpenChat && !isImpossibleWithTeam(action, pair.actorId, pair.otherId)
    if (!mayAct && !isAllowedAfterChat(action)) throw new AppError('FORBIDDEN')
    const isDone = await HANDLERS[action](tx, pair, photoIds)
    if (!isDone) throw new AppError(mayAct ? 'CONFLICT' : 'FORBIDDEN')
    notifyPair(tx, pair, pairState)
  })
}
