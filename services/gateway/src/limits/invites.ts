import { NEW_MEMBER_PERIOD } from '@app/contract/limits'
import type { MemberCtx } from '@app/server/context'
import type { Limits } from './limits.ts'

/** Counts an invite of any kind against the caller's daily limit, which is lower for new members. */
export async function takeInviteQuota(ctx: MemberCtx, limits: Limits): Promise<void> {
  const { registeredAt } = await ctx.db
    .selectFrom('members')
    .select('registeredAt')
    .where('id', '=', ctx.member.accountId)
    .executeTakeFirstOrThrow()
  const isNew = ctx.now().getTime() - Date.parse(registeredAt) < NEW_MEMBER_PERIOD
  await limits.take(isNew ? 'invitesAtFirst' : 'invites', ctx.member.accountId)
}
