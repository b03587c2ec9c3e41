import type { Language } from '@app/contract/text/language'
import type { Tx } from '@app/server/delivery/transact'
import { insertMail, type LoginChange } from './queries.ts'

type Account = { id: string; email: string; language: Language }

/** Emails a member that the way to log in to their account has changed, in case somebody else has changed it. */
export async function mailLoginChange(
  tx: Tx,
  { id: memberId, email: address, language }: Account,
  loginChange: LoginChange,
): Promise<void> {
  const mailId = await insertMail(tx.db, { kind: 'LOGIN_CHANGED', address, language, memberId, loginChange }, tx.now())
  tx.enqueue({ name: 'mail:send', payload: { mailId } })
}
