import type { Id } from '@app/contract/base'
import type { Group, GroupMessage, GroupMessagesQuery, GroupResponse } from '@app/contract/groups'
import { RESYNC_VERSIONS_MAX } from '@app/contract/limits'
import type { Member, MemberCtx } from '@app/server/context'
import type { Database } from '@app/server/db/database'
import { AppError } from '@app/server/errors'
import { isGroupMember, requireGroup } from '@app/server/policies/groups'
import { findGroup } from '../groups/summaries.ts'
import { findMessage, listNewestPosts, listPostsAfter, listPostsAround, listPostsSince } from './messages.ts'

async function requireInGroup({ db, member }: MemberCtx, groupId: Id): Promise<Group> {
  const group = await findGroup(db, groupId, member.id)
  if (!group) throw new AppError('NOT_FOUND')
  if (!isGroupMember(group)) throw new AppError('FORBIDDEN')
  return group
}

async function requireAround(
  ...[db, scope, around, limit]: Parameters<typeof listPostsAround>
): Promise<GroupMessage[]> {
  const messages = await listPostsAround(db, scope, around, limit)
  if (messages.some(({ id }) => id === around)) return messages
  throw new AppError('NOT_FOUND')
}

/** Returns a group with one page of its messages, or with all changes since a version that the client has. */
export async function readMessages(ctx: MemberCtx, groupId: Id, query: GroupMessagesQuery): Promise<GroupResponse> {
  const group = await requireInGroup(ctx, groupId)
  const scope = { groupId, viewer: ctx.member }
  const { since, after, around, limit } = query
  if (since !== undefined) {
    const tooOld = since > group.version || since < group.version - RESYNC_VERSIONS_MAX
    return tooOld ? { group, messages: [], tooOld } : { group, messages: await listPostsSince(ctx.db, scope, since) }
  }
  if (around !== undefined) return { group, messages: await requireAround(ctx.db, scope, around, limit) }
  if (after !== undefined) return { group, messages: await listPostsAfter(ctx.db, scope, after, limit) }
  return { group, messages: await listNewestPosts(ctx, scope, query) }
}

/** Returns a message of the group as its member sees it. Throws NOT_FOUND if it does not exist. */
export async function requireMessage(
  db: Database,
  groupId: Id,
  viewer: Pick<Member, 'id'>,
  messageId: Id,
  commentRange: 'list' | 'single',
): Promise<GroupMessage> {
  const message = await findMessage(db, { groupId, viewer }, messageId, commentRange)
  if (!message) throw new AppError('NOT_FOUND')
  return message
}

/** Returns one message with its comments. */
export async function readMessage({ db, member }: MemberCtx, groupId: Id, messageId: Id): Promise<GroupMessage> {
  await requireGroup(db, groupId, member, 'read')
  return requireMessage(db, groupId, member, messageId, 'single')
}
