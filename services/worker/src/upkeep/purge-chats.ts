import type { Ctx } from '@app/server/context'
import { transact } from '@app/server/delivery/transact'
import { deleteChat, deleteChatMessages, listGoneChats, lockGoneChat } from '../safety/queries.ts'
import { purgeEach, runInBatches } from './batches.ts'

/** Purges the chats that vanished from the lists of both members so long ago that they can no longer be reported. */
export const purgeGoneChats = (ctx: Ctx): Promise<number> =>
  purgeEach(ctx, {
    kind: 'chat',
    listIds: (limit, failedIds) => listGoneChats(ctx.db, ctx.now(), limit, failedIds),
    async purge(chatId) {
      // The chat may be reopened until it is locked.
      await runInBatches((limit) =>
        ctx.db
          .transaction()
          .execute(async (tx) =>
            (await lockGoneChat(tx, chatId, ctx.now())) ? deleteChatMessages(tx, chatId, limit) : 0,
          ),
      )
      await transact(ctx, async (tx) => {
        if (await lockGoneChat(tx.db, chatId, tx.now())) await deleteChat(tx.db, chatId, tx.now())
      })
    },
  })
