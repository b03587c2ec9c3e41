import type { AdFilter } from '@app/contract/ads'
import { aMember } from '@app/server/testing/members'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { setUpTestGateway } from '../testing.ts'

const { ctx, as } = await setUpTestGateway()
const { db } = ctx

const COUPLES: AdFilter = {
  showCouples: true,
  showSingleMen: false,
  showSingleWomen: false,
  showSingleNonBinary: false,
}

test('an unchanged filter is not stored again with every page', async () => {
  const reader = await aMember(db)
  const requestPage = () => as(reader).post('/ads/filtered', COUPLES)
  const readRowVersion = async () =>
    (await sql`select xmin::text from ad_filters where "memberId" = ${reader.id}`.execute(db)).rows
  await requestPage()
  const storedVersion = await readRowVersion()
  expect(storedVersion).toHaveLength(1)
  expect((await requestPage()).status).toBe(200)
  expect(await readRowVersion()).toEqual(storedVersion)
})
