import { ErrorResponse } from '@app/contract/errors'
import { aGroup, anOpenChat } from '@app/server/testing/context'
import { anEvent } from '@app/server/testing/events'
import { aMember, aSession, type TestMember } from '@app/server/testing/members'
import { anEntry } from '@app/server/testing/movie'
import { aPasswordHash } from '@app/server/testing/passwords'
import { aPhoto, signedUrl } from '@app/server/testing/photos'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { aForm } from '../../photos/testing.ts'
import { setUpTestGateway } from '../../testing.ts'

const { app, ctx, as, visitor } = await setUpTestGateway()

/** The defaults make a quick run with the same requests each time; the variables select more and other requests. */
const REQUEST_COUNT = Number(process.env.GENERATED_REQUESTS ?? 1_000)
const SEED = Number(process.env.SEED ?? 20261123)

type Schema = {
  type?: string | string[]
  enum?: unknown[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
}
type Parameter = { in: 'path' | 'query'; name: string; schema: Schema }
type Operation = { parameters?: Parameter[]; requestBody?: { content: Record<string, { schema: Schema }> } }

/** Numeric ids, names and picture URLs from fixtures and responses, for use in later requests. */
const known = { ids: new Set<string>(), names: new Set<string>(), urls: new Set<string>() }

/** Refers to a known value, which is chosen when the request is sent. */
class Reference {
  readonly kind: keyof typeof known
  readonly index: number

  constructor(kind: keyof typeof known, index: number) {
    this.kind = kind
    this.index = index
  }

  resolve(): string {
    const values = [...known[this.kind]]
    return values[this.index % values.length] ?? ''
  }
}

const referenceTo = (kind: keyof typeof known): fc.Arbitrary<Reference> =>
  fc.nat().map((index) => new Reference(kind, index))

/** Values that probe the validation: of wrong types, of extreme sizes, or with special characters. */
const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>(
    ...[
      '',
      ' ',
      '\0',
      '\u202E',
      '\uD800',
      '\uFEFF',
      '..',
      '../..',
      '%',
      '%2F',
      '%ED%A0%80',
      '__proto__',
      'constructor',
    ],
    ...["' or 1=1--", '<script>alert(1)</script>', 'a\u0301\u0301\u0301\u0301\u0301', '👩‍👩‍👧‍👦'.repeat(40)],
    ...['9'.repeat(18), '9'.repeat(19), '9'.repeat(400), '0', '-1', '1e3', 'x'.repeat(20_000), '2026-02-30', '24:60'],
    ...[null, true, -1, 0.5, 1e308, Number.MAX_SAFE_INTEGER, [], {}, [[]], { $ne: null }, [null], { length: 1e9 }],
  ),
)

const text = fc.oneof(fc.lorem({ maxCount: 12 }), fc.string({ unit: 'grapheme', maxLength: 60 }))

/** Returns plausible strings for a field of this name. */
function stringNamed(name: string): fc.Arbitrary<unknown> {
  if (/^(id|cid|lastId|before|after|around|\w+Id)$/.test(name) && name !== 'clientId') return referenceTo('ids')
  if (/name$/i.test(name)) return fc.oneof(referenceTo('names'), text)
  if (/url$/i.test(name)) return referenceTo('urls')
  if (name === 'clientId') return fc.uuid({ version: 4 })
  if (name === 'date')
    return fc
      .date({ min: new Date('2026-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10))
  if (name === 'time') return fc.constantFrom('00:00', '18:30', '23:59')
  if (/^(limit|from|since)$/.test(name)) return fc.nat({ max: 300 }).map(String)
  if (name === 'email') return fc.emailAddress()
  return text
}

function plausibleValue(schema: Schema, name: string): fc.Arbitrary<unknown> {
  const { enum: choices, anyOf, type, items = {}, properties = {}, required = [] } = schema
  if (choices) return fc.constantFrom(...choices)
  if (anyOf) return fc.oneof(...anyOf.map((each) => generatedValue(each, name)))
  switch (Array.isArray(type) ? type[0] : type) {
    case 'string':
      return stringNamed(name)
    case 'boolean':
      return fc.boolean()
    case 'integer':
    case 'number':
      return fc.oneof(fc.integer({ min: 0, max: 250 }), fc.integer({ min: 1900, max: 2030 }), fc.double())
    case 'array':
      return fc.array(generatedValue(items, name), { maxLength: 4 })
    case 'object': {
      const fields = Object.entries(properties).map(([key, field]) => [key, generatedValue(field, key)] as const)
      return fc.record(Object.fromEntries(fields), { requiredKeys: required.filter((key) => key in properties) })
    }
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

const generatedValue = (schema: Schema, name: string): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 9, arbitrary: plausibleValue(schema, name) }, { weight: 1, arbitrary: hostileValue })

/** Returns the value as it is sent, with a known value for each reference. */
function resolve(value: unknown): unknown {
  if (value instanceof Reference) return value.resolve()
  if (Array.isArray(value)) return value.map(resolve)
  if (typeof value !== 'object' || value === null || value instanceof FormData) return value
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, resolve(field)]))
}

const upload: fc.Arbitrary<FormData> = fc
  .record({
    part: fc.constantFrom('file', 'file', 'file', 'photo', '__proto__', ''),
    album: fc.constantFrom(undefined, 'PUBLIC', 'PRIVATE', 'VERIFIED', 'x'),
    bytes: fc.oneof(fc.constant(undefined), fc.uint8Array({ maxLength: 50 })),
    texts: fc.dictionary(
      fc.constantFrom('message', 'zoom', 'offset_x', 'offset_y', 'alt_text', 'clientId', 'other'),
      fc.oneof(text, fc.constantFrom('1', '0.5', '-1', 'NaN', '1e999', '\0')),
    ),
  })
  .map(({ bytes, album, ...form }) =>
    aForm({
      ...form,
      ...(album === undefined ? {} : { album }),
      ...(bytes ? { bytes: new Uint8Array(bytes) } : {}),
    }),
  )

type Body = { value?: unknown; headers?: Record<string, string> }

/** Bodies that are missing, not JSON, or of a type that the route does not accept, and hostile values. */
const hostileBody: fc.Arbitrary<Body> = fc.oneof(
  fc.constantFrom<Body>(
    {},
    { value: '{', headers: { 'content-type': 'application/json' } },
    { value: '{"__proto__":{"level":"ADMIN"}}', headers: { 'content-type': 'application/json' } },
    { value: '[]', headers: { 'content-type': 'application/json; charset=utf-16' } },
    { value: 'x', headers: { 'content-type': 'multipart/form-data' } },
    { value: '--x\r\n', headers: { 'content-type': 'multipart/form-data; boundary=x' } },
    { value: 'a=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    { value: 'x', headers: { 'content-type': '' } },
  ),
  hostileValue.map((value) => ({ value })),
  upload.map((value) => ({ value })),
)

function bodyOf({ requestBody }: Operation): fc.Arbitrary<Body> {
  const [plausible] = Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) =>
    type === 'text/plain' ? referenceTo('names') : generatedValue(schema, ''),
  )
  const accepted = plausible?.map((value) => ({ value })) ?? upload.map((value) => ({ value }))
  return fc.oneof({ weight: 9, arbitrary: accepted }, { weight: 1, arbitrary: hostileBody })
}

type GeneratedRequest = {
  callerIndex: number
  method: string
  path: string
  values: Record<string, unknown>
  parameters: Parameter[]
  body: Body
}

const requestsOf = (method: string, path: string, operation: Operation): fc.Arbitrary<GeneratedRequest> => {
  const { parameters = [] } = operation
  return fc.record({
    callerIndex: fc.nat({ max: 19 }),
    method: fc.constant(method),
    path: fc.constant(path.replace('/api/v2', '')),
    parameters: fc.constant(parameters),
    values: fc.record(Object.fromEntries(parameters.map(({ name, schema }) => [name, generatedValue(schema, name)])), {
      requiredKeys: parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name),
    }),
    body: method === 'get' ? fc.constant({}) : bodyOf(operation),
  })
}

/** The upload of a deck waits for a worker, which reads it; `decks.test.ts` of the worker covers its input. */
const WAITS_FOR_WORKER = 'post /api/v2/games/truth-or-dare'

const operations = Object.entries(app.swagger().paths ?? {}).flatMap(([path, methods]) =>
  Object.entries(methods as Record<string, Operation>)
    .filter(([method]) => `${method} ${path}` !== WAITS_FOR_WORKER)
    .map(([method, operation]) => requestsOf(method, path, operation)),
)

/** Encodes a value for a URL, except a hostile one that is already percent-encoded or is a relative path. */
const encode = (value: unknown): string => {
  const string = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return /^%|^\.\.?$/.test(string) ? string : encodeURIComponent(string.replace(/\p{Surrogate}/gu, '\uFFFD'))
}

function urlOf({ path, parameters, values }: GeneratedRequest): string {
  const named = parameters.filter(({ name }) => Object.hasOwn(values, name))
  const url = named
    .filter((parameter) => parameter.in === 'path')
    .reduce((url, { name }) => url.replace(`{${name}}`, () => encode(resolve(values[name]))), path)
  const query = named
    .filter((parameter) => parameter.in === 'query')
    .map(({ name }) => `${name}=${encode(resolve(values[name]))}`)
  return query.length === 0 ? url : `${url}?${query.join('&')}`
}

/** Remembers the ids, names and URLs in a value, until 200 of each are known. */
function remember(value: unknown, key = ''): void {
  if (Array.isArray(value)) for (const item of value) remember(item, key)
  else if (typeof value === 'object' && value !== null)
    for (const [name, field] of Object.entries(value)) remember(field, name)
  else if (typeof value === 'string') {
    const values = /^\d+$/.test(value)
      ? known.ids
      : /name$/i.test(key)
        ? known.names
        : value.startsWith('/media/')
          ? known.urls
          : undefined
    if (values && values.size < 200) values.add(value)
  }
}

const members: TestMember[] = []
beforeAll(async () => {
  const passwordHash = await aPasswordHash('gul kanot 7')
  const [ann, bo, couple, admin] = await Promise.all(
    [{}, {}, { couple: true }, { level: 'ADMIN' as const }].map((options) =>
      aMember(ctx.db, { ...options, passwordHash }),
    ),
  )
  if (!ann || !bo || !couple || !admin) throw new Error('four members are needed')
  members.push(ann, bo, couple, admin)
  const { chatId } = await anOpenChat(ctx.db, { ann, bo })
  const { groupId } = await aGroup(ctx.db, { owner: ann, members: [bo] })
  const event = await anEvent(ctx.db, { author: ann, groupId })
  const photoId = await aPhoto(ctx, ann)
  await anEntry(ctx, bo)
  await as(bo).post(`/groups/${groupId}/messages`, { message: 'Hej hej' })
  await as(ann).post('/ads', { title: 'Sällskap', content: 'Till badet' })
  await as(admin).post('/news', { title: 'Nyhet', content: 'Till alla' })
  remember([chatId, groupId, event.id])
  for (const { userName } of members) known.names.add(userName)
  known.urls.add(signedUrl(ctx, ann, photoId))
})

/** Sends a request; a member whose session was revoked logs in again. */
async function send(request: GeneratedRequest) {
  const index = request.callerIndex % (members.length + 1)
  const member = members[index]
  const caller = member ? as(member) : visitor
  const url = urlOf(request)
  const value = resolve(request.body.value)
  const response =
    request.method === 'get' ? await caller.get(url) : await caller.post(url, value, { ...request.body.headers })
  if (member && response.status === 401)
    members[index] = { ...member, sessionId: await aSession(ctx.db, member.accountId) }
  return { url, ...response }
}

test('no route fails on generated input: each response is a success or describes an error of the request', {
  timeout: 600_000,
}, async () => {
  const countsByStatus = new Map<number, number>()
  await fc.assert(
    fc.asyncProperty(fc.oneof(...operations), async (request) => {
      const { url, status, body } = await send(request)
      countsByStatus.set(status, (countsByStatus.get(status) ?? 0) + 1)
      const described = `${request.method} ${url} by caller ${request.callerIndex}: ${status} ${JSON.stringify(body)?.slice(0, 500)}`
      if (status < 300) remember(body)
      else if (status >= 400) expect(ErrorResponse.safeParse(body).success, described).toBe(true)
      expect(status, described).toBeLessThan(500)
    }),
    // No shrinking: earlier requests have changed the database, so a smaller example would run against other data.
    { seed: SEED, numRuns: REQUEST_COUNT, endOnFailure: true },
  )
  // The requests are plausible enough to reach the actions behind the validation.
  const successes = [...countsByStatus].filter(([status]) => status < 300).reduce((sum, [, count]) => sum + count, 0)
  expect(successes).toBeGreaterThan(REQUEST_COUNT / 10)
})
