import type { Ctx } from '@app/server/context'
import type { FastifyInstance } from 'fastify'
import { renderMail } from '../mail/render-mail.ts'
import { createExampleMails } from './example-mails.ts'

/** Registers a route that renders every kind of email, for the local inbox of developers. */
export function registerExampleMails(app: FastifyInstance, { config, now }: Ctx): void {
  app.get('/dev/mails.json', async () =>
    Promise.all(
      createExampleMails(config.publicUrl).map(async (content) => {
        const { subject, text, html } = await renderMail(content)
        return { to: 'mira@exempel.se', subject, text, html, at: now().toISOString() }
      }),
    ),
  )
}
