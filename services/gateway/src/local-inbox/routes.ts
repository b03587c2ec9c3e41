import type { Ctx } from '@app/server/context'
import { AppError } from '@app/server/errors'
import type { FastifyReply } from 'fastify'
import type { App } from '../http/app.ts'
import { renderExamples, renderInbox } from './page.ts'
import { type LocalMail, listMails } from './queries.ts'

const EXAMPLES_TIMEOUT_MS = 5_000

/** Fetches the examples from the worker, which renders emails. */
async function fetchExamples({ workerPort }: Ctx['config']): Promise<LocalMail[]> {
  const url = `http://127.0.0.1:${workerPort}/dev/mails.json`
  const response = await fetch(url, { signal: AbortSignal.timeout(EXAMPLES_TIMEOUT_MS) }).catch(() => null)
  if (!response?.ok) throw new AppError('UNAVAILABLE')
  return response.json() as Promise<LocalMail[]>
}

const sendPage = (reply: FastifyReply, page: string) =>
  reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page)

/**
 * Serves the emails of an installation without a mail server: `/dev/mails` to read, `/dev/mails.json` for programs,
 * newest first; `/dev/mails/examples` shows every kind of email.
 */
export function registerLocalInbox(app: App, ctx: Ctx): void {
  app.get('/dev/mails', async (_request, reply) => sendPage(reply, renderInbox(await listMails(ctx.db))))
  app.get('/dev/mails/examples', async (_request, reply) =>
    sendPage(reply, renderExamples(await fetchExamples(ctx.config))),
  )
  app.get('/dev/mails.json', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send(await listMails(ctx.db)),
  )
}
