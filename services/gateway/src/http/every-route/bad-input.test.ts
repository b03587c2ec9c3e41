import { ErrorResponse } from '@app/contract/errors'
import { DAY_MS } from '@app/contract/limits'
import { toStockholmTime } from '@app/contract/time/stockholm-time'
import { aMember } from '@app/server/testing/members'
import { aPasswordHash } from '@app/server/testing/passwords'
import { hashTables } from '@app/server/testing/table-hashes'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { aMailedToken } from '../../accounts/testing.ts'
import { setUpTestGateway, UNUSED_ID } from '../../testing.ts'

const { ctx, app, tokenOf } = await setUpTestGateway()
const ann = await aMember(ctx.db, { passwordHash: await aPasswordHash('blå kanot 8') })
const registrationToken = await aMailedToken(ctx.db, 'REGISTRATION', 'new@example.test')
const resetToken = await aMailedToken(ctx.db, 'PASSWORD_RESET', ann.email)

const CLIENT_ID = '6f0a0c2e-7c43-4d05-9a35-5d5f3c9f0a11'
const SEARCH_FILTER = { couples: false, person1Selection: { sex: 'FEMALE' }, cities: ['Lund'], page: 0 }
const EVENT = {
  title: 'Picknick',
  description: 'Med filt',
  place: 'Parken',
  ...toStockholmTime(new Date(Date.now() + DAY_MS)),
}
/** Routes that require a session and accept JSON, each with a valid body; not all of them. */
const MEMBER_BODIES: Record<string, Record<string, unknown>> = {
  '/events/public/': EVENT,
  [`/events/groups/${UNUSED_ID}`]: EVENT,
  [`/events/${UNUSED_ID}`]: EVENT,
  '/ads': { title: 'Sällskap', content: 'Till badet' },
  '/ads/edit': { id: UNUSED_ID, title: 'Sällskap', content: 'Till badet' },
  '/ads/delete': { id: UNUSED_ID },
  '/ads/filtered': { showCouples: true, showSingleMen: true, showSingleWomen: true, showSingleNonBinary: true },
  '/movie/delete': { id: UNUSED_ID },
  '/movie/like': { id: UNUSED_ID },
  '/movie/unlike': { id: UNUSED_ID },
  '/games/truth-or-dare/game-state': { gameState: {} },
  '/members/settings': { presenceOff: true, receiptsOff: true },
  '/members/language': { language: 'ENGLISH' },
  '/members': { photos: [] },
  '/members/delete': { password: 'gul kanot 7' },
  '/members/export': { password: 'gul kanot 7' },
  '/profiles/Finns%20inte/notes': { notes: 'x' },
  '/profiles/search-encrypted': SEARCH_FILTER,
  '/profiles/search-hints': SEARCH_FILTER,
  '/profiles/search-count': SEARCH_FILTER,
  '/messages/search': { words: 'hej' },
  '/searches': { name: 'Kvinnor', filter: SEARCH_FILTER, inDigest: true },
  [`/searches/${UNUSED_ID}`]: { name: 'Kvinnor', filter: SEARCH_FILTER, inDigest: true },
  '/photos/delete': { url: `/media/${'A'.repeat(22)}/0-medium.webp` },
  '/photos/private/grant': { userName: 'Finns inte' },
  '/photos/private/withdraw': { userName: 'Finns inte' },
  '/operations/failed-jobs/retry': { queue: 'mail', id: '1' },
  '/news': { title: 'Nyhet', content: 'Slå på ögat' },
  '/news/edit': { id: UNUSED_ID, title: 'Nytt', content: 'Till alla' },
  '/news/delete': { id: UNUSED_ID },
  '/news/kiss': { id: UNUSED_ID },
  [`/news/${UNUSED_ID}/comments`]: { message: 'Så bra', clientId: CLIENT_ID },
  '/groups': { groupName: 'Kanoter', description: 'Vi paddlar' },
  [`/groups/${UNUSED_ID}`]: { groupName: 'Kanoter', description: 'Vi paddlar' },
  [`/groups/${UNUSED_ID}/messages`]: { message: 'Hej hej', clientId: CLIENT_ID },
  [`/groups/${UNUSED_ID}/messages/${UNUSED_ID}`]: { message: 'Hej hej' },
  [`/groups/${UNUSED_ID}/messages/${UNUSED_ID}/comments`]: { message: 'Hej hej' },
  '/groups/invites': { groupId: UNUSED_ID, recipientName: 'Finns inte' },
  '/verifications/verify': { userName: 'Finns inte', action: 'ASK', photoIds: [] },
}

/** Routes with and without a session that accept JSON, each with a valid body. */
const VALID_BODIES: Record<string, Record<string, unknown>> = {
  '/members/login': { email: 'nobody@example.test', password: 'gul kanot 7' },
  '/members/register2/email': { email: 'nobody@example.test', languagePreference: 1 },
  '/members/register2/complete': {
    token: registrationToken,
    userName: 'Ny medlem',
    password: 'gul kanot 7',
    person1: { sex: 'FEMALE', year: 1990 },
    cities: ['Lund'],
    language: 1,
  },
  '/client-logs': { level: 'error', message: 'x' },
  ...MEMBER_BODIES,
}

const routes = Object.entries(VALID_BODIES)
const requiresSession = (path: string) => path in MEMBER_BODIES || path.startsWith('/profiles/')

const createHeaders = (path: string, extraHeaders: Record<string, string> = {}) => ({
  'content-type': 'application/json',
  ...(requiresSession(path) ? { authorization: `Bearer ${tokenOf(ann)}` } : {}),
  ...extraHeaders,
})

async function post(path: string, payload: string | Buffer, extraHeaders: Record<string, string> = {}) {
  const { statusCode, body } = await app.inject({
    method: 'POST',
    url: `/api/v2${path}`,
    headers: createHeaders(path, extraHeaders),
    payload,
  })
  return { status: statusCode, body }
}

function expectRejection(
  { status, body }: { status: number; body: string },
  statuses = [400, 401, 404, 413, 415, 431],
) {
  expect(statuses).toContain(status)
  expect(z.safeParse(ErrorResponse, JSON.parse(body)).success).toBe(true)
}

const readState = () =>
  hashTables(ctx.db, [
    'members',
    'persons',
    'sessions',
    'mails',
    'mail_tokens',
    'groups',
    'events',
    'game_states',
    'outbox',
  ])

let state: unknown
beforeAll(async () => {
  await app.ready()
  state = await readState()
})
afterEach(async () => {
  const previousState = state
  state = await readState()
  expect(state).toEqual(previousState)
  expect((await app.inject({ url: '/health' })).statusCode).toBe(200)
})

const BODIES: [string, string | Buffer][] = [
  ['no bytes', ''],
  ['a truncated object', '{"email":"a@b.se"'],
  ['null', 'null'],
  ['a list', '[]'],
  ['a text', '"x"'],
  ['a number', '1'],
  ['a __proto__ key', '{"__proto__":{"level":"ADMIN"}}'],
  ['a constructor key', '{"constructor":{"prototype":{"level":"ADMIN"}}}'],
  ['extreme depth', `${'[{"a":'.repeat(50_000)}1${'}]'.repeat(50_000)}`],
  ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ['the wrong encoding', Buffer.from('{"email":"a@b.se"}', 'utf16le')],
  ['more than the limit', JSON.stringify({ message: 'x'.repeat(1024 * 1024) })],
]

describe.each(routes)('POST %s', (path, validBody) => {
  test.each(BODIES)('rejects a body of %s', { tags: 'http.invalid-body' }, async (_, body) => {
    expectRejection(await post(path, body))
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=iso-8859-1',
    'application/ld+json',
    'text/json',
  ])('rejects the content type %s', async (type) => {
    expectRejection(await post(path, JSON.stringify(validBody), { 'content-type': type }), [415])
  })

  test.each(['gzip', 'br', 'identity, gzip'])('rejects the encoding %s', async (encoding) => {
    expectRejection(await post(path, JSON.stringify(validBody), { 'content-encoding': encoding }), [415])
  })

  const invalidValues: [string, unknown][] = [
    ['null', null],
    ['a list', ['x']],
    ['an object', { $gt: '' }],
    ['a huge number', 1e308],
    ['a negative number', -1],
    ['a text that is far too long', 'x'.repeat(100_000)],
    ['NUL', 'a\u0000@b.s'],
    ['half of a surrogate pair', 'a\ud800'],
    ['a right-to-left override', '\u202eabc'],
    ['invisible characters only', '\u200b\u200d\u2060'],
  ]
  // A saved game can be any JSON value, and the message of a client log any text.
  const unrestrictedField = path === '/client-logs' ? 'message' : 'gameState'
  const fields = Object.keys(validBody).filter((field) => field !== unrestrictedField)
  // A text that is displayed on its own, or that a search compares with such texts, may contain direction marks.
  const freeTexts = ['description', 'content', 'message', 'notes', 'words']
  const isAllowed = (field: string, valueName: string) =>
    (valueName === 'a right-to-left override' && freeTexts.includes(field)) ||
    (valueName === 'invisible characters only' && field === 'notes')
  // A login or a lookup by name may respond to a value that no member can have as to an unknown one.
  const lookupFields = ['userName', 'recipientName', 'password']
  const cases = fields.flatMap((field) =>
    invalidValues.flatMap(([valueName, value]) =>
      isAllowed(field, valueName) ? [] : [[field, valueName, value] as const],
    ),
  )

  test.each(cases)('rejects the field %s with %s', async (field, _, value) => {
    const body: Record<string, unknown> = { ...validBody, [field]: value }
    expectRejection(await post(path, JSON.stringify(body)), lookupFields.includes(field) ? [400, 401, 404] : [400, 413])
  })
})

describe('a route with a path parameter', () => {
  const get = async (url: string) => {
    const response = await app.inject({ url, headers: { authorization: `Bearer ${tokenOf(ann)}` } })
    return { status: response.statusCode, body: response.body }
  }

  test.each([
    '0',
    '-1',
    '01',
    '1e3',
    '1.0',
    '%201',
    '٣',
    '9'.repeat(19),
    '9'.repeat(300),
    'null',
    '%00',
    '..%2F1',
    'NaN',
    "1'--",
  ])('rejects the session id %s', async (id) => {
    const response = await app.inject({
      method: 'POST',
      url: `/api/v2/sessions/${encodeURI(decodeURI(id))}/end`,
      headers: { authorization: `Bearer ${tokenOf(ann)}` },
    })
    expectRejection({ status: response.statusCode, body: response.body }, [400, 404])
  })

  test.each([
    '%00',
    '%ED%A0%80',
    '%FF',
    '%E2%80%AE',
    "'%20or%201=1",
    '%25',
    '..%2f..',
    'x'.repeat(101),
    '%F0%9F%92%A9',
  ])('rejects the member name %s', async (name) => {
    expectRejection(await get(`/api/v2/members/username/${name}`), [400, 404])
    expectRejection(await get(`/api/v2/profiles/${name}/level`), [400, 404])
    expectRejection(await get(`/api/v2/profiles/visits/${name}`), [400, 404])
    expectRejection(await post(`/profiles/visits/${name}`, ''), [400, 404])
    expectRejection(await post(`/profiles/visits/kiss/${name}`, ''), [400, 404])
    expectRejection(await post(`/profiles/${name}/notes`, JSON.stringify({ notes: 'x' })), [400, 404])
  })

  test.each(['%00', '%ED%A0%80', 'x'.repeat(101), '%20'])('rejects the search for %s', async (name) => {
    expectRejection(await get(`/api/v2/profiles/search-user-encrypted/${name}`), [400, 404])
  })

  test.each([
    'a',
    'a@',
    '@b.se',
    'a@b',
    'a b@c.se',
    'a@b.se%00',
    'a@b.se%0d%0aBcc:x@y.se',
    `${'a'.repeat(300)}@b.se`,
    '%F0%9F%92%A9@b.se',
  ])('rejects a password email to %s', async (email) => {
    const response = await app.inject({ method: 'POST', url: `/api/v2/members/send-pwd-reset/${email}` })
    expectRejection({ status: response.statusCode, body: response.body }, [400])
  })

  test.each(['x', 'x'.repeat(201), '%00', "' or 1=1"])('rejects a new password with the token %s', async (token) => {
    const response = await app.inject({
      method: 'POST',
      url: `/api/v2/members/reset-pwd/${encodeURI(decodeURI(token))}`,
      headers: { 'content-type': 'text/plain' },
      payload: 'en helt ny båt',
    })
    expectRejection({ status: response.statusCode, body: response.body }, [400])
  })

  test.each(['x', 'x'.repeat(201), '%00', "' or 1=1"])(
    'rejects restoring an account with the token %s',
    async (token) => {
      const response = await app.inject({
        method: 'POST',
        url: `/api/v2/members/undelete/${encodeURI(decodeURI(token))}`,
      })
      expectRejection({ status: response.statusCode, body: response.body }, [400])
    },
  )

  test.each([
    ['bytes that are not UTF-8', Buffer.from([0xff, 0xfe, 0x41])],
    ['more than the limit', Buffer.alloc(1024 * 1024 + 1, 'x')],
  ])('rejects a new password of %s', async (_, payload) => {
    const response = await app.inject({
      method: 'POST',
      url: `/api/v2/members/reset-pwd/${resetToken}`,
      headers: { 'content-type': 'text/plain' },
      payload,
    })
    expectRejection({ status: response.statusCode, body: response.body })
  })
})
