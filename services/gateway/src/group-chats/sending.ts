import type { Id } from '@app/contract/base'
import type { GroupMessage } from '@app/contract/groups'
import type { MemberCtx } from '@app/server/context'
import { missingColumn, violatedConstraint } from '@app/server/db/database'
import { AppError } from '@app/server/errors'
import { asGroupMessage, selectMessages } from '@app/server/group-messages'
import { type GroupRow, isInside, judgeGroup, selectGroup } from '@app/server/policies/groups'
import { sql } from 'kysely'

/** Something to be stored once: a message, or a comment on one. */
export type Sending = { groupId: Id; parentId: Id | null; clientId: string }

type Found = {
  group: GroupRow | null
  stored: Pick<Sending, 'groupId' | 'parentId'> | null
  message: Parameters<typeof asGroupMessage>[0] | null
}

/** What this clientId has stored before, wherever that was, and the group that it is meant for now. */
async function lookAgain({ db, member }: MemberCtx, { groupId, clientId }: Sending): Promise<Found> {
  const mine = sql`m."authorId" = ${member.id} and m."clientId" = ${clientId}`
  const { rows } = await sql<Found>`
    select
      (select to_json(g) from (${selectGroup(groupId, member.id)}) g) as "group",
      (select json_build_object('groupId', m."groupId"::text, 'parentId', m."parentId"::text)
        from group_messages m where ${mine}) as stored,
      (${selectMessages(member.id, mine)}) as message`.execute(db)
  return rows[0] ?? { group: null, stored: null, message: null }
}

/** The one who was removed meanwhile is answered what they wrote, not what others wrote about it. */
function asStored({ group, message }: Found): GroupMessage | null {
  if (!message) return null
  const stored = asGroupMessage(message)
  return group && isInside(group) ? stored : { ...stored, comments: [], commentCount: 0 }
}

/** What a send has run into that may be its own repetition, or the member's leaving. */
const isRefusal = (error: unknown): boolean =>
  error instanceof AppError || violatedConstraint(error) === 'group_messages_once' || missingColumn(error) === 'version'

/** Off the hot path: the same send again answers what was stored first, everything else says why not. */
async function storedBefore(ctx: MemberCtx, sending: Sending, refusal: unknown): Promise<GroupMessage> {
  const found = await lookAgain(ctx, sending)
  const { group, stored } = found
  const message = asStored(found)
  if (message && stored?.groupId === sending.groupId && stored.parentId === sending.parentId) return message
  if (stored) throw new AppError('CONFLICT')
  if (refusal instanceof AppError) throw refusal
  judgeGroup(group ?? undefined, ctx.member, 'write')
  throw new AppError('CONFLICT')
}

/** Stores something once, however often the client repeats it under the same `clientId`. */
export async function storeOnce<Answer>(
  ctx: MemberCtx,
  sending: Sending,
  { store, again }: { store: () => Promise<Answer | undefined>; again: (stored: GroupMessage) => Answer },
): Promise<Answer> {
  let refusal: unknown
  try {
    const answer = await store()
    if (answer) return answer
  } catch (error) {
    if (!isRefusal(error)) throw error
    refusal = error
  }
  return again(await storedBefore(ctx, sending, refusal))
}
