import { chmodSync, cpSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { migrateToLatest } from '@app/server/db/migrate'
import { setUpRoles } from '@app/server/db/roles'
import { run } from '../../child-process.mjs'
import { findCaddy, startCaddy } from '../../infra/caddy-program.mjs'
import { root } from '../../infra/paths.mjs'
import { findFreePort } from '../../infra/ports.mjs'
import { ensureDatabase, roleUrls, startPostgres } from '../../infra/postgres.mjs'
import { startRedis } from '../../infra/redis.mjs'
import { removeState } from '../../infra/server-user.mjs'
import { createEnvironment } from '../../stack/environment.mjs'
import { step } from '../../stack/progress.mjs'
import { startDnsServer } from './dns-server.ts'
import { createReplicas, NAME_CACHE_MS, type Replicas } from './replicas.ts'

export type Topology = {
  folder: string
  /** The proxy's URL, which members open. */
  url: string
  httpPort: number
  databaseUrl: string
  /** The folder with the client's files. */
  web: string
  replicas: Replicas
  /** Makes the proxy send all requests to the single gateway, which has to be running. */
  routeToSingleGateway: () => Promise<void>
  /** The path of the certificate that issued the proxy's certificate. */
  authority: string
  /** Returns each kind of error in the proxy's log, with its number of occurrences. */
  listProxyErrors: () => string[]
  close: () => void
}

/** The first release of Caddy that retries requests with a body, 2.11.3. */
const FIRST_RETRYING_VERSION = 2_011_003
const SUFFIX = '.salong'

const getProxyLog = (folder: string): string => join(folder, 'logs/caddy.log')

function countErrors(log: string): string[] {
  const counts = new Map<string, number>()
  for (const [, error = ''] of log.matchAll(/"error":"([^"]+)"/g)) {
    const kind = error.replace(/\d+/g, '0')
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  return [...counts].map(([kind, count]) => `${String(count).padStart(8)}  ${kind}`)
}

const getWebFolder = (folder: string): string => join(folder, 'web')

/** Copies the client's files, as in the image of the proxy. */
const copyWeb = (folder: string): void => cpSync(join(root, 'web/dist'), getWebFolder(folder), { recursive: true })

/** Returns the variables of the Caddyfile; compose leaves most of them at their defaults. */
const createProxyEnvironment = (folder: string, ports: Record<'https' | 'http' | 'admin' | 'names', number>) => ({
  DOMAIN: `localhost:${ports.https}`,
  HTTPS_PORT: String(ports.https),
  HTTP_PORT: String(ports.http),
  CADDY_ADMIN: `localhost:${ports.admin}`,
  WEB_ROOT: getWebFolder(folder),
  GATEWAY_HOST: `gateway${SUFFIX}.`,
  HUB_HOST: `hub${SUFFIX}.`,
  RESOLVERS: `resolvers 127.0.0.1:${ports.names}`,
})

/**
 * Returns whether this Caddy retries a request with a body at the next gateway if one accepts no connection
 * (caddyserver/caddy#7546).
 */
async function canRetryRequests(): Promise<boolean> {
  const { out } = await run('Caddy', await findCaddy(), ['version'])
  const [major = 0, minor = 0, patch = 0] = /\d+\.\d+\.\d+/.exec(out)?.[0].split('.').map(Number) ?? []
  const canRetry = major * 1_000_000 + minor * 1_000 + patch >= FIRST_RETRYING_VERSION
  const warning = 'which loses requests to a gateway that has just stopped: addresses are removed before the stop'
  console.log(`  Caddy ${major}.${minor}.${patch}${canRetry ? '' : `, ${warning}`}`)
  return canRetry
}

/**
 * Starts the services of compose without containers: databases, two replicas of each service, and Caddy with its
 * Caddyfile.
 */
export async function startTopology(): Promise<Topology> {
  const folder = mkdtempSync(join(tmpdir(), 'salong-topology-'))
  chmodSync(folder, 0o755)
  process.once('exit', () => removeState(folder))
  const [postgres, redis] = await step('PostgreSQL and Redis', () =>
    Promise.all([startPostgres(folder), startRedis(folder)]),
  )
  const databaseUrl = await ensureDatabase(postgres.url, 'salong')
  const roles = roleUrls(databaseUrl)
  await setUpRoles(databaseUrl, roles)
  await migrateToLatest(roles.owner)
  const [port, https, http, admin] = await Promise.all([findFreePort(), findFreePort(), findFreePort(), findFreePort()])
  const url = `https://localhost:${https}`
  const defaults = await createEnvironment({
    stateDir: folder,
    port,
    publicUrl: url,
    databaseUrl: roles.app,
    redisUrl: redis.url,
  })
  const env = { ...defaults, HUB_URL: '', WEB_DIR: '', SMTP_URL: '', RATE_LIMITS: 'off', TRUST_PROXY: 'loopback' }
  const replicas = createReplicas(folder, {
    env,
    singleGatewayEnv: { WEB_DIR: getWebFolder(folder), RATE_LIMITS: 'on' },
    isResolvableUntilExit: await canRetryRequests(),
  })
  await step('Two gateways, two hubs, two workers', () => Promise.all(replicas.all.map(({ start }) => start())))
  const resolvedServices: Record<string, string> = {}
  const names = await startDnsServer((name) => {
    const service = name.slice(0, -SUFFIX.length)
    return replicas.listAddresses(resolvedServices[service] ?? service)
  })
  await step('Files of the web client', async () => copyWeb(folder))
  const proxy = createProxyEnvironment(folder, { https, http, admin, names: names.port })
  await step('Caddy', () =>
    startCaddy('Caddyfile', {
      folder,
      log: getProxyLog(folder),
      env: { ...proxy, GATEWAY_PORT: String(port), HUB_PORT: String(env.HUB_PORT) },
    }),
  )
  return {
    folder,
    url,
    httpPort: http,
    databaseUrl,
    web: getWebFolder(folder),
    replicas,
    routeToSingleGateway() {
      resolvedServices.gateway = 'single-gateway'
      return pause(NAME_CACHE_MS)
    },
    authority: join(folder, 'caddy/caddy/pki/authorities/local/root.crt'),
    listProxyErrors: () => countErrors(readFileSync(getProxyLog(folder), 'utf8')),
    close: names.close,
  }
}
