import type { Ctx } from '@app/server/context'
import { createLocalInbox } from './local-inbox.ts'
import { createSmtp } from './smtp.ts'

export type Mail = { to: string; subject: string; text: string; html: string }

/** What a mail server said, without its words: those may quote the address. */
export type Refusal = { code?: string; command?: string; responseCode?: number; status?: string }

/** TAKEN: on its way. LATER: worth another try. REFUSED: for good, `deadAddress` when it is the address that is wrong. */
export type Outcome =
  | { result: 'TAKEN' }
  | { result: 'LATER'; refusal: Refusal }
  | { result: 'REFUSED'; refusal: Refusal; deadAddress: boolean }

export type Transport = { send: (mail: Mail) => Promise<Outcome> }

export const createMailTransport = (ctx: Ctx): Transport =>
  ctx.config.smtpUrl ? createSmtp(ctx.config.smtpUrl, ctx.config.mailFrom) : createLocalInbox(ctx)
