import type { Ctx } from '@app/server/context'
import { createLocalInbox } from './local-inbox.ts'
import { createBulkSmtp, createSmtp } from './smtp.ts'

/** `unsubscribe` is the address that ends mails like this one by a single call. */
export type Mail = { to: string; subject: string; text: string; html: string; unsubscribe?: string | undefined }

/** What a mail server said, without its words: those may quote the address. */
export type Refusal = { code?: string; command?: string; responseCode?: number; status?: string }

/**
 * TAKEN: on its way. LATER: not taken, worth another try. UNKNOWN: the server had begun to take it, and never said whether it
 * did. REFUSED: for good, `deadAddress` when it is the address that is wrong.
 */
export type Outcome =
  | { result: 'TAKEN' }
  | { result: 'LATER' | 'UNKNOWN'; refusal: Refusal }
  | { result: 'REFUSED'; refusal: Refusal; deadAddress: boolean }

export type Transport = { send: (mail: Mail) => Promise<Outcome> }
export type BulkTransport = Transport & { close: () => void }

export const createMailTransport = (ctx: Ctx): Transport =>
  ctx.config.smtpUrl ? createSmtp(ctx.config.smtpUrl, ctx.config.mailFrom) : createLocalInbox(ctx)

/** A way out of its own for mails that go to many, so that nobody who waits for a link waits behind them. */
export const createBulkTransport = (ctx: Ctx): BulkTransport =>
  ctx.config.smtpUrl ? createBulkSmtp(ctx.config.smtpUrl, ctx.config.mailFrom) : createLocalInbox(ctx)
