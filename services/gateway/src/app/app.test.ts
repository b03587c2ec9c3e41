import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { PRODUCT_NAME } from '@app/contract/product'
import { testConfig } from '@app/server/testing/context'
import { aMember } from '@app/server/testing/members'
import { afterAll, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { createApp } from '../app.ts'
import { createTestGateway, setUpTestGateway } from '../testing.ts'

const pagesDir = await mkdtemp(join(tmpdir(), 'pages-'))
afterAll(() => rm(pagesDir, { recursive: true }))
const { ctx, app, as, tokenOf, visitor } = await setUpTestGateway({
  settings: {
    SUPPORT_URL: 'https://support.example.test/',
    REFERENCE_YEAR: '2025',
    DISPUTE_ADDRESS: 'https://disputes.example',
  },
})
const createGatewayWith = (settings: Record<string, string>) =>
  createTestGateway({ ...ctx, config: testConfig(ctx.config.databaseUrl, settings) })

test('the client receives the settings of the installation', {
  tags: 'app.client-settings',
}, async () => {
  expect((await visitor.get('/app-config')).body).toEqual({
    supportUrl: 'https://support.example.test/',
    referenceYear: 2025,
    helpLines: expect.arrayContaining([expect.objectContaining({ number: '112' })]),
    disputeAddress: 'https://disputes.example',
    blocks: true,
    ageAssurance: null,
    pushKey: null,
  })
})

test('a gateway with a delayed event loop responds 503 with Retry-After, unless its limit is 0', async () => {
  const gateway = await createGatewayWith({ EVENT_LOOP_DELAY_MAX_MS: '20' })
  const blockEventLoop = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
  await vi.waitFor(async () => {
    blockEventLoop()
    const { status, body, headers } = await gateway.visitor.get('/app-config')
    expect({ status, body, retryAfter: headers['retry-after'] }).toMatchObject({
      status: 503,
      body: { code: 'UNAVAILABLE' },
      retryAfter: '2',
    })
  })
  expect((await visitor.get('/app-config')).status).toBe(200)
})

describe('compression', async () => {
  const member = await aMember(ctx.db)
  await as(member).post('/members', { profile: { description: 'Lång frukost. '.repeat(70) } })
  const fetchProfile = (gateway: Pick<typeof app, 'inject'>, acceptEncoding: string) =>
    gateway.inject({
      url: `/api/v2/members/username/${encodeURIComponent(member.userName)}`,
      headers: { authorization: `Bearer ${tokenOf(member)}`, 'accept-encoding': acceptEncoding },
    })

  test('shrinks a large response for clients that accept gzip', async () => {
    const plain = await fetchProfile(app, 'identity')
    const compressed = await fetchProfile(app, 'gzip, br')
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(compressed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
    expect(compressed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
    expect(gunzipSync(compressed.rawPayload).toString()).toBe(plain.body)
  })

  test('leaves small responses alone, and all responses to a proxy, which compresses them itself', async () => {
    const small = await app.inject({
      url: '/api/v2/chats/count',
      headers: { authorization: `Bearer ${tokenOf(member)}`, 'accept-encoding': 'gzip' },
    })
    expect(small.statusCode).toBe(200)
    expect(small.headers['content-encoding']).toBeUndefined()
    const behindProxy = await createGatewayWith({ TRUST_PROXY: '10.0.0.1' })
    const { statusCode, headers } = await fetchProfile(behindProxy.app, 'gzip')
    expect(statusCode).toBe(200)
    expect(headers['content-encoding']).toBeUndefined()
  })
})

describe('response headers', () => {
  test("allow a page to run only the client's own files", async () => {
    const { headers } = await app.inject({ url: '/' })
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("img-src 'self' blob: data:")
    expect(policy).toContain("connect-src 'self' ws://localhost:8080 ws://127.0.0.1:8080")
    expect(policy).not.toMatch(/(?:default|script|style)-src [^;]*'unsafe-/)
    expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff' })
    expect(headers['strict-transport-security']).toBeUndefined()
    expect(headers['access-control-allow-origin']).toBeUndefined()
  })

  test('prevent caching of API responses, including errors', async () => {
    for (const url of ['/api/v2/app-config', '/api/v2/chats', '/api/v2/nope', '/api/nope']) {
      const { headers } = await app.inject({ url })
      expect(headers['cache-control']).toBe('no-store')
    }
    const rejection = await app.inject({ method: 'POST', url: '/api/v2/chats/1', payload: 'x' })
    expect(rejection.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
  })

  test('require HTTPS if the public URL uses it', async () => {
    const gateway = await createGatewayWith({ PUBLIC_URL: 'https://salong.example.test' })
    const { headers } = await gateway.visitor.get('/app-config')
    expect(headers['strict-transport-security']).toMatch(/^max-age=\d{8}$/)
    const page = await gateway.app.inject({ url: '/' })
    expect(page.headers['content-security-policy']).toContain('wss://salong.example.test')
    await gateway.app.close()
  })

  test('require HTTPS for subdomains if the operator enables it', async () => {
    const gateway = await createGatewayWith({ PUBLIC_URL: 'https://salong.example.test', HSTS_SUBDOMAINS: 'on' })
    for (const url of ['/', '/api/v2/app-config']) {
      const { headers } = await gateway.app.inject({ url })
      expect(headers['strict-transport-security']).toMatch(/^max-age=\d{8}; includeSubDomains$/)
    }
    await gateway.app.close()
  })

  test('contain the request id, so that a member can report it', async () => {
    const [first, second] = [await visitor.get('/app-config'), await visitor.get('/app-config')]
    expect(first.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
    expect(first.headers['x-request-id']).not.toBe(second.headers['x-request-id'])
  })
})

describe('a request to an unknown or malformed path', () => {
  test.each([
    ['GET', '/api/v2/nope', 404],
    ['GET', '/api', 404],
    ['GET', '/nope', 404],
    ['PUT', '/api/v2/chats', 404],
    ['OPTIONS', '/api/v2/chats', 404],
    ['GET', '/api/v2/members/username/%E0%A4%A', 400],
    ['GET', `/api/v2/members/username/${'x'.repeat(500)}`, 400],
  ] as const)('%s %s gets an error of the contract', async (method, url, status) => {
    const response = await app.inject({ method, url, headers: { accept: 'text/html' } })
    expect(response.statusCode).toBe(status)
    expect(response.json()).toMatchObject({
      code: status === 404 ? 'NOT_FOUND' : 'VALIDATION',
      message: expect.any(String),
    })
  })
})

test('a route without a schema or a policy prevents startup', async () => {
  const emptyApp = await createApp(ctx)
  const addRoute = (url: string, options: object) => () =>
    emptyApp.route({ method: 'GET', url, handler: () => '', ...options })
  const schema = { response: { 200: z.string() } }
  expect(addRoute('/api/v2/a', { config: { policy: 'member' } })).toThrow(/lacks a schema/)
  expect(addRoute('/api/v2/a/:id', { schema, config: { policy: 'member' } })).toThrow(/lacks a schema/)
  expect(addRoute('/api/v2/a', { schema })).toThrow(/lacks a policy/)
  await emptyApp.close()
})

test('the API documentation contains only routes of the API, with their security, bodies and errors', async () => {
  const docs = (await app.inject({ url: '/api/docs/json' })).json()
  const login = docs.paths['/api/v2/members/login'].post
  expect(login).toMatchObject({ tags: ['members'], security: [], responses: { 200: {}, '4XX': {} } })
  expect(docs.paths['/api/v2/sessions'].get).toMatchObject({ security: [{ session: [] }] })
  expect(docs.paths['/api/v2/members/reset-pwd/{token}'].post.requestBody.content).toHaveProperty('text/plain')
  expect(Object.keys(docs.paths).filter((path) => !path.startsWith('/api/v2/'))).toEqual([])
  expect(docs.components.schemas).toHaveProperty('Error')
  expect(Object.keys(docs.components.schemas).filter((name) => name.endsWith('Input'))).toEqual([])
  expect((await app.inject({ url: '/api/docs/' })).body).not.toMatch(/<script>|<style>/)
})

describe("the operator's pages", () => {
  test("are served in the requested language, otherwise in the browser's", { tags: 'app.operator-pages' }, async () => {
    const swedish = await visitor.get('/pages/terms')
    expect(swedish).toMatchObject({ status: 200, body: expect.stringContaining('# Villkor') })
    expect(swedish.headers['content-type']).toBe('text/markdown; charset=utf-8')
    expect((await visitor.get('/pages/terms', { 'accept-language': 'en-GB' })).body).toContain('# Terms')
    const requested = await visitor.get('/pages/about?language=ENGLISH', { 'accept-language': 'sv' })
    expect(requested.body).toContain(`# About ${PRODUCT_NAME}`)
  })

  test("are read from the operator's directory", async () => {
    await writeFile(join(pagesDir, 'terms.sv.md'), '# Våra villkor')
    const gateway = await createGatewayWith({ PAGES_DIR: pagesDir })
    expect((await gateway.visitor.get('/pages/terms')).body).toBe('# Våra villkor')
    expect(await gateway.visitor.get('/pages/about')).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    await gateway.app.close()
  })

  test.each(['passwd', '..%2Fterms', 'terms.sv.md', '%2e%2e%2f%2e%2e%2fpackage.json'])(
    'reject the page name %s',
    async (page) => {
      expect((await visitor.get(`/pages/${page}`)).status).toBe(400)
    },
  )
})

describe('the health endpoints', () => {
  test('report liveness, and readiness while the database responds', async () => {
    expect((await app.inject({ url: '/health' })).json()).toEqual({ status: 'ok' })
    expect((await app.inject({ url: '/ready' })).json()).toMatchObject({ status: 'ready', needs: { database: true } })
  })
})
