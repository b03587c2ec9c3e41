import { NEW_MEMBER_PERIOD_MS } from '@app/contract/limits'
import type { MemberCtx } from '../context.ts'

/** Counts an invite of any kind against the caller's daily limit, which is lower for new members. */
export async function takeInviteQuota(ctx: MemberCtx): Promise<void> {
  const { registeredAt } = await ctx.db
    .selectFrom('members')
    .select('registeredAt')
    .where('id', '=', ctx.member.accountId)
    .executeTakeFirstOrThrow()
  const isNew = ctx.now().getTime() - Date.parse(registeredAt) < NEW_MEMBER_PERIOD_MS
  await ctx.limits.take(isNew ? 'invitesAtFirst' : 'invites', ctx.member.accountId)
}
