import { createHash } from 'node:crypto'
import { type Config, listAllowedOrigins } from '@app/server/process/config'
import { API_PREFIX } from './api.ts'
import type { App } from './app.ts'

/** The two style sheets that the component library inlines into the page. */
const LIBRARY_STYLES = [
  '@layer {\n  [data-react-aria-pressable] {\n    touch-action: pan-x pan-y pinch-zoom;\n  }\n}',
  '@layer {\n  * {\n    overscroll-behavior: contain;\n  }\n}',
]

/**
 * The hashes of the style sheet and the script that are inlined into the HTML document for its first paint. One test
 * compares the hashes in the Caddyfile with their sources, and another the headers of the Caddyfile with these.
 */
const FIRST_PAINT = {
  style: "'sha256-XGRu/6TIPbbFCrgASRZk/GEQrb3waZj0UQakmLTeeiw='",
  script: "'sha256-2E7GFd9WiVfHKeYUc9JgpkYxxR3UpdxtphIzypulqpY='",
}

const hashStyle = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const createPageContentPolicy = (socketOrigins: string[]): string =>
  [
    "default-src 'self'",
    `script-src 'self' ${FIRST_PAINT.script}`,
    "script-src-attr 'none'",
    `style-src 'self' ${FIRST_PAINT.style} ${LIBRARY_STYLES.map(hashStyle).join(' ')}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' blob: data:",
    `connect-src 'self' ${socketOrigins.join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join(';')

/** The content security policy of API responses. All other responses have the policy of pages. */
const API_CONTENT_POLICY = "default-src 'none';frame-ancestors 'none'"

const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60

/**
 * Restricts pages to running the client's own files and connecting to this server. API responses are never cached. All
 * headers are computed at startup: a library that builds them for each response costs more than the session lookup.
 */
export function registerSecurityHeaders(app: App, config: Config): void {
  const socketOrigins = listAllowedOrigins(config).map((origin) => origin.replace(/^http/, 'ws'))
  const isEncrypted = config.publicUrl.startsWith('https:')
  const hsts = `max-age=${ONE_YEAR_SECONDS}${config.hstsSubdomains ? '; includeSubDomains' : ''}`
  const pageHeaders = {
    'content-security-policy': createPageContentPolicy(socketOrigins),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
    ...(isEncrypted ? { 'strict-transport-security': hsts } : {}),
  }
  const apiDocsHeaders = { ...pageHeaders, 'cache-control': 'no-store' }
  const apiHeaders = { ...apiDocsHeaders, 'content-security-policy': API_CONTENT_POLICY }
  app.addHook('onRequest', ({ url }, reply, done) => {
    reply.headers(url.startsWith(API_PREFIX) ? apiHeaders : url.startsWith('/api') ? apiDocsHeaders : pageHeaders)
    done()
  })
}
