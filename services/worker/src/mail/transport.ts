import type { Ctx } from '@app/server/context'
import { createLocalInbox } from './local-inbox.ts'
import type { BulkTransport, Transport } from './mail.ts'
import { createBulkSmtp, createSmtp } from './smtp.ts'

export const createMailTransport = (ctx: Ctx): Transport =>
  ctx.config.smtpUrl ? createSmtp(ctx.config.smtpUrl, ctx.config.mailFrom) : createLocalInbox(ctx)

/** Creates a separate transport for bulk emails, so that single emails never wait behind them. */
export const createBulkTransport = (ctx: Ctx): BulkTransport =>
  ctx.config.smtpUrl ? createBulkSmtp(ctx.config.smtpUrl, ctx.config.mailFrom) : createLocalInbox(ctx)
