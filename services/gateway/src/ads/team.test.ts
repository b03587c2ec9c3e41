import type { Ad, AdFilter } from '@app/contract/ads'
import type { Encrypted } from '@app/contract/members/profiles'
import { aMember, type TestMember } from '@app/server/testing/members'
import { expect, test } from 'vitest'
import { decryptHits } from '../search/testing.ts'
import { setUpTestGateway } from '../testing.ts'

const { ctx, as, tokenOf } = await setUpTestGateway()
const { db } = ctx

const NO_KINDS: AdFilter = {
  showCouples: false,
  showSingleMen: false,
  showSingleWomen: false,
  showSingleNonBinary: false,
}
const SINGLES: AdFilter = { showCouples: false, showSingleMen: true, showSingleWomen: true, showSingleNonBinary: true }
const FIELDS = { title: 'Vi söker testare', content: 'Hör av er.' }

const anAd = async (member: TestMember): Promise<Ad> => (await as(member).post<Ad>('/ads', FIELDS)).body
const isListed = async (member: TestMember, id: string, filter: AdFilter): Promise<boolean> =>
  (await as(member).post<Ad[]>('/ads/filtered', filter)).body.some((ad) => ad.id === id)

test.each(['MALE', 'FEMALE', 'NON_BINARY', 'COUPLE'] as const)(
  'no filter reveals the profile type of the admin who wrote an ad of the team: %s',
  async (kind) => {
    const couple = kind === 'COUPLE'
    const [admin, reader] = [await aMember(db, { level: 'ADMIN', couple }), await aMember(db)]
    if (!couple) await db.updateTable('persons').set({ sex: kind }).where('memberId', '=', admin.id).execute()
    const { id } = await anAd(admin)
    for (const flag of Object.keys(NO_KINDS))
      expect(await isListed(reader, id, { ...NO_KINDS, [flag]: true })).toBe(false)
    expect(await isListed(reader, id, SINGLES)).toBe(true)
  },
)

test('an ad of the team has the badge of the team', async () => {
  const reader = await aMember(db)
  const { id } = await anAd(await aMember(db, { level: 'ADMIN' }))
  expect((await as(reader).get<Ad>(`/ads/${id}`)).body).toMatchObject({ userName: 'Teamet', badges: ['VERIFIED'] })
})

test('a search by name does not find the admin who wrote an ad of the team', async () => {
  const [admin, member, reader] = [await aMember(db, { level: 'ADMIN' }), await aMember(db), await aMember(db)]
  for (const author of [admin, member]) await anAd(author)
  const listHitsFor = async ({ userName }: TestMember) => {
    const path = `/profiles/search-user-encrypted/${encodeURIComponent(userName)}`
    return decryptHits((await as(reader).get<Encrypted>(path)).body, tokenOf(reader))
  }
  expect(await listHitsFor(member)).toContainEqual(expect.objectContaining({ userName: member.userName, hasAd: true }))
  expect(await listHitsFor(admin)).toEqual([])
})
