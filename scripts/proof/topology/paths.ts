import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { text } from 'node:stream/consumers'
import type { CheckResult } from './expect.ts'

const ACCEPT_HEADERS = ['*/*', 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8']

/** Paths that the gateway's static server rejects. */
const REJECTED_PATHS = [
  '/.env',
  '/%2eenv',
  '/.git/config',
  '/assets/.env',
  '/..',
  '/../x',
  '/%2e%2e/x',
  '/assets/..%2f..%2fpackage.json',
  '/x/..',
  '/chats/./1',
  '/api/../x',
  '/api/v2/x/..',
  '/api/v2/x/%2e%2e',
  '//',
  '//chats',
  '/chats//1',
  '/%00',
  '/assets/%00',
  '/a%5cb',
  `/${'a'.repeat(256)}`,
  `/${'a'.repeat(300)}.png`,
  `/assets/${'%C3%A5'.repeat(200)}.js`,
]

const MISSING_PATHS = ['/api', '/api/v2/x', '/assets', '/assets/x.js', '/dev/x', '/media', '/socket.io']
const OTHER_PATHS = ['/', '/chats?id=1', '/chats/', '/x.png', '/a..b', '/index.html', `/${'a'.repeat(255)}`]

/** Requests a path as it is and returns status and body; `fetch` would normalize the path. */
const readResponse = (url: string, path: string, accept: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { protocol, hostname, port } = new URL(url)
    const request = protocol === 'https:' ? httpsRequest : httpRequest
    request({ hostname, port, path, headers: { accept } }, (response) => {
      text(response).then((body) => resolve(`${response.statusCode} ${body}`), reject)
    })
      .on('error', reject)
      .end()
  })

async function findPathMismatch(url: string, gatewayUrl: string, path: string): Promise<string | null> {
  for (const accept of ACCEPT_HEADERS) {
    const [found, expected] = await Promise.all([
      readResponse(url, path, accept),
      readResponse(gatewayUrl, path, accept),
    ])
    const describe = (problem: string) => `${path} with Accept: ${accept}: ${problem.slice(0, 200)}`
    if (!OTHER_PATHS.includes(path) && !expected.startsWith('404 {"code":"NOT_FOUND"'))
      return describe(`the gateway responded ${expected}`)
    if (found !== expected) return describe(`responded ${found} instead of ${expected}`)
  }
  return null
}

/** Checks that the proxy responds to paths as a gateway that serves the web client itself. */
export async function checkPaths(url: string, gatewayUrl: string): Promise<CheckResult> {
  const paths = [...REJECTED_PATHS, ...MISSING_PATHS, ...OTHER_PATHS]
  const mismatches = await Promise.all(paths.map((path) => findPathMismatch(url, gatewayUrl, path)))
  return { title: 'paths, compared with the gateway', mismatch: mismatches.find(Boolean) ?? null }
}
