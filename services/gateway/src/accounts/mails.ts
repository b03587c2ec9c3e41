import type { Language } from '@app/contract/language'
import type { Ctx } from '@app/server/context'
import { transact } from '@app/server/transact'
import { insertMail } from './queries.ts'

/** Writes the mail down; whether the address is known shows only in what the mail says. */
export const askForMail = (
  ctx: Ctx,
  kind: 'REGISTRATION' | 'PASSWORD_RESET',
  address: string,
  language: Language,
): Promise<void> =>
  transact(ctx, async (tx) => {
    const mailId = await insertMail(tx.db, { kind, address, language }, tx.now())
    tx.enqueue({ name: 'mail:send', payload: { mailId } })
  })
