import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterTest, testConfig } from '@app/server/testing/context'
import { ownRedisUrl } from '@app/server/testing/redis-databases'
import { expect, test } from 'vitest'
import { createTestGateway, setUpTestGateway } from '../testing.ts'

const { ctx, app } = await setUpTestGateway()
const aMail = (subject: string, overrides: Record<string, string> = {}) =>
  ctx.db
    .insertInto('local_inbox')
    .values({
      to: 'ann@example.test',
      subject,
      text: 'Hej',
      html: '<p>Hej</p>',
      at: new Date().toISOString(),
      ...overrides,
    })
    .execute()

test('lists emails newest first, as JSON and on a page without scripts', async () => {
  await aMail('Den första')
  await aMail('Den <b>andra</b>', {
    text: 'Öppna http://localhost:8080/registration/token/abc <script>x</script>',
    html: '<p style="color: red">"Hej"</p><script>x</script>',
  })
  const mails = (await app.inject({ url: '/dev/mails.json' })).json()
  expect(mails.map(({ subject }: { subject: string }) => subject)).toEqual(['Den <b>andra</b>', 'Den första'])
  expect(Object.keys(mails[0]).sort()).toEqual(['at', 'html', 'subject', 'text', 'to'])
  const { body, headers } = await app.inject({ url: '/dev/mails' })
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(body).toContain('<a href="http://localhost:8080/registration/token/abc">')
  expect(body).toContain('Den &lt;b&gt;andra&lt;/b&gt;')
  expect(body).toMatch(/<iframe[^>]* sandbox="allow-popups allow-popups-to-escape-sandbox"/)
  expect(body).not.toMatch(/<script|<style/)
})

test('the page of examples shows the emails that the worker renders, and responds 503 without the worker', async () => {
  const example = { to: 'mira@exempel.se', subject: 'Nytt lösenord', text: 'Hej', html: '<p>Hej</p>', at: '2027-01-01' }
  const worker = createServer((_request, response) => response.end(JSON.stringify([example])))
  await new Promise<void>((resolve) => void worker.listen(0, '127.0.0.1', resolve))
  afterTest(async () => worker.close())
  const { port } = worker.address() as AddressInfo
  const otherGateway = await createTestGateway({
    ...ctx,
    config: testConfig(ctx.config.databaseUrl, { WORKER_PORT: String(port) }),
  })
  afterTest(() => otherGateway.app.close())
  const { statusCode, body } = await otherGateway.app.inject({ url: '/dev/mails/examples' })
  expect(statusCode).toBe(200)
  expect(body).toContain('Nytt lösenord')
  worker.close()
  expect((await otherGateway.app.inject({ url: '/dev/mails/examples' })).statusCode).toBe(503)
})

test.each([
  { SMTP_URL: 'smtp://localhost:25' },
  {
    NODE_ENV: 'production',
    SMTP_URL: 'smtp://localhost:25',
    PUBLIC_URL: 'https://salong.example.test',
    RATE_LIMITS: 'on',
  },
])('a gateway with %j has no local inbox', async (settings) => {
  const otherGateway = await createTestGateway({
    ...ctx,
    config: testConfig(ctx.config.databaseUrl, { ...settings, REDIS_URL: ownRedisUrl(import.meta.url) } as Record<
      string,
      string
    >),
  })
  for (const url of ['/dev/mails', '/dev/mails.json', '/dev/mails/examples'])
    expect((await otherGateway.app.inject({ url })).statusCode).toBe(404)
  await otherGateway.app.close()
})
