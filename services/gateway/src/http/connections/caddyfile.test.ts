import { readFileSync } from 'node:fs'
import { DECK_BYTES_MAX, JSON_BODY_BYTES_MAX, PHOTO_BYTES_MAX } from '@app/contract/limits'
import { AppError } from '@app/server/errors'
import { testConfig } from '@app/server/testing/context'
import { expect, test } from 'vitest'
import { createTestGateway, setUpTestGateway } from '../../testing.ts'
import { createErrorResponse } from '../errors.ts'

/**
 * In compose the proxy serves the pages, so it has to send the headers that the gateway sends when it
 * serves the web client itself (`npm start`).
 */
const caddyfile = readFileSync(new URL('../../../../../infra/caddy/Caddyfile', import.meta.url), 'utf8')
const { ctx, app } = await setUpTestGateway()

/** Extracts the block of the Caddyfile that begins with `head`. */
function extractBlock(head: string): string {
  const startIndex = caddyfile.indexOf(`${head} {`)
  if (startIndex === -1) throw new Error(`The Caddyfile has no ${head}`)
  let depth = 0
  for (let index = caddyfile.indexOf('{', startIndex); index < caddyfile.length; index++) {
    if (caddyfile[index] === '{') depth += 1
    if (caddyfile[index] === '}' && --depth === 0) return caddyfile.slice(startIndex, index)
  }
  throw new Error(`The block ${head} of the Caddyfile has no end`)
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
    const headersPerResponse = ['connection', 'content-length', 'content-type', 'date', 'x-request-id', 'cache-control']
    const expected = Object.fromEntries(Object.entries(headers).filter(([name]) => !headersPerResponse.includes(name)))
    expect(parseHeaders(extractBlock('(page_headers)') + extractBlock(`(hsts_${hsts})`))).toEqual(expected)
  },
)

test("the proxy's own responses equal those of the gateway", () => {
  const errors = extractBlock('handle_errors')
  const responses = [...errors.matchAll(/respond(?: @english)? `([^`]+)` (\d+)/g)].map(([, body = '', status]) => ({
    body: JSON.parse(body),
    status: Number(status),
  }))
  const expected = (['NOT_FOUND', 'TOO_LARGE', 'UNAVAILABLE'] as const).flatMap((code) =>
    (['ENGLISH', 'SWEDISH'] as const).map((language) => {
      const error = new AppError(code)
      return { body: createErrorResponse(error, language), status: error.status }
    }),
  )
  expect(responses).toEqual(expected)
})

/** A megabyte as Caddy counts it. */
const MEGABYTE = 1_000_000
const parseLimit = (matcher: string): number => {
  const size = new RegExp(`request_body @${matcher} \\{\\s*max_size (\\d+)MB`).exec(caddyfile)?.[1]
  return Number(size) * MEGABYTE
}
const parsePaths = (matcher: string): string[] =>
  (new RegExp(`^\\t@${matcher} path (.+)$`, 'm').exec(caddyfile)?.[1] ?? '').split(' ')

/** Returns whether a route accepts a file. It rejects a body of the wrong type before it checks the session. */
async function acceptsFile(path: string): Promise<boolean> {
  const response = await app.inject({
    method: 'POST',
    url: path.replace(/\{\w+\}/g, '1'),
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    payload: '--x--',
  })
  return response.statusCode !== 415
}

test('the proxy accepts large bodies for every route that accepts a file, and for no other', async () => {
  const paths = Object.entries<{ post?: unknown }>((await app.inject({ url: '/api/docs/json' })).json().paths)
  const writePaths = paths.filter(([path, { post }]) => post && !path.includes('/unsubscribe/')).map(([path]) => path)
  const acceptedFiles = await Promise.all(writePaths.map(acceptsFile))
  const filePaths = writePaths.filter((_, index) => acceptedFiles[index]).map((path) => path.replace(/\{\w+\}/g, '*'))
  expect([...parsePaths('photo'), ...parsePaths('deck')].sort()).toEqual(filePaths.sort())
  expect(parseLimit('photo')).toBeGreaterThan(PHOTO_BYTES_MAX)
  expect(parseLimit('deck')).toBeGreaterThan(DECK_BYTES_MAX)
  expect(parseLimit('no_file')).toBeGreaterThan(JSON_BODY_BYTES_MAX)
  expect(parseLimit('no_file')).toBeLessThan(2 * JSON_BODY_BYTES_MAX)
})
