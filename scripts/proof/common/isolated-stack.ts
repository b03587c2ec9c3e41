import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrateToLatest } from '@app/server/db/migrate'
import { setUpRoles } from '@app/server/db/roles'
import { findFreePort } from '../../infra/ports.mjs'
import { ensureDatabase, roleUrls, startPostgres } from '../../infra/postgres.mjs'
import { startRedis } from '../../infra/redis.mjs'
import { removeState } from '../../infra/server-user.mjs'
import { build } from '../../stack/build.mjs'
import { createEnvironment } from '../../stack/environment.mjs'
import { serviceArguments } from '../../stack/service-arguments.mjs'
import { startServices } from '../../stack/start-services.mjs'

export type ServiceName = 'gateway' | 'hub' | 'worker'
export const SERVICE_NAMES: ServiceName[] = ['gateway', 'hub', 'worker']

/** The setting of each service's port. */
export const PORT_SETTINGS = { gateway: 'PORT', hub: 'HUB_PORT', worker: 'WORKER_PORT' } as const

export type IsolatedStack = {
  folder: string
  /** The URL for the superuser, for measurements. The services connect with the application's role. */
  databaseUrl: string
  redisUrl: string
  /** The URL of the gateway, which serves the API and forwards sockets to the hub. */
  url: string
  env: Record<string, string | undefined>
  /** Returns the current process id of a service or database. */
  findProcessId: (name: ServiceName | 'postgres' | 'redis') => number
  /** Log lines at level error or fatal, and unexpected plain-text output, each prefixed with the service's name. */
  errorLines: string[]
}

type Options = {
  /** PostgreSQL settings in addition to the defaults of `startPostgres`. */
  postgresSettings?: string[]
  /** Whether the gateway serves the web client too. */
  web?: boolean
  /** The URL at which members reach the gateway, if it is not the gateway's own. */
  publicUrl?: string
}

/**
 * Starts PostgreSQL, Redis and the three services on their own ports, with an empty database. Removes the data when
 * this process exits.
 */
export async function startIsolatedStack({
  postgresSettings: settings = [],
  web = false,
  publicUrl,
}: Options = {}): Promise<IsolatedStack> {
  await build(['build', '--filter=./services/*', ...(web ? ['--filter=./web'] : [])])
  const folder = mkdtempSync(join(tmpdir(), 'salong-proof-'))
  chmodSync(folder, 0o755)
  process.once('exit', () => removeState(folder))
  const [postgres, redis] = await Promise.all([startPostgres(folder, { settings }), startRedis(folder)])
  const databaseUrl = await ensureDatabase(postgres.url, 'salong')
  const roles = roleUrls(databaseUrl)
  await setUpRoles(databaseUrl, roles)
  await migrateToLatest(roles.owner)
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const defaults = await createEnvironment({
    stateDir: folder,
    port,
    publicUrl: publicUrl ?? url,
    databaseUrl: roles.app,
    redisUrl: redis.url,
  })
  const env = { ...defaults, HOST: '127.0.0.1', RATE_LIMITS: 'off', SMTP_URL: '', ...(web ? {} : { WEB_DIR: '' }) }
  const processIds = new Map<string, number>([
    ['postgres', Number(postgres.child?.pid)],
    ['redis', Number(redis.child?.pid)],
  ])
  const errorLines: string[] = []
  const onLine = (name: string, line: string) => {
    const startedPid = PID_LINE.exec(line)?.[1]
    if (startedPid) processIds.set(name, Number(startedPid))
    else if (isErrorLine(line)) errorLines.push(`${name}: ${line}`)
  }
  await startServices({ stateDir: folder, env, program: printPidAndStart }, { log: () => {}, onLine })
  return {
    folder,
    databaseUrl,
    redisUrl: redis.url,
    url,
    env,
    errorLines,
    findProcessId: (name) => {
      const id = processIds.get(name)
      if (!id) throw new Error(`${name} has not started.`)
      return id
    },
  }
}

const PID_LINE = /^process (\d+)$/

/**
 * Returns the command that starts a service through a shell, which prints the service's process id first: the direct
 * child is only the supervising shell.
 */
const printPidAndStart = (name: string) => ({
  command: '/bin/sh',
  args: ['-c', 'echo "process $$"; exec "$@"', name, process.execPath, ...serviceArguments(name)],
})

/**
 * Plain-text lines that are not errors: empty ones, the shell's message about a killed process, and Node's deprecation
 * warnings.
 */
const HARMLESS = /^(?:Killed|\(node:\d+\) .*Deprecat.*|\(Use `node .*)?$/

/** Returns whether a line that a service printed reports an error. */
export const isErrorLine = (line: string): boolean =>
  line.startsWith('{') ? /^\{"level":[56]0/.test(line) : !HARMLESS.test(line.trim())
