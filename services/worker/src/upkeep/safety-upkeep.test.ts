import { randomBytes } from 'node:crypto'
import { asOwner } from '@app/server/testing/context'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestWorker, testWorker } from '../testing-worker.ts'
import { runSafetyUpkeep } from './safety-upkeep.ts'

let ctx: TestWorker
beforeAll(async () => {
  ctx = await testWorker({})
})
afterAll(() => ctx.close())

test('purges expired data when cases cannot be freed, and fails itself', async () => {
  await ctx.db
    .insertInto('retired_names')
    .values({ nameHash: randomBytes(32), until: ctx.now().toISOString() })
    .execute()
  await asOwner(ctx.db, sql`alter table cases rename column "claimedUntil" to unavailable`)
  await expect(runSafetyUpkeep(ctx)).rejects.toThrow('claimedUntil')
  expect(await ctx.db.selectFrom('retired_names').selectAll().execute()).toEqual([])
})
