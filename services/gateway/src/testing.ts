import type { Ctx, Member, OwnedCtx } from '@app/server/context'
import { testContext } from '@app/server/testing/context'
import { sidOf } from '@app/server/testing/members'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, inject } from 'vitest'
import { createApp } from './app.ts'
import { type GatewayCtx, withLimits } from './context.ts'
import { API_PREFIX } from './http/api.ts'
import type { App } from './http/app.ts'

/** A response. Its body is parsed if it is JSON, undefined if it is empty, and otherwise the text. */
export type TestResponse<Body> = { status: number; body: Body; headers: LightMyRequestResponse['headers'] }

type Headers = Record<string, string>

/**
 * Makes requests as a member or as a visitor. Paths are relative to `API_PREFIX`. A string is sent as plain text,
 * `FormData` as a multipart form, and any other body as JSON.
 */
export type Caller = {
  get: <Body = unknown>(path: string, headers?: Headers) => Promise<TestResponse<Body>>
  post: <Body = unknown>(path: string, body?: unknown, headers?: Headers) => Promise<TestResponse<Body>>
}

export type TestGateway = {
  app: App
  /** Returns the token of a member's session. */
  tokenOf: (member: Pick<Member, 'accountId' | 'sessionId' | 'level'>) => string
  /** Returns a caller with a member's session. */
  as: (member: Pick<Member, 'accountId' | 'sessionId' | 'level'>) => Caller
  /** Makes requests without a session. */
  visitor: Caller
  /** Returns a caller without a session at another IP address. */
  visitorAt: (address: string) => Caller
}

function toTestResponse<Body>(response: LightMyRequestResponse): TestResponse<Body> {
  if (/(?:rl|image)":"media:/.test(response.body)) throw new Error('a response contains an unsigned media URL')
  const isJson = String(response.headers['content-type']).startsWith('application/json')
  const body = response.body === '' ? undefined : isJson ? response.json() : response.body
  return { status: response.statusCode, body: body as Body, headers: response.headers }
}

async function encodeBody(body: unknown): Promise<{ 'content-type'?: string; payload?: string | Buffer }> {
  if (body === undefined) return {}
  if (typeof body === 'string') return { 'content-type': 'text/plain', payload: body }
  if (!(body instanceof FormData)) return { 'content-type': 'application/json', payload: JSON.stringify(body) }
  const form = new Response(body)
  return { 'content-type': form.headers.get('content-type') ?? '', payload: Buffer.from(await form.arrayBuffer()) }
}

function createCaller(app: App, defaultHeaders: Headers, remoteAddress = '127.0.0.1'): Caller {
  return {
    get: async (path, headers) =>
      toTestResponse(
        await app.inject({
          method: 'GET',
          url: `${API_PREFIX}${path}`,
          remoteAddress,
          headers: { ...defaultHeaders, ...headers },
        }),
      ),
    post: async (path, body, headers) => {
      const { payload, ...contentType } = await encodeBody(body)
      return toTestResponse(
        await app.inject({
          method: 'POST',
          url: `${API_PREFIX}${path}`,
          remoteAddress,
          headers: { ...defaultHeaders, ...contentType, ...headers },
          ...(payload === undefined ? {} : { payload }),
        }),
      )
    },
  }
}

/** An id that no row has. */
export const UNUSED_ID = '900000000000000000'

/**
 * Throws if a gateway would count limits in the Redis database that test files share: members of different files have the
 * same ids, so each would use up the limits of others.
 */
function requireOwnLimits({ config }: Ctx): void {
  if (config.rateLimits && config.redisUrl === inject('testInfra').redisUrl)
    throw new Error('a test file that counts limits needs a Redis database of its own: ownRedisUrl(import.meta.url)')
}

/** Creates the whole gateway in this process, with the rate limits that the configuration of the context enables. */
export async function createTestGateway<Context extends Ctx>(
  dependencies: Context,
): Promise<TestGateway & { ctx: Context & GatewayCtx }> {
  requireOwnLimits(dependencies)
  const ctx = withLimits(dependencies)
  const app = await createApp(ctx)
  await app.ready()
  // A token contains the time of its signing; this cache makes all tokens of one session equal.
  const tokens = new Map<string, string>()
  const tokenOf: TestGateway['tokenOf'] = ({ accountId, sessionId, level }) => {
    const claims = { sid: sidOf(sessionId), sessionId, memberId: accountId, level }
    const key = JSON.stringify(claims)
    const token = tokens.get(key) ?? app.jwt.sign(claims)
    tokens.set(key, token)
    return token
  }
  return {
    app,
    ctx,
    tokenOf,
    as: (member) => createCaller(app, { authorization: `Bearer ${tokenOf(member)}` }),
    visitor: createCaller(app, {}),
    visitorAt: (address) => createCaller(app, {}, address),
  }
}

/** Lists all operations, as named in the API documentation: `GET /groups/{id}/open`. */
export const listOperations = (app: App): string[] =>
  Object.entries(app.swagger().paths ?? {}).flatMap(([path, methods]) =>
    Object.keys(methods ?? {}).map((method) => `${method.toUpperCase()} ${path.replace(API_PREFIX, '')}`),
  )

/**
 * Returns the operation at the beginning of a name that may have more words: `GET /chats` of `GET /chats as a visitor`.
 */
export const parseOperation = (name: string): string => name.split(' ').slice(0, 2).join(' ')

/** Creates a gateway with a database of its own, for the tests of one file. */
export async function setUpTestGateway(
  options: Parameters<typeof testContext>[0] = {},
): Promise<TestGateway & { ctx: OwnedCtx & GatewayCtx }> {
  const gateway = await createTestGateway(await testContext(options))
  afterAll(async () => {
    await gateway.app.close()
    await gateway.ctx.close()
  })
  return gateway
}
