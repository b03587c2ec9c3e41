import { aMember } from '@app/server/testing/members'
import { expect, test, vi } from 'vitest'
import { setUpTestGateway } from '../testing.ts'

vi.mock('@app/contract/limits', async (original) => ({ ...(await original<object>()), DECK_WAIT_MS: 200 }))

const { ctx, as } = await setUpTestGateway()

test('an upload that no worker reads in time is abandoned, and its file is deleted', async () => {
  const form = new FormData()
  form.set('file', new File(['type,text'], 'kort.csv'))
  const { status, body, headers } = await as(await aMember(ctx.db, { level: 'ADMIN' })).post(
    '/games/truth-or-dare',
    form,
  )
  expect({ status, body, retryAfter: headers['retry-after'] }).toMatchObject({
    status: 503,
    body: { code: 'UNAVAILABLE' },
    retryAfter: '10',
  })
  const uploads = await ctx.db.selectFrom('deck_uploads').select(['state', 'bytes']).execute()
  expect(uploads).toEqual([{ state: 'GIVEN_UP', bytes: Buffer.alloc(0) }])
})
