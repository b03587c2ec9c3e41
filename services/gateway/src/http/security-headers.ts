import { createHash } from 'node:crypto'
import { allowedOrigins, type Config } from '@app/server/config'
import helmet from '@fastify/helmet'
import type { App } from '../app.ts'
import { API } from './api.ts'

/** The two style sheets that the component library writes into the page by itself; a page of ours brings all others as files. */
const LIBRARY_STYLES = [
  '@layer {\n  [data-react-aria-pressable] {\n    touch-action: pan-x pan-y pinch-zoom;\n  }\n}',
  '@layer {\n  * {\n    overscroll-behavior: contain;\n  }\n}',
]

const hashSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** For answers that are not pages. */
const NOTHING = "default-src 'none';frame-ancestors 'none'"

const YEAR_IN_SECONDS = 365 * 24 * 60 * 60

/** What a browser may do with our pages: run our own files and talk to us, nothing else. Answers of the API are never kept. */
export async function registerSecurityHeaders(app: App, config: Config): Promise<void> {
  const sockets = allowedOrigins(config).map((origin) => origin.replace(/^http/, 'ws'))
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'", ...LIBRARY_STYLES.map(hashSource)],
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", 'blob:', 'data:'],
        connectSrc: ["'self'", ...sockets],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: config.publicUrl.startsWith('https:')
      ? { maxAge: YEAR_IN_SECONDS, includeSubDomains: false }
      : false,
  })
  app.addHook('onRequest', async ({ url }, reply) => {
    reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=()')
    if (url.startsWith('/api')) reply.header('cache-control', 'no-store')
    if (url.startsWith(API)) reply.header('content-security-policy', NOTHING)
  })
}
