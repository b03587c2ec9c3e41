import { createUnsubscribeToken } from '@app/contract/members/unsubscribing'
import { hashToken } from '@app/server/accounts/mail-tokens'
import { createUnsubscribeName } from '@app/server/mails/unsubscribing'
import { pushes } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import { describe, expect, test } from 'vitest'
import { aMailedToken } from '../accounts/testing.ts'
import { setUpTestGateway } from '../testing.ts'

const { ctx, app, as, visitor } = await setUpTestGateway()

const ALL = { wantsChatMail: true, wantsEventMail: true, wantsNewsMail: true }

/** Creates a member who receives every kind of email and has unsubscribe links; `name` is part of all of them. */
async function aReader(secret = ctx.config.sessionSecret, options = {}): Promise<TestMember & { name: string }> {
  const reader = await aMember(ctx.db, options)
  await ctx.db.updateTable('members').set(ALL).where('id', '=', reader.id).execute()
  const name = createUnsubscribeName(secret, reader)
  await ctx.db
    .insertInto('unsubscribe_links')
    .values({ hash: hashToken(name), memberId: reader.id })
    .execute()
  return { ...reader, name }
}

const readPreferences = ({ id }: TestMember) =>
  ctx.db
    .selectFrom('members')
    .select(['wantsChatMail', 'wantsEventMail', 'wantsNewsMail'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

const listPushesTo = async ({ id }: TestMember) => (await pushes(ctx.db)).filter(({ to }) => to.includes(id))

describe('an unsubscribe link', () => {
  test.each([
    ['CHATS', { ...ALL, wantsChatMail: false }],
    ['EVENTS', { ...ALL, wantsEventMail: false }],
    ['NEWS', { ...ALL, wantsNewsMail: false }],
    ['ALL', { wantsChatMail: false, wantsEventMail: false, wantsNewsMail: false }],
  ] as const)(
    "for %s turns off those emails without a login, and notifies the member's devices",
    { tags: 'unsubscribe.ends-mails' },
    async (kind, remainingPreferences) => {
      const [reader, other] = [await aReader(), await aReader()]
      expect(await visitor.post(`/unsubscribe/${createUnsubscribeToken(reader.name, kind)}`)).toMatchObject({
        status: 204,
      })
      expect([await readPreferences(reader), await readPreferences(other)]).toEqual([remainingPreferences, ALL])
      expect(await listPushesTo(reader)).toMatchObject([{ push: { type: 'member:changed' } }])
    },
  )

  test.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=xx',
      '--xx\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--xx--\r\n',
    ],
  ])('works in an email program (%s)', async (type, payload) => {
    const reader = await aReader()
    const { statusCode } = await app.inject({
      method: 'POST',
      url: `/api/v2/unsubscribe/${createUnsubscribeToken(reader.name, 'ALL')}?language=SWEDISH`,
      headers: { 'content-type': type },
      payload,
    })
    expect(statusCode).toBe(204)
    expect(Object.values(await readPreferences(reader))).toEqual([false, false, false])
  })

  test('can be used repeatedly and concurrently, and notifies once', async () => {
    const reader = await aReader()
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => visitor.post(`/unsubscribe/${createUnsubscribeToken(reader.name, 'NEWS')}`)),
    )
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(204))
    expect(await listPushesTo(reader)).toHaveLength(1)
  })

  test('works after a change of the secret', async () => {
    const reader = await aReader('an older secret that is no longer configured')
    expect((await visitor.post(`/unsubscribe/${createUnsubscribeToken(reader.name, 'EVENTS')}`)).status).toBe(204)
    expect(await readPreferences(reader)).toMatchObject({ wantsEventMail: false })
  })

  test('works for a member being deleted', async () => {
    const reader = await aReader(undefined, { deletedAt: new Date() })
    expect((await visitor.post(`/unsubscribe/${createUnsubscribeToken(reader.name, 'ALL')}`)).status).toBe(204)
  })

  test('leads to a confirmation page when opened, and changes nothing', {
    tags: 'unsubscribe.confirmation',
  }, async () => {
    const reader = await aReader()
    const token = createUnsubscribeToken(reader.name, 'CHATS')
    const response = await visitor.get(`/unsubscribe/${token}?language=ENGLISH`)
    expect(response.status).toBe(302)
    expect(response.headers.location).toBe(`${ctx.config.publicUrl}/unsubscribe/token/${token}?language=ENGLISH`)
    for (const method of ['HEAD', 'GET'] as const)
      await app.inject({ method, url: `/unsubscribe/token/${token}`, headers: { accept: 'text/html' } })
    expect(await readPreferences(reader)).toEqual(ALL)
    expect(await listPushesTo(reader)).toEqual([])
  })
})

test.each<[string, (reader: { name: string; email: string }) => string | Promise<string>]>([
  ['unknown', () => createUnsubscribeToken('b'.repeat(43), 'ALL')],
  ['of an unknown kind', ({ name }) => `${name}x`],
  ['without its kind', ({ name }) => name],
  ['too long', ({ name }) => `${name}aa`],
  ['in upper case', ({ name }) => createUnsubscribeToken(name, 'ALL').toUpperCase()],
  ['for a password', async ({ email }) => `${await aMailedToken(ctx.db, 'PASSWORD_RESET', email)}a`],
  ['a path', () => '..%2F..%2Fmembers'],
])('rejects a token that is %s', async (_, createToken) => {
  const reader = await aReader()
  const { status, body } = await visitor.post(`/unsubscribe/${await createToken(reader)}`)
  expect({ status, body }).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } })
  expect(await readPreferences(reader)).toEqual(ALL)
})

test('an unsubscribe link authorizes nothing else', async () => {
  const { name } = await aReader()
  for (const token of [name, createUnsubscribeToken(name, 'ALL')]) {
    expect(await visitor.post(`/members/undelete/${token}`)).toMatchObject({
      status: 400,
      body: { code: 'INVALID_TOKEN' },
    })
    expect(await visitor.post(`/members/reset-pwd/${token}`, 'gul kanot 77')).toMatchObject({ status: 400 })
    expect((await visitor.get('/sessions/verify', { authorization: `Bearer ${token}` })).status).not.toBe(200)
  }
})

test('a purged member leaves no link', async () => {
  const reader = await aReader()
  await ctx.db.deleteFrom('members').where('id', '=', reader.id).execute()
  expect(await visitor.post(`/unsubscribe/${createUnsubscribeToken(reader.name, 'ALL')}`)).toMatchObject({
    body: { code: 'INVALID_TOKEN' },
  })
})

test('a link does not turn off the emails of a later member with the same id', async () => {
  const reader = await aReader()
  await ctx.db.deleteFrom('members').where('id', '=', reader.id).execute()
  const laterMember = await aReader(undefined, { registeredAt: new Date(Date.parse(reader.registeredAt) + 1) })
  expect(laterMember.name).not.toBe(
    createUnsubscribeName(ctx.config.sessionSecret, { ...laterMember, registeredAt: reader.registeredAt }),
  )
  expect(await visitor.post(`/unsubscribe/${createUnsubscribeToken(reader.name, 'ALL')}`)).toMatchObject({
    status: 400,
  })
  expect(await readPreferences(laterMember)).toEqual(ALL)
})

test('rejects bodies that email programs do not send', async () => {
  const reader = await aReader()
  expect((await as(reader).post(`/unsubscribe/${createUnsubscribeToken(reader.name, 'ALL')}`, { a: 1 })).status).toBe(
    415,
  )
  expect(await readPreferences(reader)).toEqual(ALL)
})
