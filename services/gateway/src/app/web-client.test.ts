import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { listen } from '../http/testing.ts'
import { setUpTestGateway } from '../testing.ts'

const webDir = await mkdtemp(join(tmpdir(), 'web-'))
afterAll(() => rm(webDir, { recursive: true }))
await mkdir(join(webDir, 'assets'))
await writeFile(join(webDir, 'index.html'), '<!doctype html><title>Salong</title>')
await writeFile(join(webDir, 'service-worker.js'), 'self')
await writeFile(join(webDir, '.secret'), 'secret')
await writeFile(join(webDir, 'assets', 'index-abc123.js'), 'export {}')
await writeFile(join(webDir, 'assets', 'index-abc123.js.br'), 'compressed')

const { app } = await setUpTestGateway({ settings: { WEB_DIR: webDir } })
const PAGE_HEADERS = { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' }
const request = (url: string, headers: Record<string, string> = PAGE_HEADERS) => app.inject({ url, headers })

test('browsers cache a hashed file forever and revalidate everything else', async () => {
  expect((await request('/assets/index-abc123.js')).headers['cache-control']).toBe(
    'public, max-age=31536000, immutable',
  )
  for (const url of ['/', '/index.html', '/service-worker.js']) {
    const { statusCode, headers } = await request(url)
    expect(statusCode).toBe(200)
    expect(headers['cache-control']).toBe('no-cache')
    expect(headers.etag).toBeDefined()
  }
})

test('browsers that accept brotli receive the compressed file, cached in the same way', async () => {
  const url = '/assets/index-abc123.js'
  const { headers, body } = await request(url, { 'accept-encoding': 'gzip, deflate, br' })
  expect(headers).toMatchObject({
    'content-encoding': 'br',
    vary: 'accept-encoding',
    'content-type': 'application/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(body).toBe('compressed')
  expect((await request(url)).body).toBe('export {}')
})

test.each(['/chats?id=1', '/profile?name=Ann', '/registration/token/abc.def', '/nope', '/apiary'])(
  'serves the client at %s, which the client routes itself',
  async (url) => {
    const { statusCode, headers, body } = await request(url)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })
    expect(body).toContain('<title>Salong</title>')
  },
)

test('search engines may list the login and the pages about the product, but no others', async () => {
  for (const url of ['/', '/about', '/terms']) expect((await request(url)).headers['x-robots-tag']).toBeUndefined()
  for (const url of ['/chats', '/profile?name=Ann', '/registration/token/abc.def', '/nope'])
    expect((await request(url)).headers['x-robots-tag']).toBe('noindex')
})

test.each(['/api/v2/nope', '/api', '/assets/index-old.js', '/socket.io/?EIO=4', '/dev/nope', '/media/1'])(
  'does not serve the client at %s',
  async (url) => {
    const { statusCode, body } = await request(url)
    expect(statusCode).toBe(404)
    expect(JSON.parse(body)).toMatchObject({ code: 'NOT_FOUND' })
  },
)

test('does not serve the client in place of a missing file or in response to a POST request', async () => {
  expect((await request('/nope.png', { accept: 'image/*' })).statusCode).toBe(404)
  expect((await app.inject({ method: 'POST', url: '/chats', headers: PAGE_HEADERS })).statusCode).toBe(404)
})

const port = await listen(app)

/** Requests a path unchanged: `inject` would normalize it. */
const fetchUnnormalized = (path: string, accept: string): Promise<{ status: number | undefined; body: unknown }> =>
  new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers: { accept } }, (response) => {
      json(response).then((body) => resolve({ status: response.statusCode, body }), reject)
    }).on('error', reject)
  })

test.each([
  '/.secret',
  '/assets/.secret',
  '/../package.json',
  '/%2e%2e/package.json',
  '/assets/..%2f..%2fpackage.json',
  '/assets/%00',
  '/%00',
  '//',
  '//chats',
  '/chats/./1',
  '/api/v2/x/..',
  '/api/v2/x/%2e%2e',
])('responds NOT_FOUND to the path %s, which the static server rejects', async (url) => {
  for (const accept of ['*/*', PAGE_HEADERS.accept])
    expect(await fetchUnnormalized(url, accept)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
})

test('responds NOT_FOUND to paths that are too long for a file', async () => {
  for (const name of ['a'.repeat(300), '%C3%A5'.repeat(200)]) {
    for (const url of [`/${name}`, `/${name}.png`, `/assets/${name}.js`, `/${'a/'.repeat(2_200)}${name}`])
      for (const accept of ['*/*', 'image/*', PAGE_HEADERS.accept]) {
        const response = await request(url, { accept })
        expect(response.statusCode).toBe(404)
        expect(response.json()).toMatchObject({ code: 'NOT_FOUND' })
      }
  }
  expect((await request(`/${'a'.repeat(255)}`)).statusCode).toBe(200)
})

test('serves the client to programs that accept any type, except at paths of files, API and health checks', async () => {
  const anyType = { accept: '*/*' }
  for (const url of ['/registration', '/registration?language=sv', '/chats/1'])
    expect((await request(url, anyType)).body).toContain('<title>Salong</title>')
  for (const url of ['/nope.js', '/nope.js?v=1', '/api/v2/nope', '/metrics'])
    expect((await request(url, anyType)).statusCode).toBe(404)
})
