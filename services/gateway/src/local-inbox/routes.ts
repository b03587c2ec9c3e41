import type { Ctx } from '@app/server/context'
import type { App } from '../app.ts'
import { inboxPage } from './page.ts'
import { listMails } from './queries.ts'

/** The mails of an installation without a mail server: `/dev/mails` to read, `/dev/mails.json` for programs, the newest first. */
export function registerLocalInbox(app: App, ctx: Ctx): void {
  app.get('/dev/mails', async (_request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(inboxPage(await listMails(ctx.db))),
  )
  app.get('/dev/mails.json', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send(await listMails(ctx.db)),
  )
}
