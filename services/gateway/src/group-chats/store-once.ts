import type { Id } from '@app/contract/base'
import type { GroupMessage } from '@app/contract/groups'
import type { Unsigned } from '@app/contract/media'
import { findViolatedConstraint } from '@app/server/db/database'
import { AppError } from '@app/server/errors'
import { selectMessages, toGroupMessage } from '@app/server/groups/messages'
import { assertGroupAccess, type GroupRow, isGroupMember, selectGroup } from '@app/server/policies/groups'
import { requireNoRestriction } from '@app/server/policies/measures'
import { sql } from 'kysely'
import type { MemberCtx } from '../context.ts'
import { requireReplyTarget } from './changes.ts'

/** The key of a post or comment that must be stored only once. */
export type MessageKey = { groupId: Id; parentId: Id | null; clientId: string }

/** A key, and the message to which the new one replies. */
type NewMessage = MessageKey & { replyTo: Id | null }

/** The message stored under a key, with its location, and the group of the key. */
type Lookup = {
  group: GroupRow | null
  location: Pick<MessageKey, 'groupId' | 'parentId'> | null
  message: Parameters<typeof toGroupMessage>[0] | null
}

/** Finds the message stored under this clientId, in any group, and the current state of the requested group. */
async function findMessageByKey({ db, member }: MemberCtx, { groupId, clientId }: MessageKey): Promise<Lookup> {
  const ownMessage = sql`m."authorId" = ${member.id} and m."clientId" = ${clientId}`
  const { rows } = await sql<Lookup>`
    select
      (select to_json(g) from (${selectGroup(groupId, member.id)}) g) as "group",
      (select json_build_object('groupId', m."groupId"::text, 'parentId', m."parentId"::text)
        from group_messages m where ${ownMessage}) as location,
      (${selectMessages({ groupId, viewer: member }, ownMessage)}) as message`.execute(db)
  return rows[0] ?? { group: null, location: null, message: null }
}

/** Returns a message as its author sees it after leaving the group: without anything that others wrote or did. */
function toOwnPart(message: Unsigned<typeof GroupMessage>): Unsigned<typeof GroupMessage> {
  const { reactions: _, replyTo, ...own } = message
  return {
    ...own,
    ...(replyTo && {
      replyTo: { id: replyTo.id, senderName: '', mine: false, message: null, photo: false, deleted: true },
    }),
    comments: [],
    commentCount: 0,
    lastUpdate: own.editTime ?? own.sendTime,
  }
}

function toStoredMessage({ group, message }: Lookup): Unsigned<typeof GroupMessage> | null {
  if (!message) return null
  const storedMessage = toGroupMessage(message)
  return group && isGroupMember(group) ? storedMessage : toOwnPart(storedMessage)
}

/** Returns whether an error may be due to a repeated send or to the member's removal. */
const mayBeRejection = (error: unknown): boolean =>
  error instanceof AppError || findViolatedConstraint(error) === 'group_messages_once'

/**
 * Handles a send that stored nothing: returns the stored message of a repeated send, and throws the reason for any
 * other failure.
 */
async function resolveRejection(
  ctx: MemberCtx,
  key: NewMessage,
  rejection: unknown,
): Promise<Unsigned<typeof GroupMessage>> {
  const lookup = await findMessageByKey(ctx, key)
  const { group, location } = lookup
  const message = toStoredMessage(lookup)
  if (message && location?.groupId === key.groupId && location.parentId === key.parentId) return message
  if (location) throw new AppError('CONFLICT')
  if (rejection instanceof AppError) throw rejection
  assertGroupAccess(group ?? undefined, 'write')
  await requireNoRestriction(ctx.db, ctx.member.id, 'POST', ctx.now())
  await requireReplyTarget(ctx.db, ctx.member.id, key)
  throw new AppError('CONFLICT')
}

/** Stores a message once, even if the client repeats the request with the same `clientId`. */
export async function storeOnce<Result>(
  ctx: MemberCtx,
  key: NewMessage,
  {
    store,
    toResult,
  }: { store: () => Promise<Result | undefined>; toResult: (stored: Unsigned<typeof GroupMessage>) => Result },
): Promise<Result> {
  let rejection: unknown
  try {
    const result = await store()
    if (result) return result
  } catch (error) {
    if (!mayBeRejection(error)) throw error
    rejection = error
  }
  return toResult(await resolveRejection(ctx, key, rejection))
}
