import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { Session } from '@app/contract/members/members'
import { generateToken, hashToken } from '@app/server/accounts/mail-tokens'
import { createDatabase, createPool, type Database } from '@app/server/db/database'
import { migrateToLatest } from '@app/server/db/migrate'
import { type RoleUrls, setUpRoles } from '@app/server/db/roles'
import { TEST_SECRET } from '@app/server/testing/context'
import { openStore } from '@app/server/testing/photo-stores'
import { aPhoto } from '@app/server/testing/photos'
import { afterAll, beforeAll, expect, inject, vi } from 'vitest'
import { stopAllChildren } from '../child-process.mjs'
import { root } from '../infra/paths.mjs'
import { findFreePort } from '../infra/ports.mjs'
import { ensureDatabase, roleUrls, startPostgres } from '../infra/postgres.mjs'
import { findPostgresWithClients, type Programs } from '../infra/postgres-programs.mjs'
import { removeState } from '../infra/server-user.mjs'
import { spawnService } from '../test-infra/spawn-service.ts'

/**
 * A fake `docker` that runs PostgreSQL's client programs and the script for the roles on this test's server, and
 * ignores commands for photos and Redis.
 */
const FAKE_DOCKER = `#!/bin/sh
case "$*" in
"compose exec -T postgres "*) shift 4; program=$1; shift; exec "$PROGRAMS/$program" "$@";;
"compose run --rm -T roles node scripts/dist/roles.js "*) shift 7; exec "$NODE" --import tsx scripts/roles.ts "$@";;
esac
`

export const PASSWORD = 'gul kanot 7'
const folder = mkdtempSync(join(tmpdir(), 'salong-drill-'))
const [stateDir, backups, photos, bin] = ['state', 'backups', 'photos', 'bin'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
  string,
]
let databaseUrl: string
let roles: Required<RoleUrls>
let programs: Programs
/** The running gateway. */
export let gateway: { url: string; stop: () => Promise<void> }

/**
 * Starts a PostgreSQL with its roles and tables, and a gateway on it, for the tests of one file, which run in their order.
 */
export function setUpRestoreDrill(): void {
  beforeAll(async () => {
    chmodSync(folder, 0o755)
    programs = await findPostgresWithClients()
    const { url } = await startPostgres(stateDir, { programs })
    databaseUrl = await ensureDatabase(url, 'salong')
    roles = roleUrls(databaseUrl)
    await setUpRoles(databaseUrl, roles)
    await migrateToLatest(roles.owner)
    mkdirSync(bin)
    writeFileSync(join(bin, 'docker'), FAKE_DOCKER, { mode: 0o755 })
    await startGateway()
  }, 120_000)
  afterAll(async () => {
    await gateway?.stop()
    await stopAllChildren()
    for (const path of [stateDir, folder]) removeState(path)
  })
}

/** Starts a gateway in its own process. */
export async function startGateway(): Promise<void> {
  const port = await findFreePort()
  const child = spawnService('gateway', {
    env: {
      DATABASE_URL: roles.app,
      REDIS_URL: inject('testInfra').redisUrl,
      SESSION_SECRET: TEST_SECRET,
      PHOTO_STORE: `file:${photos}`,
      PORT: String(port),
      RATE_LIMITS: 'off',
    },
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = `http://127.0.0.1:${port}`
  gateway = {
    url,
    stop: () => {
      child.kill('SIGKILL')
      return exited
    },
  }
  await vi.waitFor(async () => expect((await fetch(`${url}/ready`)).status).toBe(200), { timeout: 50_000 })
}

/** Runs one of the operator's scripts. */
function runScript(script: string, path: string): void {
  const { hostname, port, password } = new URL(databaseUrl)
  const env = {
    ...{ PATH: `${bin}${delimiter}${process.env.PATH}`, PROGRAMS: programs.folder },
    ...programs.env,
    ...{ PGHOST: hostname, PGPORT: port, PGPASSWORD: password },
    ...{ NODE: process.execPath, DATABASE_SUPERUSER_URL: databaseUrl },
    ...{ DATABASE_OWNER_URL: roles.owner, DATABASE_URL: roles.app },
    ...{ DATABASE_READER_URL: roles.reader, DATABASE_EXPORTER_URL: roles.exporter },
  }
  const { status, stderr } = spawnSync('sh', [join(root, 'infra', script), path], { env, encoding: 'utf8' })
  expect({ status, stderr }).toMatchObject({ status: 0 })
}

/** Backs up the database. */
export const backUp = (): void => runScript('backup.sh', backups)

/** Stops the gateway if it runs, and restores the newest backup. */
export async function restoreNewestBackup(): Promise<void> {
  await gateway.stop()
  runScript('restore.sh', join(backups, 'database', readdirSync(join(backups, 'database')).sort().at(-1) ?? ''))
}

export async function call<Body>(method: 'GET' | 'POST', path: string, token?: string, body?: object | string) {
  const type = typeof body === 'string' ? 'text/plain' : 'application/json'
  const response = await fetch(`${gateway.url}/api/v2${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': type }),
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return { status: response.status, body: (isJson ? JSON.parse(text) : text) as Body }
}

export async function inDatabase<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
  const pool = createPool(databaseUrl, 1)
  const db = createDatabase(pool)
  // NOTE: destroy() does not wait for the connection to close, so a server shutdown would cause an error on it.
  const closed = once(pool, 'remove')
  try {
    return await work(db)
  } finally {
    await db.destroy()
    await closed
  }
}

export async function aMailedToken(
  purpose: 'REGISTRATION' | 'PASSWORD_RESET' | 'DELETION',
  address: string,
): Promise<string> {
  const token = generateToken()
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
  const row = { hash: hashToken(token), purpose, address, addressKey: address, expiresAt }
  await inDatabase((db) => db.insertInto('mail_tokens').values(row).execute())
  return token
}

export const emailFor = (userName: string): string => `${userName.toLowerCase()}@example.test`

export async function register(userName: string): Promise<string> {
  const token = await aMailedToken('REGISTRATION', emailFor(userName))
  const { status, body } = await call<Session>('POST', '/members/register2/complete', undefined, {
    ...{ token, userName, password: PASSWORD, cities: ['Lund'] },
    person1: { sex: 'FEMALE', year: 1990 },
  })
  expect(status).toBe(201)
  return body.sessionId
}

/** The session and the member that a token names. */
export type TokenIds = { sessionId: string; memberId: string }

export const readIds = (token: string): TokenIds => {
  const { sessionId, memberId } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  return { sessionId, memberId }
}

export const openPhotoStore = () => openStore(`file:${photos}`)

/** Creates a photo of a member, in the database and in the photo store. */
export const aPhotoOf = (owner: TokenIds): Promise<string> =>
  inDatabase((db) => aPhoto({ db, photos: openPhotoStore() }, { id: owner.memberId }))
