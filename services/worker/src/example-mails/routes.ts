import type { Ctx } from '@app/server/context'
import type { FastifyInstance } from 'fastify'
import { renderLetter } from '../mail/render-letter.ts'
import { demoLetters } from './letters.ts'

/** Registers a route with every rendered mail, for the local inbox of developers. */
export function registerExamples(app: FastifyInstance, { config, now }: Ctx): void {
  app.get('/dev/mails.json', async () =>
    Promise.all(
      demoLetters(config.publicUrl).map(async (letter) => {
        const { subject, text, html } = await renderLetter(letter)
        return { to: 'mira@exempel.se', subject, text, html, at: now().toISOString() }
      }),
    ),
  )
}
