import { listPreferencesOfKind, parseUnsubscribeToken } from '@app/contract/members/unsubscribe-tokens'
import { hashToken } from '@app/server/accounts/mail-tokens'
import type { Ctx } from '@app/server/context'
import { transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { propagateChanges } from '../members/actions.ts'
import { updateOwnData } from '../members/queries.ts'
import { findLinkOwner } from './queries.ts'

/** Turns off the kind of emails that the link names; idempotent. Throws INVALID_TOKEN for an invalid link. */
export const unsubscribe = (ctx: Ctx, token: string): Promise<void> =>
  transact(ctx, async (tx) => {
    const link = parseUnsubscribeToken(token)
    const member = link && (await findLinkOwner(tx.db, hashToken(link.key)))
    if (!member) throw new AppError('INVALID_TOKEN')
    const changes = Object.fromEntries(listPreferencesOfKind(link.kind).map((preference) => [preference, false]))
    if (await updateOwnData(tx.db, member.id, changes)) await propagateChanges(tx, member.id)
  })
