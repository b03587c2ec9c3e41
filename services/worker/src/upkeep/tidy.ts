import { SESSION_IDLE_LIFETIME, SESSION_LIFETIME } from '@app/contract/limits'
import type { Ctx } from '@app/server/context'
import { deleteEndedMails, deleteExpiredSessions, deleteExpiredTokens, deleteOldLocalMails } from './queries.ts'

const MAILS_KEPT = 30 * 24 * 60 * 60 * 1_000

/** Removes what nobody may use any longer. */
export async function tidy({ db, now, log }: Ctx): Promise<void> {
  const ago = (duration: number) => new Date(now().getTime() - duration)
  const removed = {
    tokens: await deleteExpiredTokens(db, now()),
    sessions: await deleteExpiredSessions(db, ago(SESSION_IDLE_LIFETIME), ago(SESSION_LIFETIME)),
    mails: await deleteEndedMails(db, ago(MAILS_KEPT)),
    localMails: await deleteOldLocalMails(db, ago(MAILS_KEPT)),
  }
  log.info(removed, 'tidied')
}
