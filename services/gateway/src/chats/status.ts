import { getChatStatus } from '@app/contract/chat-rules'
import type { ChatStatus } from '@app/contract/chats'
import type { Database } from '@app/server/db/database'
import type { MemberCtx } from '../context.ts'
import { type ContactCheck, checkContactRule } from '../first-contact/contact-check.ts'
import type { OtherMember } from '../members/lookup.ts'
import { getToday } from '../search/search.ts'
import { readRelation } from './queries.ts'

const UNRESTRICTED: ContactCheck = { unmetNeeds: [], others: 'PUT_ASIDE' }

/**
 * Returns the caller's chat status with another member, and whether the contact rule of that member would put an invite
 * aside. `db` may be a transaction.
 */
export async function readContact(
  ctx: Pick<MemberCtx, 'member' | 'config' | 'now'>,
  db: Database,
  other: OtherMember,
): Promise<{ status: ChatStatus; isFiltered: boolean; hasChat: boolean }> {
  const relation = await readRelation(db, ctx.member, other)
  const isRuleApplied = !relation.self && !relation.team && !relation.chat
  const { unmetNeeds, others } = isRuleApplied
    ? await checkContactRule(db, { inviterId: ctx.member.id, recipientId: other.id, today: getToday(ctx) })
    : UNRESTRICTED
  return {
    status: getChatStatus({ ...relation, refusedFor: others === 'REFUSE' ? unmetNeeds : [] }),
    isFiltered: others === 'PUT_ASIDE' && unmetNeeds.length > 0,
    hasChat: relation.chat !== null,
  }
}

export const readChatStatus = async (ctx: MemberCtx, db: Database, other: OtherMember): Promise<ChatStatus> =>
  (await readContact(ctx, db, other)).status
