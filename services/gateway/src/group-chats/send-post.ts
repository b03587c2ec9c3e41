import { randomUUID } from 'node:crypto'
import type { Id } from '@app/contract/base'
import type { GroupMessage, SendGroupMessage } from '@app/contract/groups'
import { findMediaId, type MediaId } from '@app/contract/media'
import type { MemberCtx } from '@app/server/context'
import { type MemberTx, transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { lockGroup } from '@app/server/policies/groups'
import type * as z from 'zod/mini'
import type { Limits } from '../limits/limits.ts'
import { attachPhoto } from '../photos/queries.ts'
import { createValues, insertAsMember, type NewPost, POST_AND_PUBLISH, type PostEnvelope } from './post.ts'
import { storeOnce } from './sending.ts'

type OutboxPush = { id: string; kind: 'PUSH'; payload: PostEnvelope }

/** Stores a post without a photo, on the hot path. */
async function storeText(ctx: MemberCtx, post: NewPost): Promise<PostEnvelope | undefined> {
  const { rows } = await ctx.pool.query<OutboxPush>({
    name: 'post-in-group',
    text: POST_AND_PUBLISH,
    values: createValues(ctx, post),
  })
  void ctx.outbox.deliver(rows)
  return rows[0]?.payload
}

/** Attaches a photo to a message or comment in a group. The caller holds the group's lock. */
export async function attachGroupPhoto(tx: MemberTx, groupId: Id, photoId: MediaId) {
  const photo = await attachPhoto(tx.db, { id: photoId, ownerId: tx.member.id, target: { kind: 'GROUP', groupId } })
  if (photo) return photo
  throw new AppError('VALIDATION', { fields: [{ path: 'photoUrl', problem: 'field.invalid' }] })
}

/**
 * Stores a post with a photo. The image processor also takes the group lock, so it either sees this message or has
 * already marked the photo as ready.
 */
const storeWithPhoto = (ctx: MemberCtx, post: NewPost, photoId: MediaId): Promise<PostEnvelope | undefined> =>
  transact(ctx, async (tx) => {
    await lockGroup(tx.db, post.groupId, tx.member, 'write')
    return insertAsMember(tx, { ...post, photoId, photo: await attachGroupPhoto(tx, post.groupId, photoId) })
  })

/** Posts a message in a group. */
export async function sendPost(
  ctx: MemberCtx,
  limits: Limits,
  groupId: Id,
  { message, photoUrl, clientId = randomUUID() }: z.output<typeof SendGroupMessage>,
): Promise<GroupMessage> {
  await limits.take('messages', ctx.member.accountId)
  const post = { groupId, message, clientId }
  const photoId = photoUrl && findMediaId(photoUrl)
  const store = async () => {
    const envelope = await (photoId ? storeWithPhoto(ctx, post, photoId) : storeText(ctx, post))
    return envelope && { ...envelope.push.message, mine: true }
  }
  return storeOnce(ctx, { ...post, parentId: null }, { store, toResult: (stored) => stored })
}
