import type { AppConfig } from '@app/contract/app'
import type { Session } from '@app/contract/members/members'
import type { Encrypted } from '@app/contract/members/profiles'
import { refreshSearchRows } from '@app/server/members/search-rows'
import { aMember } from '@app/server/testing/members'
import { expect, test } from 'vitest'
import { decryptHits } from '../search/testing.ts'
import { setUpTestGateway } from '../testing.ts'
import { aMailedToken, anEmailAddress } from './testing.ts'

let now = new Date()
const { ctx, as, tokenOf, visitor } = await setUpTestGateway({ now: () => now })

const BEFORE_MIDNIGHT = '2030-12-31T22:59:59.000Z'
const NEW_YEAR = '2030-12-31T23:00:00.000Z'

/** Tries to complete a registration, and returns the status of the response. */
async function register(yearOfBirth: number): Promise<number> {
  const token = await aMailedToken(ctx.db, 'REGISTRATION', anEmailAddress(), new Date('2040-01-01'))
  const { status } = await visitor.post<Session>('/members/register2/complete', {
    token,
    userName: `Född ${yearOfBirth} ${now.getUTCHours()}`,
    password: 'gul kanot 7',
    cities: ['Lund'],
    person1: { sex: 'MALE', year: yearOfBirth },
  })
  return status
}

test.each([
  [BEFORE_MIDNIGHT, 2029, 2011],
  [NEW_YEAR, 2030, 2012],
])('the running gateway at %s computes ages from the year %i', async (instant, referenceYear, latestYearOfBirth) => {
  now = new Date(instant)
  expect((await visitor.get<AppConfig>('/app-config')).body.referenceYear).toBe(referenceYear)
  expect(await register(latestYearOfBirth + 1)).toBe(400)
  expect(await register(latestYearOfBirth)).toBe(201)
})

test.each([
  [BEFORE_MIDNIGHT, 39],
  [NEW_YEAR, 40],
])('a search at %s finds a member born in 1990 at the age of %i', async (instant, age) => {
  now = new Date(instant)
  const [ann, bo] = [await aMember(ctx.db, { registeredAt: now }), await aMember(ctx.db, { registeredAt: now })]
  await ctx.db.updateTable('persons').set({ sex: 'FEMALE', yearOfBirth: 1990 }).where('memberId', '=', bo.id).execute()
  await ctx.db.transaction().execute((tx) => refreshSearchRows(tx, bo.id))
  const sessionTimes = { createdAt: instant, lastSeenAt: instant }
  await ctx.db.updateTable('sessions').set(sessionTimes).where('memberId', '=', ann.id).execute()
  const listNamesOfAge = async (exactAge: number) => {
    const person1Selection = { sex: 'FEMALE', minAge: exactAge, maxAge: exactAge }
    const { body } = await as(ann).post<Encrypted>('/profiles/search-encrypted', { couples: false, person1Selection })
    return (await decryptHits(body, tokenOf(ann))).map(({ userName }) => userName)
  }
  expect(await listNamesOfAge(age)).toContain(bo.userName)
  expect(await listNamesOfAge(age - 1)).not.toContain(bo.userName)
  expect(await listNamesOfAge(age + 1)).not.toContain(bo.userName)
})
