import { DECK_ABANDONED_AFTER } from '@app/contract/limits'
import { type Tx, transact } from '@app/server/delivery/transact'
import type { ErrorDetails } from '@app/server/errors'
import { lockTeamMembership } from '@app/server/policies/actors'
import type { WorkerCtx } from '../context.ts'
import type { Card } from './cards.ts'
import { parseInChildProcess } from './child-process.ts'
import { endUpload, findPendingUpload, lockCards, lockPendingUpload, replaceCards } from './queries.ts'

async function store(tx: Tx, uploadId: string, cards: Card[]): Promise<void> {
  await lockCards(tx.db)
  await replaceCards(tx.db, cards)
  await endUpload(tx.db, uploadId, { state: 'STORED', cards: cards.length })
}

const reject = (tx: Tx, uploadId: string, rejection: ErrorDetails): Promise<unknown> =>
  endUpload(tx.db, uploadId, { state: 'REFUSED', refusal: JSON.stringify(rejection) })

/**
 * Reads a deck whose client still waits, and replaces the previous deck with it as a whole. Skips abandoned uploads: an
 * upload that was reported as failed must not succeed afterwards.
 */
export async function readDeck(
  ctx: WorkerCtx,
  { uploadId, memberId }: { uploadId: string; memberId: string },
): Promise<void> {
  const upload = await findPendingUpload(ctx.db, uploadId)
  if (!upload) return
  const result = await parseInChildProcess(upload.bytes)
  await transact(ctx, async (tx) => {
    const isTeamMember = await lockTeamMembership(tx.db, memberId)
    const since = new Date(tx.now().getTime() - DECK_ABANDONED_AFTER)
    if (!(await lockPendingUpload(tx.db, uploadId, since))) return
    if (!isTeamMember) await reject(tx, uploadId, { code: 'FORBIDDEN' })
    else if ('cards' in result) await store(tx, uploadId, result.cards)
    else await reject(tx, uploadId, result.rejection)
  })
}
