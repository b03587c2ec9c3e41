import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { listen } from '../http/testing.ts'
import { setUpTestGateway } from '../testing.ts'

const webDir = await mkdtemp(join(tmpdir(), 'web-'))
await mkdir(join(webDir, 'assets'))
await writeFile(join(webDir, 'index.html'), '<!doctype html><title>Salong</title>')
await writeFile(join(webDir, 'service-worker.js'), 'self')
await writeFile(join(webDir, '.secret'), 'secret')
await writeFile(join(webDir, 'assets', 'index-abc123.js'), 'export {}')

const { app } = await setUpTestGateway({ settings: { WEB_DIR: webDir } })
const PAGE = { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' }
const open = (url: string, headers: Record<string, string> = PAGE) => app.inject({ url, headers })

test('browsers cache a hashed file forever and revalidate everything else', async () => {
  expect((await open('/assets/index-abc123.js')).headers['cache-control']).toBe('public, max-age=31536000, immutable')
  for (const url of ['/', '/index.html', '/service-worker.js']) {
    const { statusCode, headers } = await open(url)
    expect(statusCode).toBe(200)
    expect(headers['cache-control']).toBe('no-cache')
    expect(headers.etag).toBeDefined()
  }
})

test.each(['/chats?id=1', '/profile?name=Ann', '/registration/token/abc.def', '/nope', '/apiary'])(
  '%s serves the client, which has its own routes',
  async (url) => {
    const { statusCode, headers, body } = await open(url)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })
    expect(body).toContain('<title>Salong</title>')
  },
)

test.each(['/api/v2/nope', '/api', '/assets/index-old.js', '/socket.io/?EIO=4', '/dev/nope', '/media/1'])(
  '%s does not serve the client',
  async (url) => {
    const { statusCode, body } = await open(url)
    expect(statusCode).toBe(404)
    expect(JSON.parse(body)).toMatchObject({ code: 'NOT_FOUND' })
  },
)

test('a missing file that a page requests does not serve the client', async () => {
  expect((await open('/nope.png', { accept: 'image/*' })).statusCode).toBe(404)
  expect((await app.inject({ method: 'POST', url: '/chats', headers: PAGE })).statusCode).toBe(404)
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
  for (const accept of ['*/*', PAGE.accept])
    expect(await fetchUnnormalized(url, accept)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
})

test('serves the page to a program that accepts any type, unless the path names a file', async () => {
  const anyAccept = { accept: '*/*' }
  for (const url of ['/registration', '/registration?language=sv', '/chats/1'])
    expect((await open(url, anyAccept)).body).toContain('<title>Salong</title>')
  for (const url of ['/nope.js', '/nope.js?v=1', '/api/v2/nope', '/metrics'])
    expect((await open(url, anyAccept)).statusCode).toBe(404)
})
