import type { ContactRule } from '@app/contract/members/contact'
import { transact } from '@app/server/delivery/transact'
import type { MemberCtx } from '../context.ts'
import { propagateChanges } from '../members/actions.ts'
import { updateOwnData } from '../members/queries.ts'

/** Changes the caller's contact rule for future invites; earlier ones keep their folder. */
export const changeContactRule = (ctx: MemberCtx, { needs, others }: ContactRule): Promise<ContactRule> =>
  transact(ctx, async (tx) => {
    const { accountId } = tx.member
    if (await updateOwnData(tx.db, accountId, { contactNeeds: needs, contactOthers: others }))
      await propagateChanges(tx, accountId)
    return { needs, others }
  })
