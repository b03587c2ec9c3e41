import { DECK_ABANDONED_AFTER_MS } from '@app/contract/limits'
import { type Tx, transact } from '@app/server/delivery/transact'
import type { ErrorDetails } from '@app/server/errors'
import { lockTeamMembership } from '@app/server/policies/actors'
import { lockDuty } from '@app/server/policies/duties'
import type { WorkerCtx } from '../context.ts'
import type { Card } from './parse-card.ts'
import { parseInChildProcess } from './parse-in-child-process.ts'
import { findPendingUpload, finishUpload, lockCards, lockPendingUpload, replaceCards } from './queries.ts'

async function storeDeck(tx: Tx, uploadId: string, cards: Card[]): Promise<void> {
  await lockCards(tx.db)
  await replaceCards(tx.db, cards)
  await finishUpload(tx.db, uploadId, { state: 'STORED', cards: cards.length })
}

const rejectUpload = (tx: Tx, uploadId: string, rejection: ErrorDetails): Promise<unknown> =>
  finishUpload(tx.db, uploadId, { state: 'REFUSED', refusal: JSON.stringify(rejection) })

/**
 * Reads an uploaded deck whose client still waits, and replaces the previous deck as a whole. Skips abandoned uploads,
 * since an upload that the client has reported as failed must not succeed afterwards.
 */
export async function readDeck(
  ctx: WorkerCtx,
  { uploadId, memberId }: { uploadId: string; memberId: string },
): Promise<void> {
  const upload = await findPendingUpload(ctx.db, uploadId)
  if (!upload) return
  const result = await parseInChildProcess(upload.bytes)
  await transact(ctx, async (tx) => {
    const mayPublish = (await lockTeamMembership(tx.db, memberId)) && (await lockDuty(tx.db, memberId, 'PUBLISH'))
    const uploadedAfter = new Date(tx.now().getTime() - DECK_ABANDONED_AFTER_MS)
    if (!(await lockPendingUpload(tx.db, uploadId, uploadedAfter))) return
    if (!mayPublish) await rejectUpload(tx, uploadId, { code: 'FORBIDDEN' })
    else if ('cards' in result) await storeDeck(tx, uploadId, result.cards)
    else await rejectUpload(tx, uploadId, result.rejection)
  })
}
