import { readFileSync } from 'node:fs'
import { DECK_BYTES_MAX, JSON_BODY_MAX, PHOTO_BYTES_MAX } from '@app/contract/limits'
import { AppError } from '@app/server/errors'
import { testConfig } from '@app/server/testing/context'
import { expect, test } from 'vitest'
import { createTestGateway, setUpTestGateway } from '../../testing.ts'
import { createErrorAnswer } from '../errors.ts'

/**
 * In compose the proxy serves the pages, so it has to send the headers that the gateway sends in the embedded setup.
 */
const caddyfile = readFileSync(new URL('../../../../../infra/caddy/Caddyfile', import.meta.url), 'utf8')
const { ctx, app } = await setUpTestGateway()

/** Returns the content of the braces after this head. */
function block(head: string): string {
  const startIndex = caddyfile.indexOf(`${head} {`)
  let depth = 0
  for (let at = caddyfile.indexOf('{', startIndex); at < caddyfile.length; at++) {
    if (caddyfile[at] === '{') depth += 1
    if (caddyfile[at] === '}' && --depth === 0) return caddyfile.slice(startIndex, at)
  }
  throw new Error(`The Caddyfile has no ${head}`)
}

const parseHeaders = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/^\t+([A-Z][\w-]+) (?:"([^"]+)"|(\S+))$/gm)].map(([, name = '', quoted, plain]) => [
      name.toLowerCase(),
      (quoted ?? plain ?? '').replaceAll('{$DOMAIN}', 'salong.example.test'),
    ]),
  )

test.each(['off', 'on'])(
  'pages have the same headers from the proxy as from the gateway (HSTS for subdomains: %s)',
  async (hsts) => {
    const config = {
      ...testConfig(ctx.config.databaseUrl, { PUBLIC_URL: 'https://salong.example.test', HSTS_SUBDOMAINS: hsts }),
      production: true,
    }
    const gateway = await createTestGateway({ ...ctx, config })
    const { headers } = await gateway.app.inject({ url: '/' })
    await gateway.app.close()
    const ofThisAnswer = ['connection', 'content-length', 'content-type', 'date', 'x-request-id', 'cache-control']
    const expected = Object.fromEntries(Object.entries(headers).filter(([name]) => !ofThisAnswer.includes(name)))
    expect(parseHeaders(block('(page_headers)') + block(`(hsts_${hsts})`))).toEqual(expected)
  },
)

test('the proxy’s own responses equal those of the gateway', () => {
  const errors = block('handle_errors')
  const responses = [...errors.matchAll(/respond(?: @english)? `([^`]+)` (\d+)/g)].map(([, body = '', status]) => ({
    body: JSON.parse(body),
    status: Number(status),
  }))
  const expected = (['NOT_FOUND', 'TOO_LARGE', 'UNAVAILABLE'] as const).flatMap((code) =>
    (['ENGLISH', 'SWEDISH'] as const).map((language) => {
      const error = new AppError(code)
      return { body: createErrorAnswer(error, language), status: error.status }
    }),
  )
  expect(responses).toEqual(expected)
})

const MILLION = 1_000_000
const parseLimit = (matcher: string): number => {
  const size = new RegExp(`request_body @${matcher} \\{\\s*max_size (\\d+)MB`).exec(caddyfile)?.[1]
  return Number(size) * MILLION
}
const parsePaths = (matcher: string): string[] =>
  (new RegExp(`^\\t@${matcher} path (.+)$`, 'm').exec(caddyfile)?.[1] ?? '').split(' ')

/** A body of the wrong type is rejected before the session is checked. */
async function takesFile(path: string): Promise<boolean> {
  const answer = await app.inject({
    method: 'POST',
    url: path.replace(/\{\w+\}/g, '1'),
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    payload: '--x--',
  })
  return answer.statusCode !== 415
}

test('the proxy accepts large bodies for every call with a file, and for no other', async () => {
  const calls = Object.entries<{ post?: unknown }>((await app.inject({ url: '/api/docs/json' })).json().paths)
  const written = calls.filter(([path, { post }]) => post && !path.includes('/unsubscribe/')).map(([path]) => path)
  const takesFiles = await Promise.all(written.map(takesFile))
  const withFile = written.filter((_, index) => takesFiles[index]).map((path) => path.replace(/\{\w+\}/g, '*'))
  expect([...parsePaths('photo'), ...parsePaths('deck')].sort()).toEqual(withFile.sort())
  expect(parseLimit('photo')).toBeGreaterThan(PHOTO_BYTES_MAX)
  expect(parseLimit('deck')).toBeGreaterThan(DECK_BYTES_MAX)
  expect(parseLimit('no_file')).toBeGreaterThan(JSON_BODY_MAX)
  expect(parseLimit('no_file')).toBeLessThan(2 * JSON_BODY_MAX)
})
