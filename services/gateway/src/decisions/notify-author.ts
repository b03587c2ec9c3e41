import type { Tx } from '@app/server/delivery/transact'
import { TEAM_ID } from '@app/server/policies/team'
import { insertDecisionMail } from '@app/server/safety/mails'
import { countForMember } from '@app/server/safety/statements'

/**
 * Publishes to a member that a decision about them is new or has changed, with the numbers of unread statements and of
 * removed content that their session contains.
 */
export const publishDecision = async (tx: Tx, id: string, memberId: string): Promise<void> =>
  tx.notify([memberId], { type: 'decision:new', id, ...(await countForMember(tx.db, memberId)) })

/** Notifies the author of the content that a decision is about, by a push and by an email without its text. */
export async function notifyAuthor(
  tx: Tx,
  { decisionId, authorId, mail }: { decisionId: string; authorId: string | null; mail: 'DECISION' | 'APPEAL_DECIDED' },
): Promise<void> {
  if (!authorId || authorId === TEAM_ID) return
  await publishDecision(tx, decisionId, authorId)
  await insertDecisionMail(tx, { kind: mail, decisionId, memberId: authorId })
}
