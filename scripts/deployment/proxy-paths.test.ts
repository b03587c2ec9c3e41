import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { stopChild } from '../child-process.mjs'
import { startCaddy } from '../infra/caddy-program.mjs'
import { findFreePort } from '../infra/ports.mjs'

const folder = mkdtempSync(join(tmpdir(), 'salong-proxy-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const web = join(folder, 'web')
mkdirSync(join(web, 'assets'), { recursive: true })
writeFileSync(join(web, 'index.html'), '<div id="root"></div>')

/** Runs the public proxy without services, and returns its URL. */
async function startProxy(): Promise<string> {
  const [http, https, admin] = await Promise.all([findFreePort(), findFreePort(), findFreePort()])
  const env = {
    SCHEME: 'http',
    DOMAIN: `localhost:${http}`,
    HTTP_PORT: String(http),
    HTTPS_PORT: String(https),
    CADDY_ADMIN: `localhost:${admin}`,
    WEB_ROOT: web,
  }
  const child = await startCaddy('Caddyfile', { folder, log: join(folder, 'caddy.log'), env })
  afterAll(() => stopChild(child))
  return `http://localhost:${http}`
}

const url = await startProxy()
const request = async (path: string, accept: string) => {
  const response = await fetch(`${url}${path}`, { headers: { accept } })
  return { status: response.status, body: await response.text() }
}
const NOT_FOUND = { status: 404, body: expect.stringContaining('"NOT_FOUND"') }

test.each([
  ['300 letters', 'a'.repeat(300)],
  ['200 letters of two bytes', '%C3%A5'.repeat(200)],
  ['300 bytes that are not UTF-8', '%FF'.repeat(300)],
  ['2,200 segments', `${'a/'.repeat(2_200)}a`],
])('the proxy responds NOT_FOUND to a path of %s, which is too long for a file', async (_, name) => {
  for (const path of [`/${name}`, `/${name}.png`, `/assets/${name}.js`])
    for (const accept of ['*/*', 'image/*', 'text/html']) expect(await request(path, accept)).toEqual(NOT_FOUND)
})

test('the proxy serves the client at a path whose name could be that of a file', async () => {
  for (const path of ['/', '/chats', `/${'a'.repeat(255)}`, `/chats?id=${'a'.repeat(300)}`])
    expect(await request(path, 'text/html')).toMatchObject({ status: 200, body: expect.stringContaining('id="root"') })
})
