import { listPushes } from '@app/server/testing/context'
import { aMember } from '@app/server/testing/members'
import { beforeAll, expect, test } from 'vitest'
import { type Caller, listOperations, setUpTestGateway } from '../../testing.ts'

const { app, ctx, as, visitor } = await setUpTestGateway({
  // Registers all routes, including those of the age check.
  settings: { AGE_ASSURANCE: 'optional', AGE_ISSUER: 'http://127.0.0.1:9', AGE_CLIENT_ID: 'client' },
})

/** All routes that can be used without a session. */
const VISITOR_OPERATIONS = [
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
  'POST /members/new-device/{token}',
  'POST /notices',
  'GET /statements/{token}',
  'GET /statements/{token}/picture',
  'POST /statements/{token}/appeal',
  'POST /sessions/passkey',
  'POST /sessions/passkey/options',
  'POST /sessions/recovery',
  'POST /unsubscribe/{token}',
]

const operations = listOperations(app)

test('the table of routes for visitors contains only existing routes', { tags: 'access.visitor-requests' }, () => {
  expect(operations).toEqual(expect.arrayContaining(VISITOR_OPERATIONS))
})

const callers = new Map<string, Caller>([['a visitor', visitor]])
beforeAll(async () => {
  const [memberWithoutSession, deletedMember] = [
    await aMember(ctx.db),
    await aMember(ctx.db, { deletedAt: new Date() }),
  ]
  await ctx.db.deleteFrom('sessions').where('id', '=', memberWithoutSession.sessionId).execute()
  callers.set('a member whose session was deleted', as(memberWithoutSession))
  callers.set('a deleted member', as(deletedMember))
  callers.set(
    "a member with another member's session",
    as({ ...(await aMember(ctx.db)), accountId: memberWithoutSession.accountId }),
  )
})

test.each(operations.filter((operation) => !VISITOR_OPERATIONS.includes(operation)))(
  '%s requires a valid session',
  { tags: 'access.session-required' },
  async (operation) => {
    const [method, path = ''] = operation.split(' ')
    const url = path.replaceAll(/\{\w+\}/g, '1')
    for (const [callerName, caller] of callers) {
      const { status, body } = await (method === 'GET' ? caller.get(url) : caller.post(url))
      expect({ callerName, status, body }).toMatchObject({ callerName, status: 401, body: { code: 'PLEASE_LOGIN' } })
    }
    expect(await listPushes(ctx.db)).toEqual([])
  },
)
