import type { Tx } from '@app/server/delivery/transact'
import { TEAM_ID } from '@app/server/policies/team'
import { insertDecisionMail } from '@app/server/safety/mails'
import { countUnreadDecisions } from '@app/server/safety/statements'

/** Tells the author of a decision: by push, and by an email without its content. */
export async function notifyAuthor(
  tx: Tx,
  { decisionId, authorId, mail }: { decisionId: string; authorId: string | null; mail: 'DECISION' | 'APPEAL_DECIDED' },
): Promise<void> {
  if (!authorId || authorId === TEAM_ID) return
  const unread = await countUnreadDecisions(tx.db, authorId)
  tx.notify([authorId], { type: 'decision:new', id: decisionId, unread })
  await insertDecisionMail(tx, { kind: mail, decisionId, memberId: authorId })
}
