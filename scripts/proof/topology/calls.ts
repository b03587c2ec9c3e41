import { JSON_BODY_MAX } from '@app/contract/limits'
import { type Expectation, type Finding, findFault } from './expect.ts'

const PAGE = { accept: 'text/html' }
const IMMUTABLE = 'public, max-age=31536000, immutable'
const ON_EVERY_PAGE = {
  'content-security-policy': /^default-src 'self';.*connect-src 'self' wss:\/\/localhost:\d+;/,
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
  server: null,
}
const FROM_THE_GATEWAY = { 'x-request-id': /./, 'cache-control': 'no-store', server: null }
const FROM_THE_PROXY = { 'x-request-id': null, 'cache-control': 'no-store', server: null }

type Call = [title: string, path: string, request: RequestInit, expectation: Expectation]

const tooLarge = JSON.stringify({ email: 'x'.repeat(2 * JSON_BODY_MAX) })
const asJson = { 'content-type': 'application/json' }

const CALLS: Call[] = [
  [
    'the start page',
    '/',
    { headers: PAGE },
    { status: 200, headers: { ...ON_EVERY_PAGE, 'cache-control': 'no-cache' }, body: '<div id="root">' },
  ],
  [
    'a path of the web client',
    '/chats?id=1',
    { headers: PAGE },
    { status: 200, headers: ON_EVERY_PAGE, body: '<div id="root">' },
  ],
  [
    'a page without an Accept header',
    '/registration',
    {},
    { status: 200, headers: ON_EVERY_PAGE, body: '<div id="root">' },
  ],
  ['a dot file', '/.env', {}, { status: 404, headers: FROM_THE_PROXY, body: 'NOT_FOUND' }],
  ['a path with a null byte', '/%00', {}, { status: 404, headers: FROM_THE_PROXY, body: 'NOT_FOUND' }],
  ['the service worker', '/service-worker.js', {}, { status: 200, headers: { 'cache-control': 'no-cache' } }],
  [
    'a hashed file of another release',
    '/assets/index-old.js',
    {},
    { status: 404, headers: FROM_THE_PROXY, body: 'NOT_FOUND' },
  ],
  ['the health check, which is not public', '/health', {}, { status: 404, headers: FROM_THE_PROXY }],
  ['metrics, which are not public', '/metrics', {}, { status: 404, headers: FROM_THE_PROXY }],
  ['the inbox for development', '/dev/mails', { headers: PAGE }, { status: 404, headers: FROM_THE_PROXY }],
  [
    'a call',
    '/api/v2/app-config',
    {},
    { status: 200, headers: { ...FROM_THE_GATEWAY, 'strict-transport-security': /max-age/ }, body: 'referenceYear' },
  ],
  ['a call without a session', '/api/v2/chats', {}, { status: 401, headers: FROM_THE_GATEWAY, body: 'PLEASE_LOGIN' }],
  ['a missing calendar', `/api/v2/calendar/${'a'.repeat(43)}.ics`, {}, { status: 404, headers: FROM_THE_GATEWAY }],
  [
    'a one-click unsubscribe link',
    `/api/v2/unsubscribe/${'a'.repeat(43)}`,
    { redirect: 'manual' },
    { status: 302, headers: { location: /^https:\/\/localhost:\d+\/unsubscribe\/token\// } },
  ],
  ['a picture without a signature', '/media/x/large', {}, { status: 404, headers: FROM_THE_GATEWAY }],
  [
    'a body that is too large',
    '/api/v2/members/login',
    { method: 'POST', headers: asJson, body: tooLarge },
    { status: 413, body: 'TOO_LARGE' },
  ],
  ['a socket without an upgrade', '/socket.io/?EIO=4&transport=polling', {}, { status: 400 }],
]

async function tryCall(url: string, [title, path, request, expectation]: Call): Promise<Finding> {
  const response = await fetch(`${url}${path}`, request).catch(String)
  return { title, fault: typeof response === 'string' ? response : await findFault(response, expectation) }
}

const aScript = (name: string): Call => [
  'a hashed file',
  `/assets/${name}`,
  { headers: { 'accept-encoding': 'br' } },
  { status: 200, headers: { 'cache-control': IMMUTABLE, 'content-encoding': 'br', vary: /Accept-Encoding/ } },
]

/** Makes each call of a browser to the proxy once. */
export async function tryCalls(url: string, script: string): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const call of [...CALLS, aScript(script)]) findings.push(await tryCall(url, call))
  return findings
}
