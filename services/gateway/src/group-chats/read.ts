import type { Id } from '@app/contract/base'
import type { GroupComment, GroupMessage, GroupMessagesQuery, GroupResponse } from '@app/contract/groups'
import { RESYNC_VERSIONS_MAX } from '@app/contract/limits'
import type { Unsigned } from '@app/contract/media'
import type { Member } from '@app/server/context'
import { createNamedRunner, type Database } from '@app/server/db/database'
import { AppError } from '@app/server/errors'
import type { GroupView } from '@app/server/group-views/group-views'
import type { MessageScope } from '@app/server/groups/messages'
import { isGroupMember, requireGroup } from '@app/server/policies/groups'
import type { MemberCtx } from '../context.ts'
import { findGroupView } from '../groups/summaries.ts'
import { findComment, findPost, listNewestPosts, listPostsAfter, listPostsAround, listPostsSince } from './messages.ts'

async function requireJoinedGroup(ctx: MemberCtx, groupId: Id): Promise<GroupView> {
  const view = await findGroupView(createNamedRunner(ctx, 'find-group'), groupId, ctx.member.id)
  if (!view) throw new AppError('NOT_FOUND')
  if (!isGroupMember(view.group)) throw new AppError('FORBIDDEN')
  return view
}

async function requirePostsAround(
  ...[db, scope, around, limit]: Parameters<typeof listPostsAround>
): Promise<Unsigned<typeof GroupMessage>[]> {
  const messages = await listPostsAround(db, scope, around, limit)
  if (messages.some(({ id }) => id === around)) return messages
  throw new AppError('NOT_FOUND')
}

/**
 * Returns a group with one page of its posts, or with the posts changed since the client's version. Sets `tooOld` if
 * the client must load everything again.
 */
export async function readMessages(
  ctx: MemberCtx,
  groupId: Id,
  query: GroupMessagesQuery,
): Promise<Unsigned<typeof GroupResponse>> {
  const { group, reloadVersion } = await requireJoinedGroup(ctx, groupId)
  const scope = { groupId, viewer: ctx.member }
  const { since, after, around, limit } = query
  if (since !== undefined) {
    const tooOld = since > group.version || since < Math.max(group.version - RESYNC_VERSIONS_MAX, reloadVersion)
    return tooOld ? { group, messages: [], tooOld } : { group, messages: await listPostsSince(ctx.db, scope, since) }
  }
  if (around !== undefined) return { group, messages: await requirePostsAround(ctx.db, scope, around, limit) }
  if (after !== undefined) return { group, messages: await listPostsAfter(ctx.db, scope, after, limit) }
  return { group, messages: await listNewestPosts(ctx, scope, query) }
}

/** Returns a post of the group as the viewer sees it. Throws NOT_FOUND if the viewer cannot see such a post. */
export async function requirePost(
  db: Database,
  groupId: Id,
  viewer: Pick<Member, 'id'>,
  messageId: Id,
  commentRange: 'list' | 'single',
): Promise<Unsigned<typeof GroupMessage>> {
  const message = await findPost(db, { groupId, viewer }, messageId, commentRange)
  if (!message) throw new AppError('NOT_FOUND')
  return message
}

/** Returns a comment that the viewer has written or reacted to, as they see it. Throws NOT_FOUND if it is gone. */
export async function requireComment(
  db: Database,
  scope: MessageScope,
  commentId: Id,
): Promise<Unsigned<typeof GroupComment>> {
  const comment = await findComment(db, scope, commentId)
  if (!comment) throw new AppError('NOT_FOUND')
  return comment
}

/** Returns one post with its newest comments, more of them than a list of posts contains. */
export async function readPost(
  { db, member }: MemberCtx,
  groupId: Id,
  messageId: Id,
): Promise<Unsigned<typeof GroupMessage>> {
  await requireGroup(db, groupId, member, 'read')
  return requirePost(db, groupId, member, messageId, 'single')
}
