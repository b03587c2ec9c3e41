import type { Ad, AdFilter } from '@app/contract/ads'
import type { Encrypted } from '@app/contract/profiles'
import { aMember, type TestMember } from '@app/server/testing-members'
import { expect, test } from 'vitest'
import { decrypted } from '../profiles/testing.ts'
import { gatewayOfThisFile } from '../testing.ts'

const { ctx, as, tokenOf } = await gatewayOfThisFile()
const { db } = ctx

const NONE: AdFilter = { showCouples: false, showSingleMen: false, showSingleWomen: false, showSingleNonBinary: false }
const SINGLES: AdFilter = { showCouples: false, showSingleMen: true, showSingleWomen: true, showSingleNonBinary: true }
const WORDS = { title: 'Vi söker testare', content: 'Hör av er.' }

const anAd = async (who: TestMember): Promise<Ad> => (await as(who).post<Ad>('/ads', WORDS)).body
const finds = async (who: TestMember, id: string, filter: AdFilter): Promise<boolean> =>
  (await as(who).post<Ad[]>('/ads/filtered', filter)).body.some((ad) => ad.id === id)

test.each(['MALE', 'FEMALE', 'NON_BINARY', 'of a couple'] as const)(
  'no choice of the filter tells that an ad of the team is by somebody %s',
  async (who) => {
    const couple = who === 'of a couple'
    const [admin, reader] = [await aMember(db, { level: 'ADMIN', couple }), await aMember(db)]
    if (!couple) await db.updateTable('persons').set({ sex: who }).where('memberId', '=', admin.id).execute()
    const { id } = await anAd(admin)
    for (const kind of Object.keys(NONE)) expect(await finds(reader, id, { ...NONE, [kind]: true })).toBe(false)
    expect(await finds(reader, id, SINGLES)).toBe(true)
  },
)

test('all who stand under the team’s name bear the same badge', async () => {
  const reader = await aMember(db)
  const { id } = await anAd(await aMember(db, { level: 'ADMIN' }))
  expect((await as(reader).get<Ad>(`/ads/${id}`)).body).toMatchObject({ userName: 'Teamet', badges: ['VERIFIED'] })
})

test('no search finds an admin, by whom the team’s ads could be known', async () => {
  const [admin, reader] = [await aMember(db, { level: 'ADMIN' }), await aMember(db)]
  await anAd(admin)
  const path = `/profiles/search-user-encrypted/${encodeURIComponent(admin.userName)}`
  const hits = await decrypted((await as(reader).get<Encrypted>(path)).body, tokenOf(reader))
  expect(hits).toEqual([])
})
