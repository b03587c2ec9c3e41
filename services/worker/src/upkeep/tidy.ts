import { DECK_UPLOAD_LIFETIME, EXPORT_LIFETIME, OPERATIONS_RETENTION } from '@app/contract/limits'
import type { Ctx } from '@app/server/context'
import { deleteOldUploads } from '../decks/queries.ts'
import { deleteOldDigests } from '../digests/queries.ts'
import { removeExpired } from '../exports/queries.ts'
import { deleteOldSamples } from '../operations/queries.ts'
import { purgeGroups } from './purge-groups.ts'
import { purgeMembers } from './purge-members.ts'
import { deleteEndedMails, deleteExpiredAddresses, deleteExpiredTokens, deleteOldLocalMails } from './queries.ts'

const MAIL_RETENTION_MS = 30 * 24 * 60 * 60 * 1_000

/** Deletes expired data. */
export async function tidy(ctx: Ctx): Promise<void> {
  const { db, now, log } = ctx
  const ago = (durationMs: number) => new Date(now().getTime() - durationMs)
  const removed = {
    addresses: await deleteExpiredAddresses(db, now()),
    tokens: await deleteExpiredTokens(db, now()),
    mails: await deleteEndedMails(db, ago(MAIL_RETENTION_MS)),
    digests: await deleteOldDigests(db, ago(MAIL_RETENTION_MS)),
    members: await purgeMembers(ctx),
    groups: await purgeGroups(ctx),
    exports: await removeExpired(db, ago(EXPORT_LIFETIME)),
    deckUploads: await deleteOldUploads(db, ago(DECK_UPLOAD_LIFETIME)),
    samples: await deleteOldSamples(db, ago(OPERATIONS_RETENTION)),
    localMails: await deleteOldLocalMails(db, ago(MAIL_RETENTION_MS)),
  }
  log.info(removed, 'tidied')
}
