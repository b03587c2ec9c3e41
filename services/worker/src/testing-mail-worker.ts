import { afterAll, beforeEach } from 'vitest'
import { aMailServer, type MailServer } from './testing-mail-server.ts'
import { type TestWorker, testWorker } from './testing-worker.ts'

/**
 * Sets up a worker and a mail server for the tests of one file; the server accepts everything again before each test.
 */
export async function setUpMailWorker(
  settings: Record<string, string> = {},
): Promise<{ ctx: TestWorker; server: MailServer }> {
  const server = await aMailServer()
  const ctx = await testWorker({ SMTP_URL: server.url, MAIL_FROM: 'Salong <noreply@salong.test>', ...settings })
  beforeEach(() => server.accept())
  afterAll(async () => {
    await ctx.close()
    await server.stop()
  })
  return { ctx, server }
}
