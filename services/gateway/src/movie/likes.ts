import type { Id } from '@app/contract/base'
import { transact } from '@app/server/delivery/transact'
import { lockActor } from '@app/server/policies/actors'
import { lockEntry } from '@app/server/policies/movie'
import type { MemberCtx } from '../context.ts'
import { changeLikeCount, insertLike, withdrawLike } from './queries.ts'

/** Likes an entry; idempotent. Notifies the author only of the first like by each member, not after a withdrawal. */
export const likeEntry = (ctx: MemberCtx, id: Id): Promise<void> =>
  transact(ctx, async (tx) => {
    await lockActor(tx.db, tx.member.id)
    const { authorId } = await lockEntry(tx.db, id, tx.member, 'like')
    const like = await insertLike(tx.db, { entryId: id, memberId: tx.member.id, likedAt: tx.now().toISOString() })
    if (!like) return
    const likes = await changeLikeCount(tx.db, id, 1)
    if (like.isFirst) tx.notify([authorId], { type: 'movie:liked', id, likes })
  })

/** Withdraws a like; idempotent. Notifies no member. */
export const unlikeEntry = (ctx: MemberCtx, id: Id): Promise<void> =>
  transact(ctx, async (tx) => {
    await lockEntry(tx.db, id, tx.member, 'like')
    if (await withdrawLike(tx.db, id, tx.member.id)) await changeLikeCount(tx.db, id, -1)
  })
