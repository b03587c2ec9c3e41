import { pushes } from '@app/server/testing'
import { aMember } from '@app/server/testing-members'
import { beforeAll, expect, test } from 'vitest'
import { type Caller, callsOf, gatewayOfThisFile } from '../testing.ts'

const { app, ctx, as, visitor } = await gatewayOfThisFile()

/** All that somebody without a session may call. */
const FOR_VISITORS = [
  'GET /app-config',
  'GET /calendar/{token}.ics',
  'GET /pages/{page}',
  'POST /client-logs',
  'POST /members/login',
  'POST /members/register2/complete',
  'POST /members/register2/email',
  'POST /members/reset-pwd/{token}',
  'POST /members/send-pwd-reset/{email}',
  'GET /unsubscribe/{token}',
  'POST /members/email/confirm/{token}',
  'POST /members/email/return/{token}',
  'POST /members/undelete/{token}',
  'POST /unsubscribe/{token}',
]

const all = callsOf(app)

test('the calls for visitors are these', () => {
  expect(all).toEqual(expect.arrayContaining(FOR_VISITORS))
})

const callers = new Map<string, Caller>([['a visitor', visitor]])
beforeAll(async () => {
  const [ended, gone] = [await aMember(ctx.db), await aMember(ctx.db, { deletedAt: new Date() })]
  await ctx.db.deleteFrom('sessions').where('id', '=', ended.sessionId).execute()
  callers.set('somebody whose session has ended', as(ended))
  callers.set('somebody on the way out', as(gone))
  callers.set('somebody with another’s session', as({ ...(await aMember(ctx.db)), accountId: ended.accountId }))
})

test.each(all.filter((call) => !FOR_VISITORS.includes(call)))('%s needs a session that is alive', async (call) => {
  const [method, path = ''] = call.split(' ')
  const address = path.replaceAll(/\{\w+\}/g, '1')
  for (const [who, caller] of callers) {
    const { status, body } = await (method === 'GET' ? caller.get(address) : caller.post(address))
    expect({ who, status, body }).toMatchObject({ who, status: 401, body: { code: 'PLEASE_LOGIN' } })
  }
  expect(await pushes(ctx.db)).toEqual([])
})
