import { spawnSync } from 'node:child_process'
import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { CalendarFeed } from '@app/contract/events'
import type { Session } from '@app/contract/members/members'
import type { SessionEntry } from '@app/contract/members/sessions'
import { generateToken, hashToken } from '@app/server/accounts/mail-tokens'
import { createDatabase, createPool, type Database } from '@app/server/db/database'
import { migrateToLatest } from '@app/server/db/migrate'
import { type RoleUrls, setUpRoles } from '@app/server/db/roles'
import { TEST_SECRET } from '@app/server/testing/context'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { stopAllChildren } from '../child-process.mjs'
import { root } from '../infra/paths.mjs'
import { freePort } from '../infra/ports.mjs'
import { ensureDatabase, roleAddresses, startPostgres } from '../infra/postgres.mjs'
import { type Programs, postgresWithClients } from '../infra/postgres-programs.mjs'
import { removeState } from '../infra/server-user.mjs'
import { spawnService } from '../test-infra/spawn-service.ts'

/** Runs the real programs of the database against a server of this test. Photos and Redis are left out. */
const DOCKER = `#!/bin/sh
case "$*" in
"compose exec -T postgres "*) shift 4; program=$1; shift; exec "$PROGRAMS/$program" "$@";;
"compose run --rm -T roles node scripts/dist/roles.js "*) shift 7; exec "$NODE" --import tsx scripts/roles.ts "$@";;
esac
`

const PASSWORD = 'gul kanot 7'
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
let gateway: { url: string; stop: () => Promise<void> }

beforeAll(async () => {
  chmodSync(folder, 0o755)
  programs = await postgresWithClients()
  const { url } = await startPostgres(stateDir, { programs })
  databaseUrl = await ensureDatabase(url, 'salong')
  roles = roleAddresses(databaseUrl)
  await setUpRoles(databaseUrl, roles)
  await migrateToLatest(roles.owner)
  mkdirSync(bin)
  writeFileSync(join(bin, 'docker'), DOCKER, { mode: 0o755 })
}, 120_000)
afterAll(async () => {
  await gateway?.stop()
  await stopAllChildren()
  for (const path of [stateDir, folder]) removeState(path)
})

/** Starts a gateway as in production. */
async function startGateway(): Promise<void> {
  const port = await freePort()
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

/** Runs an operator's script as the crontab would. */
function operate(script: string, target: string): void {
  const { hostname, port, password } = new URL(databaseUrl)
  const env = {
    ...{ PATH: `${bin}${delimiter}${process.env.PATH}`, PROGRAMS: programs.folder },
    ...programs.env,
    ...{ PGHOST: hostname, PGPORT: port, PGPASSWORD: password },
    ...{ NODE: process.execPath, DATABASE_SUPERUSER_URL: databaseUrl },
    ...{ DATABASE_OWNER_URL: roles.owner, DATABASE_URL: roles.app },
    ...{ DATABASE_READER_URL: roles.reader, DATABASE_EXPORTER_URL: roles.exporter },
  }
  const { status, stderr } = spawnSync('sh', [join(root, 'infra', script), target], { env, encoding: 'utf8' })
  expect({ status, stderr }).toMatchObject({ status: 0 })
}

async function call<Body>(method: 'GET' | 'POST', path: string, token?: string, body?: object | string) {
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

async function inDatabase<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
  const pool = createPool(databaseUrl, 1)
  const db = createDatabase(pool)
  // NOTE: destroy() does not wait for the connection to close, and the server's shutdown would reach it as an error.
  const closed = once(pool, 'remove')
  try {
    return await work(db)
  } finally {
    await db.destroy()
    await closed
  }
}

async function aMailedToken(purpose: 'REGISTRATION' | 'PASSWORD_RESET' | 'DELETION', address: string): Promise<string> {
  const token = generateToken()
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
  const row = { hash: hashToken(token), purpose, address, addressKey: address, expiresAt }
  await inDatabase((db) => db.insertInto('mail_tokens').values(row).execute())
  return token
}

const emailFor = (userName: string): string => `${userName.toLowerCase()}@example.test`

async function register(userName: string): Promise<string> {
  const token = await aMailedToken('REGISTRATION', emailFor(userName))
  const { status, body } = await call<Session>('POST', '/members/register2/complete', undefined, {
    ...{ token, userName, password: PASSWORD, cities: ['Lund'] },
    person1: { sex: 'FEMALE', year: 1990 },
  })
  expect(status).toBe(201)
  return body.sessionId
}

const logIn = async (userName: string): Promise<string> =>
  (await call<Session>('POST', '/members/login', undefined, { email: emailFor(userName), password: PASSWORD })).body
    .sessionId

async function openFeed(token: string): Promise<string> {
  const { body } = await call<CalendarFeed>('POST', '/events/calendar', token)
  return new URL(body.url ?? '').pathname.replace('/api/v2', '')
}

type Numbers = { sessionId: string; memberId: string }

const numbersIn = (token: string): Numbers => {
  const { sessionId, memberId } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  return { sessionId, memberId }
}

/** Returns a token as releases before random ids signed it. */
function tokenByNumbers(numbers: Numbers): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ ...numbers, level: 'BASIC' })}`
  return `${text}.${createHmac('sha256', TEST_SECRET).update(text).digest('base64url')}`
}

const statusFor = async (token: string): Promise<number> => (await call('GET', '/sessions/verify', token)).status

test('a restore rejects earlier tokens, links and feeds, and gives none of them to a new member', async () => {
  await startGateway()
  const ann = await register('Ann')
  const revoked = await logIn('Ann')
  const beforeHashes = tokenByNumbers(numbersIn(await logIn('Ann')))
  const { sessionId } = numbersIn(beforeHashes)
  await inDatabase((db) => db.updateTable('sessions').set({ hash: null }).where('id', '=', sessionId).execute())
  const [feed, reset] = [await openFeed(ann), await aMailedToken('PASSWORD_RESET', emailFor('Ann'))]
  expect(await Promise.all([ann, revoked, beforeHashes].map(statusFor))).toEqual([200, 200, 200])
  expect((await call('GET', feed)).status).toBe(200)

  operate('backup.sh', backups)
  expect((await call('POST', `/sessions/${numbersIn(revoked).sessionId}/end`, ann)).status).toBe(204)
  expect((await call('POST', '/events/calendar/end', ann)).status).toBe(204)
  const bo = await register('Bo')
  const feedOfBo = await openFeed(bo)

  await gateway.stop()
  const [dump = ''] = readdirSync(join(backups, 'database'))
  operate('restore.sh', join(backups, 'database', dump))
  await startGateway()
  const cia = await register('Cia')
  expect(numbersIn(cia)).toEqual(numbersIn(bo))

  const earlier = [ann, revoked, beforeHashes, bo, tokenByNumbers(numbersIn(bo)), tokenByNumbers(numbersIn(ann))]
  expect(await Promise.all(earlier.map(statusFor))).toEqual(earlier.map(() => 401))
  expect((await call('GET', feed)).status).toBe(404)
  expect((await call('GET', feedOfBo)).status).toBe(404)
  expect((await call('POST', `/members/reset-pwd/${reset}`, undefined, randomUUID())).status).toBe(400)

  const { body } = await call<Session>('GET', '/sessions/verify', cia)
  expect(body.userName).toBe('Cia')
  const newSession = await logIn('Ann')
  expect((await call<Session>('GET', '/sessions/verify', newSession)).body.userName).toBe('Ann')
  expect((await call<SessionEntry[]>('GET', '/sessions', newSession)).body).toHaveLength(1)
}, 240_000)

test('a restore keeps links to undo an email change or a deletion, and their remaining time', async () => {
  const [{ memberId }, eva] = [numbersIn(await register('Dan')), await register('Eva')]
  const [takeBack, expired, confirm] = [generateToken(), generateToken(), generateToken()] as const
  const [now, inAnHour] = [new Date().toISOString(), new Date(Date.now() + 3_600_000).toISOString()]
  const [email, emailOfStranger] = [emailFor('Dan'), emailFor('Stranger')]
  const change = { memberId, mailId: '1', email }
  const mail = { address: email, memberId, language: 'SWEDISH', createdAt: now, nextAttemptAt: now } as const
  await inDatabase(async (db) => {
    const moved = { email: emailOfStranger, emailKey: emailOfStranger }
    await db.updateTable('members').set(moved).where('id', '=', memberId).execute()
    await db
      .insertInto('email_returns')
      .values([
        { ...change, hash: hashToken(takeBack), expiresAt: inAnHour },
        { ...change, mailId: '2', hash: hashToken(expired), expiresAt: now },
      ])
      .execute()
    await db
      .insertInto('email_changes')
      .values({ ...change, sessionId: '1', hash: hashToken(confirm), expiresAt: inAnHour })
      .execute()
    await db
      .insertInto('mails')
      .values([
        { ...mail, kind: 'EMAIL_RETURN' },
        { ...mail, kind: 'EMAIL_CHANGE' },
      ])
      .execute()
  })
  expect((await call('POST', '/members/delete', eva, { password: PASSWORD })).status).toBe(204)
  const undelete = await aMailedToken('DELETION', emailFor('Eva'))
  const deadlines = () =>
    inDatabase(async (db) => [
      (await db.selectFrom('email_returns').select('expiresAt').executeTakeFirstOrThrow()).expiresAt,
      (await db.selectFrom('mail_tokens').select('expiresAt').executeTakeFirstOrThrow()).expiresAt,
      (await db.selectFrom('members').select('deletedAt').where('deletedAt', 'is not', null).executeTakeFirstOrThrow())
        .deletedAt ?? '',
    ])
  const useBoth = async () => [
    (await call('POST', `/members/email/return/${takeBack}`)).status,
    (await call('POST', `/members/undelete/${undelete}`)).status,
  ]
  await inDatabase((db) => db.deleteFrom('mail_tokens').where('purpose', '<>', 'DELETION').execute())
  const before = await deadlines()

  operate('backup.sh', backups)
  expect(await useBoth()).toEqual([204, 200])
  await gateway.stop()
  operate('restore.sh', join(backups, 'database', readdirSync(join(backups, 'database')).sort().at(-1) ?? ''))
  const after = await deadlines()
  for (const [index, deadline] of after.entries())
    expect(Date.parse(deadline)).toBeGreaterThan(Date.parse(before[index] ?? ''))
  const waiting = await inDatabase((db) =>
    db.selectFrom('mails').select('kind').where('endedAt', 'is', null).orderBy('kind').execute(),
  )
  expect(waiting.map(({ kind }) => kind)).toEqual(['DELETION', 'EMAIL_RETURN'])

  await startGateway()
  expect((await call('POST', `/members/email/return/${expired}`)).status).toBe(400)
  expect((await call('POST', `/members/email/confirm/${confirm}`)).status).toBe(400)
  expect(await useBoth()).toEqual([204, 200])
  const { email: mailbox } = await inDatabase((db) =>
    db.selectFrom('members').select('email').where('id', '=', memberId).executeTakeFirstOrThrow(),
  )
  expect(mailbox).toBe(email)
}, 240_000)

test('restores a backup of a release that lacked the newer tables', async () => {
  await gateway.stop()
  for (const table of ['email_changes', 'email_returns']) await inDatabase((db) => db.schema.dropTable(table).execute())
  operate('backup.sh', backups)
  const dump = readdirSync(join(backups, 'database')).sort().at(-1) ?? ''
  operate('restore.sh', join(backups, 'database', dump))
  expect(await inDatabase((db) => db.selectFrom('sessions').selectAll().execute())).toEqual([])
}, 240_000)
