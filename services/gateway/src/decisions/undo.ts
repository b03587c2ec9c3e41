import type { Tx } from '@app/server/delivery/transact'
import { endMeasures, removeBars } from './measures.ts'
import { isHolding } from './queries.ts'
import { listRemovals, lockTarget, restoreContent, targetOf } from './removal/index.ts'

/** Takes the locks that `undoDecision` needs. The caller locks the case afterwards. */
export async function lockForUndo(tx: Tx, decisionId: string, authorId: string | null): Promise<void> {
  const [removal] = await listRemovals(tx.db, decisionId)
  const target = removal ? targetOf(removal) : null
  await lockTarget(tx, { authorId, target, holds: await isHolding(tx.db, decisionId) })
}

/**
 * Accepts the open appeal, if there is one, against a decision that is undone before an admin has answered the appeal.
 * `byId` is the admin who refused to confirm the decision; null if it has lapsed.
 */
export const acceptOpenAppeal = ({ db, now }: Tx, decisionId: string, byId: string | null) =>
  db
    .updateTable('appeals')
    .set({ outcome: 'OVERTURNED', byId, decidedAt: now().toISOString() })
    .where('decisionId', '=', decisionId)
    .where('outcome', 'is', null)
    .execute()

/**
 * Undoes a decision completely: ends its measures, releases the account, restores the content, and removes the bars.
 * Restores a member before their content, which may depend on them. The caller holds the locks of `lockForUndo`.
 */
export async function undoDecision(tx: Tx, decisionId: string): Promise<void> {
  await endMeasures(tx, { decisionId })
  for (const removal of (await listRemovals(tx.db, decisionId)).reverse()) await restoreContent(tx, removal)
  await removeBars(tx, decisionId)
  await tx.db
    .updateTable('decisions')
    .set({ undoneAt: tx.now().toISOString(), confirmBy: null })
    .where('id', '=', decisionId)
    .where('undoneAt', 'is', null)
    .execute()
}
