import { createDatabase, createPool } from '@app/server/db/database'
import { listPushes, testDatabase } from '@app/server/testing/context'
import { aMember } from '@app/server/testing/members'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { setLevel } from './set-level.ts'
import { verifyTeamLog } from './verify-log.ts'

const { url, ownerUrl, drop } = await testDatabase()
const db = createDatabase(createPool(url, 1))
afterAll(async () => {
  await db.destroy()
  await drop()
})

const levelOf = async (id: string) =>
  (await db.selectFrom('members').select('level').where('id', '=', id).executeTakeFirstOrThrow()).level

test('sets and resets the admin level by email, regardless of case', async () => {
  const ann = await aMember(db)
  const bo = await aMember(db)
  expect(await setLevel(url, 'grant', ann.email.toUpperCase())).toContain('now has the level ADMIN (previously BASIC)')
  expect([await levelOf(ann.id), await levelOf(bo.id)]).toEqual(['ADMIN', 'BASIC'])
  expect(await setLevel(url, 'grant', ann.email)).toContain('nothing has changed')
  expect(await setLevel(url, 'revoke', ann.email)).toContain('now has the level BASIC')
  expect(await levelOf(ann.id)).toBe('BASIC')
})

const dutiesOf = async (id: string) =>
  (await db.selectFrom('team_duties').select('duty').where('memberId', '=', id).orderBy('duty').execute()).map(
    ({ duty }) => duty,
  )

test('a grant gives all duties or only those of the list, and a revoke removes them', async () => {
  const [ann, bo] = [await aMember(db), await aMember(db)]
  await setLevel(url, 'grant', ann.email)
  await setLevel(url, 'grant', bo.email, ['PUBLISH'])
  expect(await dutiesOf(ann.id)).toEqual(['LEAD', 'MODERATE', 'OPERATE', 'PUBLISH'])
  expect(await dutiesOf(bo.id)).toEqual(['PUBLISH'])
  expect(await setLevel(url, 'grant', bo.email, ['LEAD', 'OPERATE'])).toContain('now has the duties LEAD, OPERATE')
  expect(await dutiesOf(bo.id)).toEqual(['LEAD', 'OPERATE'])
  await setLevel(url, 'revoke', bo.email)
  expect(await dutiesOf(bo.id)).toEqual([])
})

test('every change of duties is in the team log, whose verification finds a changed entry', async () => {
  const ann = await aMember(db)
  await setLevel(url, 'grant', ann.email, ['LEAD'])
  await setLevel(url, 'grant', ann.email, ['OPERATE'])
  await setLevel(url, 'revoke', ann.email)
  const entries = await db.selectFrom('team_log').select(['byId', 'about']).orderBy('id', 'desc').limit(3).execute()
  expect(entries.toReversed()).toEqual([
    { byId: null, about: { memberId: ann.id, before: [], after: ['LEAD'] } },
    { byId: null, about: { memberId: ann.id, before: ['LEAD'], after: ['OPERATE'] } },
    { byId: null, about: { memberId: ann.id, before: ['OPERATE'], after: [] } },
  ])
  expect(await verifyTeamLog(url)).toMatch(/^The team log is intact: \d+ entries\. The newest, no\. \d+: [0-9a-f]{64}$/)
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  await owner.query(`alter table team_log disable trigger team_log_append_only;
    update team_log set about = '{}' where id = (select min(id) from team_log)`)
  await owner.end()
  await expect(verifyTeamLog(url)).rejects.toThrow('broken at no. 1, after 0 intact entries')
})

test('a grant suspends the confirmations by the member, and a revoke restores them', async () => {
  const [vera, bo] = [await aMember(db), await aMember(db)]
  const others = [await aMember(db), await aMember(db)]
  const confirmedAt = new Date().toISOString()
  for (const { id: verifierId } of [vera, ...others])
    await db
      .insertInto('verifications')
      .values({ memberId: bo.id, verifierId, state: 'CONFIRMED', at: confirmedAt })
      .execute()
  await db
    .updateTable('members')
    .set({ badges: ['VERIFIED'] })
    .where('id', '=', bo.id)
    .execute()
  const badges = async () =>
    (await db.selectFrom('members').select('badges').where('id', '=', bo.id).executeTakeFirstOrThrow()).badges
  await setLevel(url, 'grant', vera.email)
  expect(await badges()).toEqual([])
  await setLevel(url, 'revoke', vera.email)
  expect(await badges()).toEqual(['VERIFIED'])
})

test.each(['grant', 'revoke'] as const)(
  '%s revokes the sessions of the account, and notifies its devices',
  async (action) => {
    const vera = await aMember(db, { level: action === 'grant' ? 'BASIC' : 'ADMIN' })
    await setLevel(url, action, vera.email)
    expect(await db.selectFrom('sessions').select('id').where('memberId', '=', vera.accountId).execute()).toEqual([])
    expect(await listPushes(db)).toContainEqual({
      to: [vera.accountId],
      push: { type: 'session:ended', sessions: [vera.sessionId] },
    })
  },
)

test('the level of the team itself cannot be changed', async () => {
  await expect(setLevel(url, 'revoke', '')).rejects.toThrow('no member')
})

test('rejects an unknown email', async () => {
  await expect(setLevel(url, 'grant', 'nobody@example.com')).rejects.toThrow(
    'no member with the email address nobody@example.com',
  )
})
