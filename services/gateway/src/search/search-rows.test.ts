import { aMember } from '@app/server/testing/members'
import { expect, test } from 'vitest'
import { aMailedToken, anEmailAddress } from '../accounts/testing.ts'
import { setUpTestGateway } from '../testing.ts'

const START = new Date('2026-03-20T12:00:00.000Z')
let now = START
const { ctx, as, visitor } = await setUpTestGateway({ now: () => now })

/** Lists the last activity in each of the member's search rows. */
async function listSearchActivity(memberId: string): Promise<string[]> {
  const [profiles, cities] = await Promise.all(
    (['search_profiles', 'search_cities'] as const).map((table) =>
      ctx.db.selectFrom(table).select('lastActiveAt').where('memberId', '=', memberId).execute(),
    ),
  )
  return [...(profiles ?? []), ...(cities ?? [])].map(({ lastActiveAt }) => lastActiveAt)
}

const repeat = (time: string, count: number): string[] => Array.from({ length: count }, () => time)

test('search rows store new activity in the steps that members see, for every city', async () => {
  const ann = await aMember(ctx.db, { lastActiveAt: START, cities: ['Lund', 'Malmö'] })
  now = new Date('2026-03-20T12:14:00.000Z')
  await as(ann).post('/members/last-active')
  expect(await listSearchActivity(ann.id)).toEqual(repeat('2026-03-20T12:00:00.000Z', 3))
  now = new Date('2026-03-20T12:29:00.000Z')
  await as(ann).post('/members/last-active')
  expect(await listSearchActivity(ann.id)).toEqual(repeat('2026-03-20T12:15:00.000Z', 3))
})

test('search rows store no activity of a member who hides presence', async () => {
  const registeredAt = new Date('2026-01-01T00:00:00.000Z')
  const ann = await aMember(ctx.db, { registeredAt, lastActiveAt: START })
  await as(ann).post('/members/settings', { presenceOff: true })
  now = new Date('2026-03-20T14:00:00.000Z')
  await as(ann).post('/members/last-active')
  expect(await listSearchActivity(ann.id)).toEqual(repeat(registeredAt.toISOString(), 2))
  await as(ann).post('/members/settings', { presenceOff: false })
  expect(await listSearchActivity(ann.id)).toEqual(repeat(now.toISOString(), 2))
})

test('a member who hides from search has no search rows until the member is visible again', async () => {
  const ann = await aMember(ctx.db)
  await as(ann).post('/members/settings', { hiddenFromSearch: true })
  await as(ann).post('/members/last-active')
  expect(await listSearchActivity(ann.id)).toEqual([])
  await as(ann).post('/members/settings', { hiddenFromSearch: false })
  expect(await listSearchActivity(ann.id)).toHaveLength(2)
})

test('a new member has search rows immediately', async () => {
  const { status } = await visitor.post('/members/register2/complete', {
    token: await aMailedToken(ctx.db, 'REGISTRATION', anEmailAddress()),
    userName: 'Nykomling',
    password: 'gul kanot 7',
    person1: { sex: 'NON_BINARY', year: 1990 },
    cities: ['Lund', 'Malmö'],
    language: 1,
  })
  expect(status).toBe(201)
  const { id } = await ctx.db
    .selectFrom('members')
    .select('id')
    .where('userName', '=', 'Nykomling')
    .executeTakeFirstOrThrow()
  expect(await listSearchActivity(id)).toHaveLength(3)
})
