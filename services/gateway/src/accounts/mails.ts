import type { Language } from '@app/contract/text/language'
import type { Ctx } from '@app/server/context'
import { transact } from '@app/server/delivery/transact'
import { insertMail } from './queries.ts'

type MailRequest = { kind: 'REGISTRATION' | 'PASSWORD_RESET'; address: string; language: Language }

/**
 * Stores the email and its job. Whether the address is known is checked only when the email is sent. An email beyond the
 * limit of its mailbox takes the same steps but is stored as dropped, so that the response does not reveal that.
 */
export const requestMail = (ctx: Ctx, mail: MailRequest, { shouldSend = true } = {}): Promise<void> =>
  transact(ctx, async (tx) => {
    const mailId = await insertMail(tx.db, { ...mail, state: shouldSend ? 'WAITING' : 'DROPPED' }, tx.now())
    tx.enqueue({ name: 'mail:send', payload: { mailId } })
  })
