import { DELETION_PERIOD } from '@app/contract/limits'
import type { Ctx } from '@app/server/context'
import { transact } from '@app/server/transact'
import { inPortions, purgeEach } from './purge-each.ts'
import { emptyPostsOf, endGroupsOf } from './purge-groups.ts'
import {
  deleteEventsOf,
  deleteMailsOf,
  deleteMember,
  deleteMessages,
  listDeleted,
  lockDeleted,
  removeFiles,
} from './purge-queries.ts'

/** Messages go beforehand and in portions, so that no statement takes long; the rest goes with the member's row. */
async function purge(ctx: Ctx, memberId: string, since: Date): Promise<void> {
  await inPortions((limit) => deleteMessages(ctx.db, memberId, limit))
  await emptyPostsOf(ctx, memberId)
  await transact(ctx, async (tx) => {
    const member = await lockDeleted(tx.db, memberId, since)
    if (!member) return
    await endGroupsOf(tx.db, memberId)
    await removeFiles(tx.db, memberId, tx.now())
    await deleteMailsOf(tx.db, member.emailKey)
    await deleteEventsOf(tx, memberId)
    await deleteMember(tx.db, memberId)
  })
}

/** Ends the accounts whose time to come back is over. */
export function purgeMembers(ctx: Ctx): Promise<number> {
  const since = new Date(ctx.now().getTime() - DELETION_PERIOD)
  return purgeEach(ctx, {
    what: 'member',
    list: (limit, except) => listDeleted(ctx.db, since, limit, except),
    purge: (memberId) => purge(ctx, memberId, since),
  })
}
