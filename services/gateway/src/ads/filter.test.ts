import type { AdFilter } from '@app/contract/ads'
import { aMember } from '@app/server/testing/members'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { setUpTestGateway } from '../testing.ts'

const { ctx, as } = await setUpTestGateway()
const { db } = ctx

const COUPLES_ONLY: AdFilter = {
  showCouples: true,
  showSingleMen: false,
  showSingleWomen: false,
  showSingleNonBinary: false,
}

test('a request for a page does not store an unchanged filter again', async () => {
  const reader = await aMember(db)
  const requestPage = () => as(reader).post('/ads/filtered', COUPLES_ONLY)
  const readRowVersions = async () =>
    (await sql`select xmin::text from ad_filters where "memberId" = ${reader.id}`.execute(db)).rows
  await requestPage()
  const storedVersions = await readRowVersions()
  expect(storedVersions).toHaveLength(1)
  expect((await requestPage()).status).toBe(200)
  expect(await readRowVersions()).toEqual(storedVersions)
})
