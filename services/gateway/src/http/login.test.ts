import { createHmac } from 'node:crypto'
import { connect } from 'node:net'
import type { ErrorResponse } from '@app/contract/errors'
import { TEST_SECRET } from '@app/server/testing/context'
import { aMember, sidOf } from '@app/server/testing/members'
import { describe, expect, test } from 'vitest'
import { setUpTestGateway } from '../testing.ts'

const { ctx, app, as, tokenOf, visitor } = await setUpTestGateway()
const ann = await aMember(ctx.db)
const verifySession = (authorization: string) => visitor.get('/sessions/verify', { authorization })

const encodePart = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const claims = { sid: sidOf(ann.sessionId), sessionId: ann.sessionId, memberId: ann.id, level: 'BASIC' }
const signToken = (header: unknown, payload: unknown, hash: string, secret: string) => {
  const text = `${encodePart(header)}.${encodePart(payload)}`
  return `${text}.${createHmac(hash, secret).update(text).digest('base64url')}`
}

describe('a session', () => {
  test.each([
    ['signed with another secret', signToken({ alg: 'HS256', typ: 'JWT' }, claims, 'sha256', 'x'.repeat(32))],
    ['signed with another algorithm', signToken({ alg: 'HS512', typ: 'JWT' }, claims, 'sha512', TEST_SECRET)],
    ['not signed', `${encodePart({ alg: 'none', typ: 'JWT' })}.${encodePart(claims)}.x`],
    ['with an empty signature', `${encodePart({ alg: 'none', typ: 'JWT' })}.${encodePart(claims)}.`],
    ['of another member', tokenOf({ ...ann, accountId: '900000000000000000' })],
    ['that never existed', tokenOf({ ...ann, sessionId: '900000000000000000' })],
    ['with its row id only', app.jwt.sign({ sessionId: ann.sessionId, memberId: ann.id, level: 'BASIC' })],
    ['that is truncated', tokenOf(ann).slice(0, -2)],
  ])('%s is invalid', async (_, token) => {
    expect(await verifySession(`Bearer ${token}`)).toMatchObject({ status: 401, body: { code: 'PLEASE_LOGIN' } })
  })

  test.each([
    'Bearer',
    'Bearer ',
    'Bearer a.b',
    'Basic YTpi',
    'Bearer a.b.c.d',
    'Bearer a b.c.d',
    `Bearer ${'ä'}.b.c`,
    '',
  ])('with the header %j is malformed', async (authorization) => {
    expect(await verifySession(authorization)).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
  })

  test('has no more rights than the database grants, even if its token claims them', async () => {
    const asAdmin = { ...ann, level: 'ADMIN' as const }
    expect((await as(asAdmin).get('/sessions/verify')).body).toMatchObject({ memberLevel: 'BASIC' })
  })
})

/** Returns the server's response to raw bytes, which no client library normalizes. */
async function sendRaw(bytes: string): Promise<string> {
  const address = app.server.address()
  if (!address || typeof address === 'string') throw new Error('the gateway does not listen')
  const socket = connect(address.port, '127.0.0.1')
  socket.write(bytes)
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

test.each([
  ['ENGLISH', 'de-DE,fr;q=0.8', "It doesn't exist"],
  ['ENGLISH', '*', "It doesn't exist"],
  ['ENGLISH', undefined, "It doesn't exist"],
  ['ENGLISH', 'de, sv;q=0.1', 'Det finns inte'],
  ['SWEDISH', 'de', 'Det finns inte'],
  ['SWEDISH', 'de, en;q=0.1', "It doesn't exist"],
] as const)(
  'with a session in %s and the header Accept-Language: %s the error says: %s',
  async (language, header, message) => {
    const member = await aMember(ctx.db, { language })
    const { body } = await as(member).get<ErrorResponse>('/chats/1', header ? { 'accept-language': header } : {})
    expect(body.message).toContain(message)
  },
)

describe('over a raw connection', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const sendHeaders = (...headers: string[]) =>
    sendRaw(['GET /api/v2/sessions/verify HTTP/1.1', 'Host: x', 'Connection: close', ...headers, '', ''].join('\r\n'))

  test('one Authorization header is accepted, two are malformed', { tags: 'http.one-session-header' }, async () => {
    const header = `Authorization: Bearer ${tokenOf(ann)}`
    expect(await sendHeaders(header)).toMatch(/^HTTP\/1\.1 200 /)
    expect(await sendHeaders(header, header)).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"VALIDATION"/)
  })

  test('input that is not HTTP, or has too large headers, gets an error of the contract', async () => {
    expect(await sendRaw('NONSENSE\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"VALIDATION"/)
    expect(await sendHeaders(`X-Long: ${'x'.repeat(20_000)}`)).toMatch(/^HTTP\/1\.1 431 [\s\S]*"code":"TOO_LARGE"/)
    expect(await sendHeaders('Transfer-Encoding: chunked', 'Content-Length: 5')).toMatch(/^HTTP\/1\.1 400 /)
    expect(await sendHeaders(`Authorization: Bearer ${tokenOf(ann)}`)).toMatch(/^HTTP\/1\.1 200 /)
  })
})
