import { randomUUID } from 'node:crypto'
import type { Id } from '@app/contract/base'
import type { GroupComment, SendGroupMessage } from '@app/contract/groups'
import { findMediaId, type Unsigned } from '@app/contract/media'
import { type MemberTx, transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { notifyGroupMessage, toGroupComment } from '@app/server/groups/messages'
import { lockGroup } from '@app/server/policies/groups'
import { requireNoRestriction } from '@app/server/policies/measures'
import type * as z from 'zod/mini'
import type { MemberCtx } from '../context.ts'
import { findStoredMessage, insertComment, requireReplyTarget } from './changes.ts'
import { requireComment } from './read.ts'
import { attachGroupPhoto } from './send-post.ts'
import { storeOnce } from './store-once.ts'

/** Returns whether the member has sent a post or comment with this clientId before. */
const isSent = async ({ db, member }: MemberTx, clientId: string): Promise<boolean> =>
  (await db
    .selectFrom('group_messages')
    .select('id')
    .where('authorId', '=', member.id)
    .where('clientId', '=', clientId)
    .executeTakeFirst()) !== undefined

/** Sends a comment on a post, without raising unread counts. Throws CONFLICT if the post is deleted. */
export async function sendComment(
  ctx: MemberCtx,
  { id: groupId, msgId: parentId }: { id: Id; msgId: Id },
  { message, photoUrl, replyTo, clientId = randomUUID() }: z.output<typeof SendGroupMessage>,
): Promise<Unsigned<typeof GroupComment>> {
  await ctx.limits.take('messages', ctx.member.accountId)
  const store = () =>
    transact(ctx, async (tx) => {
      await lockGroup(tx.db, groupId, tx.member, 'write')
      // An error by the unique constraint would take many times as long.
      if (await isSent(tx, clientId)) return undefined
      await requireNoRestriction(tx.db, tx.member.id, 'POST', tx.now())
      const parent = await findStoredMessage(tx.db, tx.member.id, { groupId, messageId: parentId })
      if (!parent) throw new AppError('NOT_FOUND')
      if (parent.deletedAt) throw new AppError('CONFLICT')
      await requireReplyTarget(tx.db, tx.member.id, { groupId, parentId, replyTo })
      const mediaId = photoUrl && findMediaId(photoUrl)
      if (mediaId) await attachGroupPhoto(tx, groupId, mediaId)
      const id = await insertComment(tx, { groupId, parentId, clientId, message, mediaId, replyTo })
      const comment = await notifyGroupMessage(tx, id)
      return comment.replyTo ? requireComment(tx.db, { groupId, viewer: tx.member }, id) : { ...comment, mine: true }
    })
  return storeOnce(ctx, { groupId, parentId, clientId, replyTo }, { store, toResult: toGroupComment })
}
