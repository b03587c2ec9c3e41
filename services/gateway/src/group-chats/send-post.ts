import { randomUUID } from 'node:crypto'
import type { Id } from '@app/contract/base'
import type { GroupMessage, SendGroupMessage } from '@app/contract/groups'
import { type MediaId, mediaIdIn } from '@app/contract/media'
import type { MemberCtx } from '@app/server/context'
import { AppError } from '@app/server/errors'
import { lockGroup } from '@app/server/policies/groups'
import { type MemberTx, transact } from '@app/server/transact'
import type * as z from 'zod/mini'
import { carryPhoto } from '../photos/queries.ts'
import { insertAsMember, type NewPost, POST_AND_TELL, type PostEnvelope, valuesOf } from './post.ts'
import { storeOnce } from './sending.ts'

type Told = { id: string; kind: 'PUSH'; payload: PostEnvelope }

/** The hot path. */
async function storeText(ctx: MemberCtx, post: NewPost): Promise<PostEnvelope | undefined> {
  const { rows } = await ctx.pool.query<Told>({
    name: 'post-in-group',
    text: POST_AND_TELL,
    values: valuesOf(ctx, post),
  })
  void ctx.outbox.deliver(rows)
  return rows[0]?.payload
}

/** The photo of a message or comment in a group, from now on carried by it. Caller holds the group's lock. */
export async function takePhoto(tx: MemberTx, groupId: Id, photoId: MediaId) {
  const photo = await carryPhoto(tx.db, { id: photoId, ownerId: tx.member.id, place: { kind: 'GROUP', groupId } })
  if (photo) return photo
  throw new AppError('VALIDATION', { fields: [{ path: 'photoUrl', problem: 'field.invalid' }] })
}

/**
 * Whoever draws the photo waits for the group's lock, too: either they see the message, or it says that the photo is drawn.
 */
const storeWithPhoto = (ctx: MemberCtx, post: NewPost, photoId: MediaId): Promise<PostEnvelope | undefined> =>
  transact(ctx, async (tx) => {
    await lockGroup(tx.db, post.groupId, tx.member, 'write')
    return insertAsMember(tx, { ...post, photoId, photo: await takePhoto(tx, post.groupId, photoId) })
  })

/** Posts a message to everybody in the group. */
export function sendPost(
  ctx: MemberCtx,
  groupId: Id,
  { message, photoUrl, clientId = randomUUID() }: z.output<typeof SendGroupMessage>,
): Promise<GroupMessage> {
  const post = { groupId, message, clientId }
  const photoId = photoUrl && mediaIdIn(photoUrl)
  const store = async () => {
    const posted = await (photoId ? storeWithPhoto(ctx, post, photoId) : storeText(ctx, post))
    return posted && { ...posted.push.message, mine: true }
  }
  return storeOnce(ctx, { ...post, parentId: null }, { store, again: (stored) => stored })
}
