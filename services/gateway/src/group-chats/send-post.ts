import { randomUUID } from 'node:crypto'
import type { Id } from '@app/contract/base'
import type { GroupMessage, SendGroupMessage } from '@app/contract/groups'
import { findMediaId, type MediaId, type Unsigned } from '@app/contract/media'
import { findMissingColumn } from '@app/server/db/database'
import { type MemberTx, transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { lockGroup } from '@app/server/policies/groups'
import type * as z from 'zod/mini'
import type { MemberCtx } from '../context.ts'
import { attachPhoto } from '../photos/queries.ts'
import { requireReplyTarget } from './changes.ts'
import { createPostQuery, insertPost, insertPostOrThrow, type NewPost, type StoredPost, toOwnPost } from './post.ts'
import { storeOnce } from './store-once.ts'

type StoredPush = StoredPost & { id: string; kind: 'PUSH' }

/** Stores a post without a photo, in one statement instead of a transaction. */
async function storeText(ctx: MemberCtx, post: NewPost): Promise<StoredPost | undefined> {
  const { rows } = await ctx.pool.query<StoredPush>(createPostQuery(ctx, post))
  void ctx.outbox.deliver(rows)
  return rows[0]
}

/**
 * Attaches a photo to a post or comment in a group. Throws VALIDATION if the caller has no such unattached photo.
 * The caller holds the group lock.
 */
export async function attachGroupPhoto(tx: MemberTx, groupId: Id, photoId: MediaId) {
  const photo = await attachPhoto(tx.db, { id: photoId, ownerId: tx.member.id, target: { kind: 'GROUP', groupId } })
  if (photo) return photo
  throw new AppError('VALIDATION', { fields: [{ path: 'photoUrl', problem: 'field.invalid' }] })
}

/**
 * Stores a post with a photo. The image processor also takes the group lock, so it either sees this post or has
 * already marked the photo as ready.
 */
const storeWithPhoto = (ctx: MemberCtx, post: NewPost, photoId: MediaId): Promise<StoredPost> =>
  transact(ctx, async (tx) => {
    await lockGroup(tx.db, post.groupId, tx.member, 'write')
    await requireReplyTarget(tx.db, tx.member.id, { ...post, parentId: null })
    const photo = await attachGroupPhoto(tx, post.groupId, photoId)
    // A rejection rolls back, so that the photo can be sent later.
    return insertPostOrThrow(tx, { ...post, photoId, photo })
  })

/** Stores a post under the group's lock, so that its visibility cannot change meanwhile. */
const storeLocked = (ctx: MemberCtx, post: NewPost): Promise<StoredPost | undefined> =>
  transact(ctx, async (tx) => {
    await lockGroup(tx.db, post.groupId, tx.member, 'write')
    return insertPost(tx, post)
  })

/**
 * Stores a post; retries under the group's lock if the author was removed, or a block or role changed, while the first
 * attempt waited for that lock.
 */
const storeWithRetry = (ctx: MemberCtx, post: NewPost): Promise<StoredPost | undefined> =>
  storeText(ctx, post).catch((error: unknown) => {
    if (findMissingColumn(error) !== 'version') throw error
    return storeLocked(ctx, post)
  })

/** Sends a post to a group. */
export async function sendPost(
  ctx: MemberCtx,
  groupId: Id,
  { message, photoUrl, replyTo, clientId = randomUUID() }: z.output<typeof SendGroupMessage>,
): Promise<Unsigned<typeof GroupMessage>> {
  await ctx.limits.take('messages', ctx.member.accountId)
  const post = { groupId, message, clientId, replyTo }
  const photoId = photoUrl && findMediaId(photoUrl)
  const storePost = async () => {
    const stored = await (photoId ? storeWithPhoto(ctx, post, photoId) : storeWithRetry(ctx, post))
    return stored && toOwnPost(stored)
  }
  return storeOnce(ctx, { ...post, parentId: null }, { store: storePost, toResult: (stored) => stored })
}
