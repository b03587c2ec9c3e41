import { createHmac, randomUUID } from 'node:crypto'
import type { CalendarFeed } from '@app/contract/events'
import type { MemberExport, Session } from '@app/contract/members/members'
import type { SessionEntry } from '@app/contract/members/sessions'
import { createUnsubscribeToken } from '@app/contract/members/unsubscribe-tokens'
import { hashToken } from '@app/server/accounts/mail-tokens'
import { getExportFileKey } from '@app/server/exports/file-keys'
import { createUnsubscribeKey } from '@app/server/mails/unsubscribe-key'
import { createMediaLinks } from '@app/server/photos/media-links'
import { mediaReference } from '@app/server/photos/pictures'
import { TEST_SECRET } from '@app/server/testing/context'
import { expect, test } from 'vitest'
import {
  aMailedToken,
  aPhotoOf,
  backUp,
  call,
  emailFor,
  gateway,
  inDatabase,
  openPhotoStore,
  PASSWORD,
  readIds,
  register,
  restoreNewestBackup,
  setUpRestoreDrill,
  startGateway,
  type TokenIds,
} from './restore-drill.ts'

setUpRestoreDrill()

const logIn = async (userName: string): Promise<string> =>
  (await call<Session>('POST', '/members/login', undefined, { email: emailFor(userName), password: PASSWORD })).body
    .sessionId

async function createCalendarFeed(token: string): Promise<string> {
  const { body } = await call<CalendarFeed>('POST', '/events/calendar', token)
  return new URL(body.url ?? '').pathname.replace('/api/v2', '')
}

/** Signs a token in the format of the releases before sessions had random ids. */
function signLegacyToken(ids: TokenIds): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ ...ids, level: 'BASIC' })}`
  return `${text}.${createHmac('sha256', TEST_SECRET).update(text).digest('base64url')}`
}

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
    await openPhotoStore().put(getExportFileKey({ id, attempts: 1 }), Buffer.from('archive'))
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

  backUp()
  expect((await call('POST', `/sessions/${readIds(revoked).sessionId}/end`, ann)).status).toBe(204)
  expect((await call('POST', '/events/calendar/end', ann)).status).toBe(204)
  const bo = await register('Bo')
  const feedOfBo = await createCalendarFeed(bo)
  const photoUrlOfBo = await signPhotoFor(readIds(bo), photoId)
  const [exportUrlOfBo, unsubscribeLinkOfBo] = [await createExport(bo), await createUnsubscribeLink(readIds(bo))]
  expect((await fetch(gateway.url + photoUrlOfBo)).status).toBe(200)

  await restoreNewestBackup()
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
  backUp()
  await inDatabase((db) => db.deleteFrom('passkeys').execute())
  await inDatabase((db) => db.deleteFrom('recovery_codes').execute())
  await inDatabase((db) => db.deleteFrom('password_waits').execute())
  await restoreNewestBackup()
  expect(await countLoginProtection()).toEqual([1, 0, 0])
  await startGateway()
}, 240_000)

test('restores a backup of a release that lacked the newer tables', async () => {
  await register('Ida')
  await gateway.stop()
  const newerTables = [
    ...['email_changes', 'email_returns', 'exports', 'evidence', 'decisions', 'measures', 'removals'],
    ...['password_waits', 'recovery_codes'],
  ]
  for (const table of newerTables) await inDatabase((db) => db.schema.dropTable(table).cascade().execute())
  const listSessions = () => inDatabase((db) => db.selectFrom('sessions').select('id').execute())
  expect(await listSessions()).not.toEqual([])
  backUp()
  await restoreNewestBackup()
  expect(await listSessions()).toEqual([])
}, 240_000)
