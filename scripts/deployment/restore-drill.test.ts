import { spawnSync } from 'node:child_process'
import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { CalendarFeed } from '@app/contract/events'
import type { MemberExport, Session } from '@app/contract/members/members'
import type { SessionEntry } from '@app/contract/members/sessions'
import { createUnsubscribeToken } from '@app/contract/members/unsubscribe-tokens'
import { generateToken, hashToken } from '@app/server/accounts/mail-tokens'
import { createDatabase, createPool, type Database } from '@app/server/db/database'
import { migrateToLatest } from '@app/server/db/migrate'
import { type RoleUrls, setUpRoles } from '@app/server/db/roles'
import { getExportFileKey } from '@app/server/exports/file-keys'
import { createUnsubscribeKey } from '@app/server/mails/unsubscribe-key'
import { createMediaLinks } from '@app/server/photos/media-links'
import { mediaReference } from '@app/server/photos/pictures'
import { createStatementToken } from '@app/server/safety/statement-links'
import { anOpenChat, TEST_SECRET } from '@app/server/testing/context'
import { openStore } from '@app/server/testing/photo-stores'
import { aPhoto } from '@app/server/testing/photos'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
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
  programs = await findPostgresWithClients()
  const { url } = await startPostgres(stateDir, { programs })
  databaseUrl = await ensureDatabase(url, 'salong')
  roles = roleUrls(databaseUrl)
  await setUpRoles(databaseUrl, roles)
  await migrateToLatest(roles.owner)
  mkdirSync(bin)
  writeFileSync(join(bin, 'docker'), FAKE_DOCKER, { mode: 0o755 })
}, 120_000)
afterAll(async () => {
  await gateway?.stop()
  await stopAllChildren()
  for (const path of [stateDir, folder]) removeState(path)
})

/** Starts a gateway in its own process. */
async function startGateway(): Promise<void> {
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
  // NOTE: destroy() does not wait for the connection to close, so a server shutdown would cause an error on it.
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

async function createCalendarFeed(token: string): Promise<string> {
  const { body } = await call<CalendarFeed>('POST', '/events/calendar', token)
  return new URL(body.url ?? '').pathname.replace('/api/v2', '')
}

type TokenIds = { sessionId: string; memberId: string }

const readIds = (token: string): TokenIds => {
  const { sessionId, memberId } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  return { sessionId, memberId }
}

/** Signs a token in the format of the releases before sessions had random ids. */
function signLegacyToken(ids: TokenIds): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ ...ids, level: 'BASIC' })}`
  return `${text}.${createHmac('sha256', TEST_SECRET).update(text).digest('base64url')}`
}

/** Creates a photo of a member, in the database and in the photo store. */
const aPhotoOf = (owner: TokenIds): Promise<string> =>
  inDatabase((db) => aPhoto({ db, photos: openStore(`file:${photos}`) }, { id: owner.memberId }))

/** Returns the URL of a photo for this member, as a response contains it. */
const signPhotoFor = ({ memberId: id }: TokenIds, photoId: string): Promise<string> =>
  inDatabase(async (db) => {
    const member = await db
      .selectFrom('members')
      .select(['id', 'registeredAt'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return createMediaLinks(TEST_SECRET).createSigner(member, new Date())(mediaReference(photoId, 0, 'medium'))
  })

/** Requests an export, stores an archive as the worker does, and returns its URL. */
async function createExport(token: string): Promise<string> {
  expect((await call('POST', '/members/export', token, { password: PASSWORD })).status).toBe(202)
  await inDatabase(async (db) => {
    const { id } = await db
      .updateTable('exports')
      .set({ state: 'READY', attempts: 1, readyAt: new Date().toISOString() })
      .where('memberId', '=', readIds(token).memberId)
      .returning('id')
      .executeTakeFirstOrThrow()
    await openStore(`file:${photos}`).put(getExportFileKey({ id, attempts: 1 }), Buffer.from('archive'))
  })
  return (await call<MemberExport>('GET', '/members/export', token)).body.url ?? ''
}

/** Subscribes a member to emails about news, stores an unsubscribe link as the worker does, and returns its path. */
const createUnsubscribeLink = ({ memberId: id }: TokenIds): Promise<string> =>
  inDatabase(async (db) => {
    const member = await db
      .updateTable('members')
      .set({ wantsNewsMail: true })
      .where('id', '=', id)
      .returning(['id', 'registeredAt'])
      .executeTakeFirstOrThrow()
    const key = createUnsubscribeKey(TEST_SECRET, member)
    await db
      .insertInto('unsubscribe_links')
      .values({ hash: hashToken(key), memberId: id })
      .execute()
    return `/unsubscribe/${createUnsubscribeToken(key, 'NEWS')}`
  })

const wantsNews = ({ memberId: id }: TokenIds): Promise<boolean> =>
  inDatabase(
    async (db) =>
      (await db.selectFrom('members').select('wantsNewsMail').where('id', '=', id).executeTakeFirstOrThrow())
        .wantsNewsMail,
  )

/** Stores a passkey, a recovery code and a new password that waits. */
const aLoginProtection = ({ memberId }: TokenIds) =>
  inDatabase(async (db) => {
    const [createdAt, dueAt] = [new Date().toISOString(), new Date(Date.now() + 3_600_000).toISOString()]
    const passkey = {
      id: Buffer.from('passkey'),
      memberId,
      name: 'Telefonen',
      publicKey: Buffer.from('key'),
      createdAt,
    }
    await db.insertInto('passkeys').values(passkey).execute()
    await db
      .insertInto('recovery_codes')
      .values({ memberId, hash: hashToken('code'), createdAt })
      .execute()
    await db.insertInto('password_waits').values({ memberId, passwordHash: 'hash', dueAt }).execute()
  })

const countLoginProtection = () =>
  inDatabase(async (db) => {
    const count = async (table: 'passkeys' | 'recovery_codes' | 'password_waits') =>
      (await db.selectFrom(table).select('memberId').execute()).length
    return [await count('passkeys'), await count('recovery_codes'), await count('password_waits')]
  })

const statusFor = async (token: string): Promise<number> => (await call('GET', '/sessions/verify', token)).status

test('after a restore, earlier tokens, reset links, feeds, archives and photo URLs are rejected, even if a new member has reused their ids', async () => {
  await startGateway()
  const ann = await register('Ann')
  const revoked = await logIn('Ann')
  const legacyToken = signLegacyToken(readIds(await logIn('Ann')))
  const { sessionId } = readIds(legacyToken)
  await inDatabase((db) => db.updateTable('sessions').set({ hash: null }).where('id', '=', sessionId).execute())
  const [feed, resetToken] = [await createCalendarFeed(ann), await aMailedToken('PASSWORD_RESET', emailFor('Ann'))]
  expect(await Promise.all([ann, revoked, legacyToken].map(statusFor))).toEqual([200, 200, 200])
  expect((await call('GET', feed)).status).toBe(200)

  const photoId = await aPhotoOf(readIds(ann))
  const exportUrl = await createExport(ann)
  const unsubscribeLink = await createUnsubscribeLink(readIds(ann))

  runScript('backup.sh', backups)
  expect((await call('POST', `/sessions/${readIds(revoked).sessionId}/end`, ann)).status).toBe(204)
  expect((await call('POST', '/events/calendar/end', ann)).status).toBe(204)
  const bo = await register('Bo')
  const feedOfBo = await createCalendarFeed(bo)
  const photoUrlOfBo = await signPhotoFor(readIds(bo), photoId)
  const [exportUrlOfBo, unsubscribeLinkOfBo] = [await createExport(bo), await createUnsubscribeLink(readIds(bo))]
  expect((await fetch(gateway.url + photoUrlOfBo)).status).toBe(200)

  await gateway.stop()
  const [dump = ''] = readdirSync(join(backups, 'database'))
  runScript('restore.sh', join(backups, 'database', dump))
  await startGateway()
  const cia = await register('Cia')
  expect(readIds(cia)).toEqual(readIds(bo))

  const earlierTokens = [ann, revoked, legacyToken, bo, signLegacyToken(readIds(bo)), signLegacyToken(readIds(ann))]
  expect(await Promise.all(earlierTokens.map(statusFor))).toEqual(earlierTokens.map(() => 401))
  expect((await call('GET', feed)).status).toBe(404)
  expect((await call('GET', feedOfBo)).status).toBe(404)
  expect((await fetch(gateway.url + exportUrl)).status).toBe(404)
  expect((await fetch(gateway.url + exportUrlOfBo)).status).toBe(404)
  expect((await fetch(gateway.url + photoUrlOfBo)).status).toBe(404)
  const photoUrlOfCia = await signPhotoFor(readIds(cia), photoId)
  expect((await fetch(gateway.url + photoUrlOfCia)).status).toBe(200)
  expect((await call('POST', `/members/reset-pwd/${resetToken}`, undefined, randomUUID())).status).toBe(400)

  const { body } = await call<Session>('GET', '/sessions/verify', cia)
  expect(body.userName).toBe('Cia')
  const newSession = await logIn('Ann')
  expect((await call<Session>('GET', '/sessions/verify', newSession)).body.userName).toBe('Ann')
  expect((await call<SessionEntry[]>('GET', '/sessions', newSession)).body).toHaveLength(1)
  expect((await call<MemberExport>('GET', '/members/export', newSession)).body).toMatchObject({ state: 'NONE' })
  const exportRows = await inDatabase((db) => db.selectFrom('exports').select(['state', 'memberId']).execute())
  expect(exportRows).toEqual([{ state: 'REMOVED', memberId: null }])
  await createUnsubscribeLink(readIds(cia))
  expect((await call('POST', unsubscribeLinkOfBo)).status).toBe(400)
  expect((await call('POST', unsubscribeLink)).status).toBe(204)
  expect([await wantsNews(readIds(cia)), await wantsNews(readIds(ann))]).toEqual([true, false])
}, 240_000)

test('a restore keeps passkeys, and deletes recovery codes and new passwords that wait', async () => {
  await aLoginProtection(readIds(await register('Hans')))
  runScript('backup.sh', backups)
  await inDatabase((db) => db.deleteFrom('passkeys').execute())
  await inDatabase((db) => db.deleteFrom('recovery_codes').execute())
  await inDatabase((db) => db.deleteFrom('password_waits').execute())
  await gateway.stop()
  runScript('restore.sh', join(backups, 'database', readdirSync(join(backups, 'database')).sort().at(-1) ?? ''))
  expect(await countLoginProtection()).toEqual([1, 0, 0])
  await startGateway()
}, 240_000)

test('a restore keeps links to undo an email change or a deletion, and their remaining time', async () => {
  const [{ memberId }, eva] = [readIds(await register('Dan')), await register('Eva')]
  const [returnToken, expiredToken, confirmationToken] = [generateToken(), generateToken(), generateToken()] as const
  const [now, inAnHour] = [new Date().toISOString(), new Date(Date.now() + 3_600_000).toISOString()]
  const [email, emailOfStranger] = [emailFor('Dan'), emailFor('Stranger')]
  const change = { memberId, mailId: '1', email }
  const mail = { address: email, memberId, language: 'SWEDISH', createdAt: now, nextAttemptAt: now } as const
  await inDatabase(async (db) => {
    const changedEmail = { email: emailOfStranger, emailKey: emailOfStranger }
    await db.updateTable('members').set(changedEmail).where('id', '=', memberId).execute()
    await db
      .insertInto('email_returns')
      .values([
        { ...change, hash: hashToken(returnToken), expiresAt: inAnHour },
        { ...change, mailId: '2', hash: hashToken(expiredToken), expiresAt: now },
      ])
      .execute()
    await db
      .insertInto('email_changes')
      .values({ ...change, sessionId: '1', hash: hashToken(confirmationToken), expiresAt: inAnHour })
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
  const undeleteToken = await aMailedToken('DELETION', emailFor('Eva'))
  const deadlines = () =>
    inDatabase(async (db) => [
      (await db.selectFrom('email_returns').select('expiresAt').executeTakeFirstOrThrow()).expiresAt,
      (await db.selectFrom('mail_tokens').select('expiresAt').executeTakeFirstOrThrow()).expiresAt,
      (await db.selectFrom('members').select('deletedAt').where('deletedAt', 'is not', null).executeTakeFirstOrThrow())
        .deletedAt ?? '',
    ])
  const useBothLinks = async () => [
    (await call('POST', `/members/email/return/${returnToken}`)).status,
    (await call('POST', `/members/undelete/${undeleteToken}`)).status,
  ]
  await inDatabase((db) => db.deleteFrom('mail_tokens').where('purpose', '<>', 'DELETION').execute())
  const before = await deadlines()

  runScript('backup.sh', backups)
  expect(await useBothLinks()).toEqual([204, 200])
  await gateway.stop()
  runScript('restore.sh', join(backups, 'database', readdirSync(join(backups, 'database')).sort().at(-1) ?? ''))
  const after = await deadlines()
  for (const [index, deadline] of after.entries())
    expect(Date.parse(deadline)).toBeGreaterThan(Date.parse(before[index] ?? ''))
  const waiting = await inDatabase((db) =>
    db.selectFrom('mails').select('kind').where('endedAt', 'is', null).orderBy('kind').execute(),
  )
  expect(waiting.map(({ kind }) => kind)).toEqual(['DELETION', 'EMAIL_RETURN'])

  await startGateway()
  expect((await call('POST', `/members/email/return/${expiredToken}`)).status).toBe(400)
  expect((await call('POST', `/members/email/confirm/${confirmationToken}`)).status).toBe(400)
  expect(await useBothLinks()).toEqual([204, 200])
  const { email: mailbox } = await inDatabase((db) =>
    db.selectFrom('members').select('email').where('id', '=', memberId).executeTakeFirstOrThrow(),
  )
  expect(mailbox).toBe(email)
}, 240_000)

type Deadlines = Record<
  | 'appealBy'
  | 'confirmBy'
  | 'askedUntil'
  | 'heldUntil'
  | 'until'
  | 'dueAt'
  | 'caseDueAt'
  | 'aimAt'
  | 'wordsUntil'
  | 'goneAt',
  string | null
>

/** Stores an unconfirmed ban with a removed photo and its pending emails, and a suspension of another member. */
const aBan = (banned: TokenIds, suspended: TokenIds, photoId: string) =>
  inDatabase(async (db) => {
    const [timestamp, until] = [new Date().toISOString(), new Date(Date.now() + 3_600_000).toISOString()]
    const aDecision = async (authorId: string, fields: { confirmBy?: string; lapses?: boolean }) => {
      const { id: caseId } = await db
        .insertInto('cases')
        .values({
          ...{ subjectKind: 'PROFILE', subjectId: authorId, authorId, category: 'THREAT', severity: 'CRITICAL' },
          ...{ source: 'REPORT', openedAt: timestamp, dueAt: timestamp, askedUntil: until },
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const decision = await db
        .insertInto('decisions')
        .values({
          ...{ caseId, byId: '1', reason: 'TERMS_THREAT', facts: 'Du hotade någon.', kind: 'ACTED', evidence: [] },
          ...{ decidedAt: timestamp, appealBy: until, ...fields },
        })
        .returning(['id', 'decidedAt'])
        .executeTakeFirstOrThrow()
      const token = createStatementToken(TEST_SECRET, decision)
      await db
        .updateTable('decisions')
        .set({ tokenHash: hashToken(token) })
        .where('id', '=', decision.id)
        .execute()
      await db
        .insertInto('reports')
        .values({ caseId, category: 'THREAT', language: 'SWEDISH', filedAt: timestamp, aimAt: until })
        .execute()
      return { decisionId: decision.id, token }
    }
    const { ann, chatId } = await anOpenChat(db)
    await db
      .updateTable('chat_members')
      .set({ folder: 'GONE', goneAt: timestamp })
      .where('chatId', '=', chatId)
      .where('memberId', '=', ann.id)
      .execute()
    await db.insertInto('earlier_words').values({ place: 'CHAT', messageId: '1', message: 'Ord', until }).execute()
    const hold = ({ memberId: id }: TokenIds) =>
      db.updateTable('members').set({ deletedAt: timestamp, heldUntil: until }).where('id', '=', id).execute()
    await hold(banned)
    await hold(suspended)
    const { decisionId, token } = await aDecision(banned.memberId, { confirmBy: until, lapses: true })
    const { decisionId: suspensionId } = await aDecision(suspended.memberId, {})
    await db
      .insertInto('measures')
      .values([
        { decisionId, memberId: banned.memberId, kind: 'BAN', from: timestamp, until: null },
        { decisionId: suspensionId, memberId: suspended.memberId, kind: 'SUSPEND', from: timestamp, until },
      ])
      .execute()
    await db
      .insertInto('removals')
      .values({ decisionId, kind: 'PICTURE', contentId: photoId, content: '{}', removedAt: timestamp, until })
      .execute()
    const removed = { state: 'REMOVED', removedBy: decisionId, dueAt: until } as const
    await db.updateTable('media').set(removed).where('id', '=', photoId).execute()
    const mail = {
      memberId: banned.memberId,
      language: 'SWEDISH',
      createdAt: timestamp,
      nextAttemptAt: timestamp,
    } as const
    await db
      .insertInto('mails')
      .values(
        (
          ['DECISION', 'APPEAL_DECIDED', 'NOTICE_RECEIVED', 'NOTICE_DECIDED', 'NOTICE_CHANGED', 'CASE_ALERT'] as const
        ).map((kind) => ({
          ...{ ...mail, kind, address: emailFor('Fia'), aboutId: decisionId },
        })),
      )
      .execute()
    return { decisionId, token }
  })

const readDeadlines = (decisionId: string): Promise<Deadlines> =>
  inDatabase((db) =>
    db
      .selectFrom('decisions')
      .innerJoin('cases', 'cases.id', 'decisions.caseId')
      .innerJoin('members', 'members.id', 'cases.authorId')
      .innerJoin('removals', 'removals.decisionId', 'decisions.id')
      .innerJoin('media', 'media.removedBy', 'decisions.id')
      .select(['decisions.appealBy', 'decisions.confirmBy', 'cases.askedUntil'])
      .innerJoin('reports', 'reports.caseId', 'cases.id')
      .select(['members.heldUntil', 'removals.until', 'media.dueAt', 'cases.dueAt as caseDueAt', 'reports.aimAt'])
      .select((query) => [
        query.selectFrom('earlier_words').select('until').orderBy('id', 'desc').limit(1).as('wordsUntil'),
        query.selectFrom('chat_members').select('goneAt').where('goneAt', 'is not', null).limit(1).as('goneAt'),
      ])
      .where('decisions.id', '=', decisionId)
      .executeTakeFirstOrThrow(),
  )

const readSuspension = ({ memberId }: TokenIds) =>
  inDatabase((db) =>
    db
      .selectFrom('members')
      .innerJoin('measures', 'measures.memberId', 'members.id')
      .select(['measures.until', 'members.heldUntil'])
      .where('members.id', '=', memberId)
      .executeTakeFirstOrThrow(),
  )

test('a restore keeps statements with their emails, and the time left to appeal, to confirm and to answer', async () => {
  const [fia, gun] = [readIds(await register('Fia')), readIds(await register('Gun'))]
  const { decisionId, token } = await aBan(fia, gun, await aPhotoOf(fia))
  const [before, suspension] = [await readDeadlines(decisionId), await readSuspension(gun)]

  runScript('backup.sh', backups)
  expect((await call('POST', `/statements/${token}/appeal`, undefined, { words: 'Det var på skoj.' })).status).toBe(204)
  await gateway.stop()
  runScript('restore.sh', join(backups, 'database', readdirSync(join(backups, 'database')).sort().at(-1) ?? ''))

  const shift = (name: keyof Deadlines, after: Deadlines) =>
    Date.parse(after[name] ?? '') - Date.parse(before[name] ?? '')
  const after = await readDeadlines(decisionId)
  const shifts = (Object.keys(before) as (keyof Deadlines)[]).map((name) => shift(name, after))
  expect(Math.min(...shifts)).toBeGreaterThan(0)
  expect(new Set(shifts).size).toBe(1)
  expect(await readSuspension(gun)).toEqual(suspension)
  const waiting = await inDatabase((db) =>
    db.selectFrom('mails').select('kind').where('memberId', '=', fia.memberId).orderBy('kind').execute(),
  )
  expect(waiting.map(({ kind }) => kind)).toEqual([
    'APPEAL_DECIDED',
    'DECISION',
    'NOTICE_CHANGED',
    'NOTICE_DECIDED',
    'NOTICE_RECEIVED',
  ])

  await startGateway()
  expect((await call('GET', `/statements/${token}`)).status).toBe(200)
  expect((await call('POST', `/statements/${token}/appeal`, undefined, { words: 'Det var på skoj.' })).status).toBe(204)
}, 240_000)

test('restores a backup of a release that lacked the newer tables', async () => {
  await gateway.stop()
  const newerTables = [
    ...['email_changes', 'email_returns', 'exports', 'evidence', 'decisions', 'measures', 'removals'],
    ...['password_waits', 'recovery_codes'],
  ]
  for (const table of newerTables) await inDatabase((db) => db.schema.dropTable(table).cascade().execute())
  runScript('backup.sh', backups)
  const dump = readdirSync(join(backups, 'database')).sort().at(-1) ?? ''
  runScript('restore.sh', join(backups, 'database', dump))
  expect(await inDatabase((db) => db.selectFrom('sessions').selectAll().execute())).toEqual([])
}, 240_000)
