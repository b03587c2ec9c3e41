import { DELETION_PERIOD } from '@app/contract/limits'
import type { Ctx } from '@app/server/context'
import { transact } from '@app/server/delivery/transact'
import { inBatches, purgeEach } from './purge-each.ts'
import { emptyAllPosts, endEmptyGroups } from './purge-groups.ts'
import {
  deleteEventsOf,
  deleteMailsOf,
  deleteMember,
  deleteMessages,
  listDeleted,
  lockDeleted,
  removeFiles,
} from './purge-queries.ts'

/**
 * Deletes messages first and in batches, so that no statement takes long, and the rest together with the member's row.
 */
async function purge(ctx: Ctx, memberId: string, deletedBefore: Date): Promise<void> {
  await inBatches((limit) => deleteMessages(ctx.db, memberId, limit))
  await emptyAllPosts(ctx, memberId)
  await transact(ctx, async (tx) => {
    const member = await lockDeleted(tx.db, memberId, deletedBefore)
    if (!member) return
    await endEmptyGroups(tx.db, memberId)
    await removeFiles(tx.db, memberId, tx.now())
    await deleteMailsOf(tx.db, member.emailKey)
    await deleteEventsOf(tx, memberId)
    await deleteMember(tx.db, memberId)
  })
}

/** Purges the deleted accounts whose restore period is over. */
export function purgeMembers(ctx: Ctx): Promise<number> {
  const deletedBefore = new Date(ctx.now().getTime() - DELETION_PERIOD)
  return purgeEach(ctx, {
    kind: 'member',
    list: (limit, except) => listDeleted(ctx.db, deletedBefore, limit, except),
    purge: (memberId) => purge(ctx, memberId, deletedBefore),
  })
}
