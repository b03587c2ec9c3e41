import { DECK_UPLOAD_LIFETIME, EXPORT_LIFETIME, OPERATIONS_KEPT } from '@app/contract/limits'
import type { Ctx } from '@app/server/context'
import { deleteOldUploads } from '../decks/queries.ts'
import { deleteOldDigests } from '../digests/queries.ts'
import { removeUnfetched } from '../exports/queries.ts'
import { deleteOldFigures } from '../operations/queries.ts'
import { purgeGroups } from './purge-groups.ts'
import { purgeMembers } from './purge-members.ts'
import { deleteEndedMails, deleteExpiredAddresses, deleteExpiredTokens, deleteOldLocalMails } from './queries.ts'

const MAILS_KEPT = 30 * 24 * 60 * 60 * 1_000

/** Removes what nobody may use any longer. */
export async function tidy(ctx: Ctx): Promise<void> {
  const { db, now, log } = ctx
  const ago = (duration: number) => new Date(now().getTime() - duration)
  const removed = {
    addresses: await deleteExpiredAddresses(db, now()),
    tokens: await deleteExpiredTokens(db, now()),
    mails: await deleteEndedMails(db, ago(MAILS_KEPT)),
    digests: await deleteOldDigests(db, ago(MAILS_KEPT)),
    members: await purgeMembers(ctx),
    groups: await purgeGroups(ctx),
    exports: await removeUnfetched(db, ago(EXPORT_LIFETIME)),
    deckUploads: await deleteOldUploads(db, ago(DECK_UPLOAD_LIFETIME)),
    figures: await deleteOldFigures(db, ago(OPERATIONS_KEPT)),
    localMails: await deleteOldLocalMails(db, ago(MAILS_KEPT)),
  }
  log.info(removed, 'tidied')
}
