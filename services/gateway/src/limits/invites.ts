import { NEW_MEMBER_PERIOD_MS } from '@app/contract/limits'
import type { MemberCtx } from '../context.ts'

/** Counts an invite of any kind against the caller's daily limit, which is lower for new members. */
export function takeInviteQuota({ limits, member, now }: MemberCtx): Promise<void> {
  const isNew = now().getTime() - Date.parse(member.registeredAt) < NEW_MEMBER_PERIOD_MS
  return limits.take(isNew ? 'invitesAtFirst' : 'invites', member.accountId)
}
