import { randomUUID } from 'node:crypto'
import { adKindOf } from '@app/server/ad-kinds'
import { createDatabase, createPool } from '@app/server/db/database'
import { aMember, testDatabase } from '@app/server/testing'
import { afterAll, expect, test } from 'vitest'
import { setLevel } from './set-level.ts'

const { url, drop } = await testDatabase()
const db = createDatabase(createPool(url, 1))
afterAll(async () => {
  await db.destroy()
  await drop()
})

const levelOf = async (id: string) =>
  (await db.selectFrom('members').select('level').where('id', '=', id).executeTakeFirstOrThrow()).level

test('a member is made administrator and ordinary again by e-mail, however it is written', async () => {
  const ann = await aMember(db)
  const bo = await aMember(db)
  expect(await setLevel(url, 'grant', ann.email.toUpperCase())).toContain('now has the level ADMIN (before: BASIC)')
  expect([await levelOf(ann.id), await levelOf(bo.id)]).toEqual(['ADMIN', 'BASIC'])
  expect(await setLevel(url, 'grant', ann.email)).toContain('nothing has changed')
  expect(await setLevel(url, 'revoke', ann.email)).toContain('now has the level BASIC')
  expect(await levelOf(ann.id)).toBe('BASIC')
})

test('the word of an administrator gives the badge for as long as they are one', async () => {
  const [vera, bo] = [await aMember(db), await aMember(db)]
  const confirmation = {
    memberId: bo.id,
    verifierId: vera.id,
    state: 'CONFIRMED',
    at: new Date().toISOString(),
  } as const
  await db.insertInto('verifications').values(confirmation).execute()
  const badges = async () =>
    (await db.selectFrom('members').select('badges').where('id', '=', bo.id).executeTakeFirstOrThrow()).badges
  await setLevel(url, 'grant', vera.email)
  expect(await badges()).toEqual(['VERIFIED'])
  await setLevel(url, 'revoke', vera.email)
  expect(await badges()).toEqual([])
})

test('what the filter of ads sees of an author follows the level', async () => {
  const vera = await aMember(db)
  const ad = {
    authorId: vera.id,
    clientId: randomUUID(),
    title: 'Ett',
    content: 'Ord',
    publishedAt: new Date().toISOString(),
  }
  await db
    .insertInto('ads')
    .values({ ...ad, kind: adKindOf(vera.id) })
    .execute()
  const kind = async () =>
    (await db.selectFrom('ads').select('kind').where('authorId', '=', vera.id).executeTakeFirstOrThrow()).kind
  const own = await kind()
  expect(own).not.toBe('SECRET')
  await setLevel(url, 'grant', vera.email)
  expect(await kind()).toBe('SECRET')
  await setLevel(url, 'revoke', vera.email)
  expect(await kind()).toBe(own)
})

test('an unknown e-mail is refused', async () => {
  await expect(setLevel(url, 'grant', 'nobody@example.com')).rejects.toThrow(
    'no member with the e-mail nobody@example.com',
  )
})
