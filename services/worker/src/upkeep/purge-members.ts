import { DELETION_PERIOD } from '@app/contract/limits'
import type { Ctx } from '@app/server/context'
import { transact } from '@app/server/transact'
import { deleteGroupsOf, emptyPostsOf } from './purge-groups.ts'
import {
  deleteEventsOf,
  deleteMailsOf,
  deleteMember,
  deleteMessages,
  listDeleted,
  lockDeleted,
  removeFiles,
} from './purge-queries.ts'

const MEMBERS_AT_ONCE = 100
const MESSAGES_AT_ONCE = 2_000

/** Messages go beforehand and in portions, so that no statement takes long; the rest goes with the member's row. */
async function purge(ctx: Ctx, memberId: string, since: Date): Promise<void> {
  let messages: number
  do messages = await deleteMessages(ctx.db, memberId, MESSAGES_AT_ONCE)
  while (messages === MESSAGES_AT_ONCE)
  await emptyPostsOf(ctx, memberId)
  await transact(ctx, async (tx) => {
    const member = await lockDeleted(tx.db, memberId, since)
    if (!member) return
    await deleteGroupsOf(tx.db, memberId, tx.now())
    await removeFiles(tx.db, memberId, tx.now())
    await deleteMailsOf(tx.db, member.emailKey)
    await deleteEventsOf(tx, memberId)
    await deleteMember(tx.db, memberId)
  })
}

/** Ends the accounts whose time to come back is over. One that fails stays for the next round and keeps none of the others. */
export async function purgeMembers(ctx: Ctx): Promise<number> {
  const since = new Date(ctx.now().getTime() - DELETION_PERIOD)
  const failed: string[] = []
  let purged = 0
  for (;;) {
    const memberIds = await listDeleted(ctx.db, since, MEMBERS_AT_ONCE, failed)
    if (memberIds.length === 0) return purged
    for (const memberId of memberIds) {
      try {
        await purge(ctx, memberId, since)
        purged += 1
      } catch (error) {
        ctx.log.error({ err: error }, 'a member could not be purged')
        failed.push(memberId)
      }
    }
  }
}
