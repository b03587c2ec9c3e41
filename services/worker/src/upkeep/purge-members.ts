import { DELETION_PERIOD_MS } from '@app/contract/limits'
import type { Ctx } from '@app/server/context'
import { transact } from '@app/server/delivery/transact'
import { keepBlockEchoes } from '@app/server/safety/block-echoes'
import { retireName } from '@app/server/safety/retired-names'
import { purgeEach, type RunBatches, runInBatches } from './batches.ts'
import { deleteSoleMemberGroups, emptyAllPosts } from './purge-groups.ts'
import {
  deleteEvents,
  deleteMailData,
  deleteMember,
  deleteMessages,
  deleteReactions,
  listDeletedMembers,
  lockDeletedMember,
  markFilesForRemoval,
} from './purge-queries.ts'

/**
 * Purges a member: first the messages, reactions and posts, in batches so that no statement takes long, then the rest
 * in one transaction with the member's row. Each transaction locks the member, and changes nothing if the account has
 * been restored, suspended or banned in the meantime.
 */
export async function purgeMember(ctx: Ctx, memberId: string, cutoff: Date): Promise<void> {
  const runBatches: RunBatches = (runBatch) =>
    runInBatches((limit) =>
      ctx.db
        .transaction()
        .execute(async (tx) => ((await lockDeletedMember(tx, memberId, cutoff)) ? runBatch(tx, limit) : 0)),
    )
  await runBatches((tx, limit) => deleteMessages(tx, memberId, limit))
  await runBatches((tx, limit) => deleteReactions(tx, memberId, limit))
  await emptyAllPosts(ctx, memberId, runBatches)
  await transact(ctx, async (tx) => {
    const member = await lockDeletedMember(tx.db, memberId, cutoff)
    if (!member) return
    await deleteSoleMemberGroups(tx.db, memberId)
    await markFilesForRemoval(tx.db, memberId, tx.now())
    await deleteMailData(tx.db, member.emailKey)
    await deleteEvents(tx, memberId)
    await keepBlockEchoes(tx, ctx.config.sessionSecret, { memberId, address: member.email })
    await retireName(tx, ctx.config.sessionSecret, member.userName)
    await deleteMember(tx.db, memberId)
  })
}

/** Purges the deleted accounts whose deletion period is over. */
export function purgeMembers(ctx: Ctx): Promise<number> {
  const cutoff = new Date(ctx.now().getTime() - DELETION_PERIOD_MS)
  return purgeEach(ctx, {
    kind: 'member',
    listIds: (limit, failedIds) => listDeletedMembers(ctx.db, cutoff, limit, failedIds),
    purge: (memberId) => purgeMember(ctx, memberId, cutoff),
  })
}
