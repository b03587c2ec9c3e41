import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readInlinedScript, readInlinedStyle } from '../../web/first-paint.config.ts'

/** The HTML document is also served by the proxy, whose headers a test of the gateway compares with the gateway's. */
const caddyfile = readFileSync(join(import.meta.dirname, '../../infra/caddy/Caddyfile'), 'utf8')
const pagePolicy = /^\t+Content-Security-Policy "([^"]+)"/m.exec(caddyfile)?.[1]
const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

test('the content security policy allows the inlined style sheet, and no inlined script but that of the HTML document', () => {
  expect(pagePolicy).toContain(`;script-src 'self' ${hash(readInlinedScript())};`)
  expect(pagePolicy).toContain(`;style-src 'self' ${hash(readInlinedStyle())} `)
})

test('the inlined style sheet contains the pictures that it names, as URLs without line breaks', () => {
  const urls = [...readInlinedStyle().matchAll(/url\("(.*?)"\)/gs)].map(([, url]) => url)
  expect(urls).not.toEqual([])
  for (const url of urls) expect(url).toMatch(/^data:image\/svg\+xml,[^"%#<>\n]*(?:%[0-9A-F]{2}[^"%#<>\n]*)*$/)
})
