import type { Language } from '@app/contract/text/language'
import type { Ctx } from '@app/server/context'
import { transact } from '@app/server/delivery/transact'
import { insertMail } from './queries.ts'

type MailRequest = { kind: 'REGISTRATION' | 'PASSWORD_RESET'; address: string; language: Language }

/**
 * Stores the email and its job. A suppressed email takes the same steps but is stored as dropped, so that neither the
 * response nor its timing shows whether the address is known.
 */
export const requestMail = (ctx: Ctx, mail: MailRequest, { send = true } = {}): Promise<void> =>
  transact(ctx, async (tx) => {
    const mailId = await insertMail(tx.db, { ...mail, state: send ? 'WAITING' : 'DROPPED' }, tx.now())
    tx.enqueue({ name: 'mail:send', payload: { mailId } })
  })
