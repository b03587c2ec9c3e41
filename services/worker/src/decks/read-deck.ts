import { DECK_LOST_AFTER } from '@app/contract/limits'
import type { Refusal } from '@app/server/errors'
import { staysInTeam } from '@app/server/policies/actors'
import { type Tx, transact } from '@app/server/transact'
import type { WorkerCtx } from '../context.ts'
import type { Card } from './cards.ts'
import { endUpload, findWaiting, lockCards, lockWaiting, replaceCards } from './queries.ts'
import { readApart } from './readers.ts'

async function store(tx: Tx, uploadId: string, cards: Card[]): Promise<void> {
  await lockCards(tx.db)
  await replaceCards(tx.db, cards)
  await endUpload(tx.db, uploadId, { state: 'STORED', cards: cards.length })
}

const refuse = (tx: Tx, uploadId: string, refusal: Refusal): Promise<unknown> =>
  endUpload(tx.db, uploadId, { state: 'REFUSED', refusal: JSON.stringify(refusal) })

/**
 * Reads a deck that somebody waits for, and puts it whole into the place of the one before. Once nobody waits it is too
 * late: what was told to have failed must not happen after all.
 */
export async function readDeck(
  ctx: WorkerCtx,
  { uploadId, memberId }: { uploadId: string; memberId: string },
): Promise<void> {
  const upload = await findWaiting(ctx.db, uploadId)
  if (!upload) return
  const reading = await readApart(upload.bytes)
  await transact(ctx, async (tx) => {
    const isOfTeam = await staysInTeam(tx.db, memberId)
    const since = new Date(tx.now().getTime() - DECK_LOST_AFTER)
    if (!(await lockWaiting(tx.db, uploadId, since))) return
    if (!isOfTeam) await refuse(tx, uploadId, { code: 'FORBIDDEN' })
    else if ('cards' in reading) await store(tx, uploadId, reading.cards)
    else await refuse(tx, uploadId, reading.refusal)
  })
}
