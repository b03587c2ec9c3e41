import { JSON_BODY_BYTES_MAX } from '@app/contract/limits'
import { type CheckResult, type Expectation, findMismatch } from './expect.ts'

const PAGE = { accept: 'text/html' }
const IMAGE = { accept: 'image/*' }
const IMMUTABLE = 'public, max-age=31536000, immutable'
const PAGE_RESPONSE_HEADERS = {
  'content-security-policy': /^default-src 'self';.*connect-src 'self' wss:\/\/localhost:\d+;/,
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
  server: null,
}
const GATEWAY_RESPONSE_HEADERS = { 'x-request-id': /./, 'cache-control': 'no-store', server: null }
const PROXY_RESPONSE_HEADERS = { 'x-request-id': null, 'cache-control': 'no-store', server: null }

/** File names over the limit of 255 bytes; the second one, once decoded, has fewer than 255 characters. */
const LONG_NAMES = ['a'.repeat(300), encodeURIComponent('å'.repeat(200))]
const NOT_FOUND: Expectation = { status: 404, headers: PROXY_RESPONSE_HEADERS, body: 'NOT_FOUND' }

type ProxyRequest = [title: string, path: string, request: RequestInit, expectation: Expectation]

const oversizedBody = JSON.stringify({ email: 'x'.repeat(2 * JSON_BODY_BYTES_MAX) })
const jsonHeaders = { 'content-type': 'application/json' }

const REQUESTS: ProxyRequest[] = [
  [
    'the start page',
    '/',
    { headers: PAGE },
    { status: 200, headers: { ...PAGE_RESPONSE_HEADERS, 'cache-control': 'no-cache' }, body: '<div id="root">' },
  ],
  [
    'a path of the web client',
    '/chats?id=1',
    { headers: PAGE },
    { status: 200, headers: PAGE_RESPONSE_HEADERS, body: '<div id="root">' },
  ],
  [
    'a page without an Accept header',
    '/registration',
    {},
    { status: 200, headers: PAGE_RESPONSE_HEADERS, body: '<div id="root">' },
  ],
  ['a dot file', '/.env', { headers: PAGE }, NOT_FOUND],
  ...LONG_NAMES.flatMap((name): ProxyRequest[] => [
    ['a picture whose name is too long for a file', `/${name}.png`, { headers: IMAGE }, NOT_FOUND],
    ['a file whose name is too long', `/${name}.png`, {}, NOT_FOUND],
    ['a picture without a file extension whose name is too long', `/${name}`, { headers: IMAGE }, NOT_FOUND],
    ['a hashed file whose name is too long', `/assets/${name}.js`, {}, NOT_FOUND],
  ]),
  ['a path that is too long for a file', `/${'a/'.repeat(2_200)}a.png`, { headers: IMAGE }, NOT_FOUND],
  ['the service worker', '/service-worker.js', {}, { status: 200, headers: { 'cache-control': 'no-cache' } }],
  ['a hashed file of another release', '/assets/index-old.js', {}, NOT_FOUND],
  ['the health check, which is not public', '/health', {}, { status: 404, headers: PROXY_RESPONSE_HEADERS }],
  ['metrics, which are not public', '/metrics', {}, { status: 404, headers: PROXY_RESPONSE_HEADERS }],
  ['the inbox for development', '/dev/mails', { headers: PAGE }, { status: 404, headers: PROXY_RESPONSE_HEADERS }],
  [
    'a request to the API',
    '/api/v2/app-config',
    {},
    {
      status: 200,
      headers: { ...GATEWAY_RESPONSE_HEADERS, 'strict-transport-security': /max-age/ },
      body: 'referenceYear',
    },
  ],
  [
    'a request without a session',
    '/api/v2/chats',
    {},
    { status: 401, headers: GATEWAY_RESPONSE_HEADERS, body: 'PLEASE_LOGIN' },
  ],
  [
    'a missing calendar',
    `/api/v2/calendar/${'a'.repeat(43)}.ics`,
    {},
    { status: 404, headers: GATEWAY_RESPONSE_HEADERS },
  ],
  [
    'a one-click unsubscribe link',
    `/api/v2/unsubscribe/${'a'.repeat(43)}`,
    { redirect: 'manual' },
    { status: 302, headers: { location: /^https:\/\/localhost:\d+\/unsubscribe\/token\// } },
  ],
  ['a picture without a signature', '/media/x/large', {}, { status: 404, headers: GATEWAY_RESPONSE_HEADERS }],
  [
    'a body that is too large',
    '/api/v2/members/login',
    { method: 'POST', headers: jsonHeaders, body: oversizedBody },
    { status: 413, body: 'TOO_LARGE' },
  ],
  ['a socket without an upgrade', '/socket.io/?EIO=4&transport=polling', {}, { status: 400 }],
]

async function checkRequest(url: string, [title, path, request, expectation]: ProxyRequest): Promise<CheckResult> {
  const response = await fetch(`${url}${path}`, request).catch(String)
  return { title, mismatch: typeof response === 'string' ? response : await findMismatch(response, expectation) }
}

const createScriptRequest = (name: string): ProxyRequest => [
  'a hashed file',
  `/assets/${name}`,
  { headers: { 'accept-encoding': 'br' } },
  { status: 200, headers: { 'cache-control': IMMUTABLE, 'content-encoding': 'br', vary: /Accept-Encoding/ } },
]

/** Sends each request to the proxy once, and compares the response with the expectation. */
export async function checkRequests(url: string, script: string): Promise<CheckResult[]> {
  const results: CheckResult[] = []
  for (const request of [...REQUESTS, createScriptRequest(script)]) results.push(await checkRequest(url, request))
  return results
}
