import { createLog } from '@app/server/log'
import { aMember } from '@app/server/testing'
import { beforeEach, expect, test } from 'vitest'
import { gatewayOfThisFile, testGateway } from '../testing.ts'

const { ctx } = await gatewayOfThisFile()
const lines: string[] = []
const log = createLog({ level: 'info', service: 'test' }, { write: (line) => void lines.push(line) })
const { as, visitor, tokenOf } = await testGateway({ ...ctx, log })
const told = () => lines.map((line) => JSON.parse(line)).filter(({ client }) => client !== undefined)

beforeEach(() => void lines.splice(0))

test('what a browser tells lands in the log, with the session that it comes from', async () => {
  const ann = await aMember(ctx.db)
  const report = { level: 'warn', message: 'Profile search by name', url: '/profilelist', version: '2.4.0' }
  expect((await as(ann).post('/client-logs', report)).status).toBe(204)
  expect(told()).toMatchObject([{ level: 40, client: report, session: ann.sessionId }])
})

test('a visitor may tell too, also with a session that is over', async () => {
  const ann = await aMember(ctx.db)
  await ctx.db.deleteFrom('sessions').where('id', '=', ann.sessionId).execute()
  expect((await as(ann).post('/client-logs', { level: 'error', message: 'x' })).status).toBe(204)
  expect((await visitor.post('/client-logs', { level: 'error', message: 'y' })).status).toBe(204)
  const forged = { authorization: `Bearer ${tokenOf(ann).slice(0, -3)}xyz` }
  expect((await visitor.post('/client-logs', { level: 'error', message: 'z' }, forged)).status).toBe(204)
  expect(told().map(({ client, session }) => [client.message, session])).toEqual([
    ['x', ann.sessionId],
    ['y', null],
    ['z', null],
  ])
})

test('line breaks cannot forge a line, and tokens and addresses stay out', async () => {
  const ann = await aMember(ctx.db)
  const token = tokenOf(ann)
  await visitor.post('/client-logs', {
    level: 'error',
    message: `one\r\ntwo\u2028three\u001b[31m ${token} ann@example.test`,
    stack: `at https://x.test/registration/token/${'aB3'.repeat(15)}?x=1\nat ann%40example.test`,
    url: `/registration/mail/ann@example.test?token=${token}#${token}`,
  })
  for (const line of lines) expect(line.trimEnd()).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
  const text = lines.join('')
  for (const secret of [token, token.split('.')[2] ?? '', 'ann@example', 'ann%40', 'aB3aB3'])
    expect(text).not.toContain(secret)
  expect(told()[0].client.message).toBe('one\\u000d\\ntwo\\u2028three\\u001b[31m * *')
})

test.each([
  [{ level: 'error' }, 400],
  [{ level: 'fatal', message: 'x' }, 400],
  [{ level: 'error', message: '' }, 400],
  [{ level: 'error', message: 'x'.repeat(4096) }, 413],
])('a report like %j is refused', async (report, status) => {
  expect((await visitor.post('/client-logs', report)).status).toBe(status)
  expect(told()).toEqual([])
})
