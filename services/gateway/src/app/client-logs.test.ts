import { randomUUID } from 'node:crypto'
import { RATES } from '@app/contract/limits'
import { createLog } from '@app/server/process/log'
import { testConfig } from '@app/server/testing/context'
import { aMember } from '@app/server/testing/members'
import { beforeEach, expect, test } from 'vitest'
import { createTestGateway, setUpTestGateway } from '../testing.ts'

const { ctx } = await setUpTestGateway()
const lines: string[] = []
const log = createLog({ level: 'info', service: 'test' }, { write: (line) => void lines.push(line) })
const { as, visitor, tokenOf } = await createTestGateway({ ...ctx, log })
const readLoggedReports = () => lines.map((line) => JSON.parse(line)).filter(({ client }) => client !== undefined)

beforeEach(() => void lines.splice(0))

test("logs a browser's report with its session", { tags: 'client-logs.stored' }, async () => {
  const ann = await aMember(ctx.db)
  const report = {
    level: 'warn',
    message: 'Profile search by name',
    url: '/profilelist',
    version: '2.4.0',
    requestId: randomUUID(),
  }
  expect((await as(ann).post('/client-logs', report)).status).toBe(204)
  expect(readLoggedReports()).toMatchObject([{ level: 40, client: report, session: ann.sessionId }])
})

test('accepts a report from a revoked session, from a visitor and with a forged token', async () => {
  const ann = await aMember(ctx.db)
  await ctx.db.deleteFrom('sessions').where('id', '=', ann.sessionId).execute()
  expect((await as(ann).post('/client-logs', { level: 'error', message: 'x' })).status).toBe(204)
  expect((await visitor.post('/client-logs', { level: 'error', message: 'y' })).status).toBe(204)
  const forged = { authorization: `Bearer ${tokenOf(ann).slice(0, -3)}xyz` }
  expect((await visitor.post('/client-logs', { level: 'error', message: 'z' }, forged)).status).toBe(204)
  expect(readLoggedReports().map(({ client, session }) => [client.message, session])).toEqual([
    ['x', ann.sessionId],
    ['y', null],
    ['z', null],
  ])
})

test('masks tokens and email addresses, and escapes line breaks that would forge a log line', async () => {
  const ann = await aMember(ctx.db)
  const token = tokenOf(ann)
  await visitor.post('/client-logs', {
    level: 'error',
    message: `one\u202e\r\ntwo\u2028three\u001b[31m ${token} ann@example.test`,
    stack: `at https://x.test/registration/token/${'aB3'.repeat(15)}?x=1\nat ann%40example.test`,
    url: `/registration/mail/ann@example.test?token=${token}#${token}`,
  })
  for (const line of lines) expect(line.trimEnd()).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u)
  const text = lines.join('')
  for (const secret of [token, token.split('.')[2] ?? '', 'ann@example', 'ann%40', 'aB3aB3'])
    expect(text).not.toContain(secret)
  expect(readLoggedReports()[0].client.message).toBe('one\\u202e\\u000d\\ntwo\\u2028three\\u001b[31m * *')
})

test.each([
  ['/profile?name=Mira%20Berg', 'Mira'],
  ['https://x.test/profile?tab=photo&name=Mira', 'Mira'],
  ['at https://x.test/registration/token/kort (app.js:1:2)', 'kort'],
  ['/reset-pwd/mail/ann', 'ann'],
  ['GET http://x.test/api/v2/members/username/Mira%20Berg: 502', 'Mira'],
  ['POST /api/v2/profiles/visits/kiss/Mira', 'Mira'],
  ['/profilelist?index=0&name=lugn(kväll)Mira', 'Mira'],
  ['/profile?of[name]=Mira', 'Mira'],
  [`/reset-pwd/token/${'%C3%A5'.repeat(150)}Mira`, 'Mira'],
  ['Password reset email: Mira%2Bsalong%40exempel.se', 'Mira'],
  ['Password reset email: mira%2540exempel.se', 'exempel'],
  [`Unexpected token 'M', "Mira sa hej" is not valid JSON`, 'Mira'],
  [`Unexpected token 'M', "Mira sa he"... is not valid JSON`, 'Mira'],
  ['JSON Parse error: Unexpected identifier "Mira"', 'Mira'],
])('masks the personal data in %s', async (text, secret) => {
  await visitor.post('/client-logs', { level: 'warn', message: text, stack: `x\n${text}`, url: text })
  expect(JSON.stringify(readLoggedReports()[0].client)).not.toContain(secret)
})

test('does not mask text without personal data', async () => {
  const stack = 'TypeError: is it there? a.b=c\n    at https://x.test/assets/index-Ab12.js:1:200'
  await visitor.post('/client-logs', { level: 'error', message: 'Profile search by filter', stack })
  expect(readLoggedReports()[0].client).toMatchObject({
    message: 'Profile search by filter',
    stack: stack.replace('\n', '\\n'),
  })
})

test('limits the reports of each session separately, even without Redis', async () => {
  const redis = { eval: () => Promise.reject(new Error('unavailable')) } as unknown as typeof ctx.redis
  const config = testConfig(ctx.config.databaseUrl, { RATE_LIMITS: 'on', REDIS_URL: 'redis://127.0.0.1:1' })
  const limited = await createTestGateway({ ...ctx, log, redis, config })
  const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
  const sendReport = (member: typeof ann) => limited.as(member).post('/client-logs', { level: 'info', message: 'x' })
  const responses = await Promise.all(Array.from({ length: RATES.clientLogs.max + 1 }, () => sendReport(ann)))
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(1)
  expect((await sendReport(bo)).status).toBe(204)
})

test.each([
  ['without a message', { level: 'error' }, 400],
  ['of an unknown level', { level: 'fatal', message: 'x' }, 400],
  ['with an empty message', { level: 'error', message: '' }, 400],
  ['with an invalid request id', { level: 'error', message: 'x', requestId: 'a b\nc' }, 400],
  ['that is too long', { level: 'error', message: 'x'.repeat(4096) }, 413],
])('rejects a report %s', async (_, report, status) => {
  expect((await visitor.post('/client-logs', report)).status).toBe(status)
  expect(readLoggedReports()).toEqual([])
})
