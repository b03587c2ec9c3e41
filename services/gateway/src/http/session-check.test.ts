import { createHmac } from 'node:crypto'
import { connect } from 'node:net'
import { ERRORS, type ErrorResponse } from '@app/contract/errors'
import { translate } from '@app/contract/text/language'
import { TEST_SECRET } from '@app/server/testing/context'
import { aMember, sidOf } from '@app/server/testing/members'
import { recordStatements } from '@app/server/testing/statements'
import { describe, expect, test } from 'vitest'
import { type Caller, setUpTestGateway, type TestResponse } from '../testing.ts'

const { ctx, app, as, tokenOf, visitor } = await setUpTestGateway()
const ann = await aMember(ctx.db)
const verifySession = (authorization: string) => visitor.get('/sessions/verify', { authorization })

type Headers = Record<string, string>

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
    [
      'whose token has the id of its row, but not its secret `sid`',
      app.jwt.sign({ sessionId: ann.sessionId, memberId: ann.id, level: 'BASIC' }),
    ],
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

const aForm = () => {
  const form = new FormData()
  form.append('file', new File(['x'], 'x.jpg'))
  return form
}

/** Requests that are rejected before the session of a member route is verified, or at routes that need no session. */
const REJECTED_BEFORE_SESSION_CHECK: [
  string,
  number,
  (caller: Caller, headers: Headers) => Promise<TestResponse<unknown>>,
][] = [
  ['a body of the wrong type', 415, (caller, headers) => caller.post('/photos/store', {}, headers)],
  ['a form instead of JSON', 415, (caller, headers) => caller.post('/chats/invites', aForm(), headers)],
  ['an unknown route', 404, (caller, headers) => caller.get('/nope', headers)],
  ['a body of an unknown route', 404, (caller, headers) => caller.post('/nope', {}, headers)],
  ['a malformed path', 400, (caller, headers) => caller.get('/chats/%', headers)],
  [
    'bad input to a route without a session',
    400,
    (caller, headers) => caller.post('/members/login', { email: 'nope' }, headers),
  ],
]

describe.each(REJECTED_BEFORE_SESSION_CHECK)('the rejection of %s', (_, status, request) => {
  test.each([
    ['ENGLISH', 'de', 'ENGLISH'],
    ['ENGLISH', '', 'ENGLISH'],
    ['ENGLISH', 'sv', 'SWEDISH'],
    ['SWEDISH', 'de', 'SWEDISH'],
    ['SWEDISH', 'en', 'ENGLISH'],
  ] as const)('(session in %s, Accept-Language "%s") is in %s', async (language, header, expected) => {
    const member = await aMember(ctx.db, { language })
    const response = await request(as(member), { 'accept-language': header })
    const { code, message } = response.body as ErrorResponse
    expect(response.status).toBe(status)
    expect(message).toBe(translate(ERRORS[code].text, expected))
  })

  test('looks up only the session of a signed token, and only if the device has no supported language', async () => {
    const member = await aMember(ctx.db, { language: 'ENGLISH' })
    const forged = signToken({ alg: 'HS256', typ: 'JWT' }, claims, 'sha256', 'x'.repeat(32))
    const countStatements = async (caller: Caller, headers: Headers) =>
      (await recordStatements(() => request(caller, headers))).length
    expect(await countStatements(visitor, { 'accept-language': 'de' })).toBe(0)
    expect(await countStatements(visitor, { authorization: `Bearer ${forged}` })).toBe(0)
    expect(await countStatements(visitor, { authorization: 'Basic YTpi' })).toBe(0)
    expect(await countStatements(as(member), { 'accept-language': 'sv' })).toBe(0)
    expect(await countStatements(as(member), {})).toBe(1)
  })
})

test('an error after the session check, or of an invalid session, does not look up the session a second time', async () => {
  const member = await aMember(ctx.db, { language: 'ENGLISH' })
  const listLookups = async (caller: Caller) =>
    (await recordStatements(() => caller.get('/chats/x'))).filter((statement) => statement.includes('sessions'))
  expect(await listLookups(as(member))).toHaveLength(1)
  expect(await listLookups(as({ ...member, sessionId: '900000000000000000' }))).toHaveLength(1)
})

describe('over a raw connection', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const sendHeaders = (...headers: string[]) =>
    sendRaw(['GET /api/v2/sessions/verify HTTP/1.1', 'Host: x', 'Connection: close', ...headers, '', ''].join('\r\n'))

  test('one Authorization header is accepted, two are malformed', { tags: 'http.one-session-header' }, async () => {
    const header = `Authorization: Bearer ${tokenOf(ann)}`
    expect(await sendHeaders(header)).toMatch(/^HTTP\/1\.1 200 /)
    expect(await sendHeaders(header, header)).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"VALIDATION"/)
  })

  test('input that is not HTTP, is ambiguous or has too large headers gets an error of the contract', async () => {
    expect(await sendRaw('NONSENSE\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"VALIDATION"/)
    expect(await sendHeaders(`X-Long: ${'x'.repeat(20_000)}`)).toMatch(/^HTTP\/1\.1 431 [\s\S]*"code":"TOO_LARGE"/)
    expect(await sendHeaders('Transfer-Encoding: chunked', 'Content-Length: 5')).toMatch(
      /^HTTP\/1\.1 400 [\s\S]*"code":"VALIDATION"/,
    )
    expect(await sendHeaders(`Authorization: Bearer ${tokenOf(ann)}`)).toMatch(/^HTTP\/1\.1 200 /)
  })
})
