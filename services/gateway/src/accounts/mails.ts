import type { Language } from '@app/contract/text/language'
import type { Ctx } from '@app/server/context'
import { transact } from '@app/server/delivery/transact'
import { insertMail } from './queries.ts'

type MailRequest = { kind: 'REGISTRATION' | 'PASSWORD_RESET'; address: string; language: Language }

/**
 * Stores the email and its job. Only the worker that sends the email checks whether the address is known. An email
 * beyond the limit of its mailbox takes the same steps but is stored as dropped, so that the response does not reveal
 * the limit.
 */
export const requestMail = (ctx: Ctx, mail: MailRequest, { shouldSend = true } = {}): Promise<void> =>
  transact(ctx, async (tx) => {
    const mailId = await insertMail(tx.db, { ...mail, state: shouldSend ? 'WAITING' : 'DROPPED' }, tx.now())
    tx.enqueue({ name: 'mail:send', payload: { mailId } })
  })
