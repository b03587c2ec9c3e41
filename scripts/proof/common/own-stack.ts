import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrateToLatest } from '@app/server/db/migrate'
import { setUpRoles } from '@app/server/db/roles'
import { root } from '../../infra/paths.mjs'
import { freePort } from '../../infra/ports.mjs'
import { ensureDatabase, roleAddresses, startPostgres } from '../../infra/postgres.mjs'
import { startRedis } from '../../infra/redis.mjs'
import { removeState } from '../../infra/server-user.mjs'
import { build } from '../../stack/build.mjs'
import { environment } from '../../stack/environment.mjs'
import { startServices } from '../../stack/three-services.mjs'

export type ServiceName = 'gateway' | 'hub' | 'worker'
export const SERVICE_NAMES: ServiceName[] = ['gateway', 'hub', 'worker']

export type OwnStack = {
  folder: string
  /** Connects as the superuser, for measurements; the services connect as the application. */
  databaseUrl: string
  redisUrl: string
  /** The gateway's URL, which serves the API and proxies sockets to the hub. */
  url: string
  env: Record<string, string | undefined>
  /** Returns the id of the process that currently runs a service or a database. */
  findProcessId: (name: ServiceName | 'postgres' | 'redis') => number
  /** The lines that services logged at the levels error and fatal. */
  complaints: string[]
}

type Options = {
  /** PostgreSQL settings in addition to its defaults. */
  postgres?: string[]
  /** Whether the gateway serves the web client too. */
  web?: boolean
}

/**
 * Starts everything that `npm start` runs, with separate servers, ports and data, which are removed when this process
 * exits.
 */
export async function startOwnStack({ postgres: settings = [], web = false }: Options = {}): Promise<OwnStack> {
  await build(['build', '--filter=./services/*', ...(web ? ['--filter=./web'] : [])])
  const folder = mkdtempSync(join(tmpdir(), 'salong-proof-'))
  chmodSync(folder, 0o755)
  process.once('exit', () => removeState(folder))
  const [postgres, redis] = await Promise.all([startPostgres(folder, { settings }), startRedis(folder)])
  const databaseUrl = await ensureDatabase(postgres.url, 'salong')
  const roles = roleAddresses(databaseUrl)
  await setUpRoles(databaseUrl, roles)
  await migrateToLatest(roles.owner)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const defaults = await environment({
    stateDir: folder,
    port,
    publicUrl: url,
    databaseUrl: roles.app,
    redisUrl: redis.url,
  })
  const env = { ...defaults, HOST: '127.0.0.1', RATE_LIMITS: 'off', SMTP_URL: '', ...(web ? {} : { WEB_DIR: '' }) }
  const processes = new Map<string, number>([
    ['postgres', Number(postgres.child?.pid)],
    ['redis', Number(redis.child?.pid)],
  ])
  const complaints: string[] = []
  const onLine = (name: string, line: string) => {
    const started = STARTED.exec(line)?.[1]
    if (started) processes.set(name, Number(started))
    else if (isComplaint(line)) complaints.push(`${name}: ${line}`)
  }
  await startServices({ stateDir: folder, env, program: announcePid }, { log: () => {}, onLine })
  return {
    folder,
    databaseUrl,
    redisUrl: redis.url,
    url,
    env,
    complaints,
    findProcessId: (name) => {
      const id = processes.get(name)
      if (!id) throw new Error(`${name} has not started.`)
      return id
    },
  }
}

const STARTED = /^process (\d+)$/

/**
 * Starts a service through a shell that prints the service's process id, since the direct child is the supervising
 * shell.
 */
const announcePid = (name: string) => ({
  command: '/bin/sh',
  args: [
    '-c',
    'echo "process $$"; exec "$@"',
    name,
    process.execPath,
    '--enable-source-maps',
    join(root, 'services', name, 'dist/main.js'),
  ],
})

/** Lines on stderr that are not errors: the shell's message about our own kills, and Node's deprecation warnings. */
const HARMLESS = /^(?:Killed|\(node:\d+\) .*Deprecat.*|\(Use `node .*)?$/

/** Returns whether a line of a service reports an error. */
export const isComplaint = (line: string): boolean =>
  line.startsWith('{') ? /^\{"level":[56]0/.test(line) : !HARMLESS.test(line.trim())
