import { asOwner } from '@app/server/testing/context'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aReportWorld } from '../reports/testing.ts'
import { setUpTestGateway } from '../testing.ts'
import { sweepOnce } from './sweep.ts'
import { createDeciding } from './testing.ts'

const gateway = await setUpTestGateway()
const { ctx } = gateway
const { db } = ctx

test('handles rows that are due after more failing rows than it handles in a run', {
  tags: 'measures.suspend',
}, async () => {
  const { reporter, subjects } = await aReportWorld(ctx)
  const { decisionId } = await createDeciding(gateway).reportAndDecide(reporter, subjects.AD)
  const at = new Date(ctx.now().getTime() - 1_000).toISOString()
  const suspension = { decisionId, memberId: null, kind: 'SUSPEND', from: at, until: at } as const
  const suspensions = db.insertInto('measures').values(Array(43).fill(suspension)).returning('id')
  const ids = (await suspensions.execute()).map(({ id }) => id)
  const [lastFailing, ...others] = ids.slice(40)
  await asOwner(
    db,
    sql.raw(`alter table measures add check ("endedAt" is null or id < ${ids[0]} or id > ${lastFailing}) not valid`),
  )
  await sweepOnce(ctx)
  const ended = db.selectFrom('measures').select('id').where('endedAt', 'is not', null).orderBy('id')
  expect(await ended.execute()).toEqual(others.map((id) => ({ id })))
})
