import { createUnsubscribeToken } from '@app/contract/members/unsubscribe-tokens'
import { hashToken } from '@app/server/accounts/mail-tokens'
import { createUnsubscribeKey } from '@app/server/mails/unsubscribe-key'
import { asOwner, listPushes } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { aMailedToken } from '../accounts/testing.ts'
import { setUpTestGateway } from '../testing.ts'

const { ctx, app, as, visitor } = await setUpTestGateway()

const ALL = { wantsChatMail: true, wantsEventMail: true, wantsNewsMail: true }

/** Creates a member who receives every kind of email; `key` is part of all of the member's unsubscribe links. */
async function aMailRecipient(secret = ctx.config.sessionSecret, options = {}): Promise<TestMember & { key: string }> {
  const recipient = await aMember(ctx.db, options)
  await ctx.db.updateTable('members').set(ALL).where('id', '=', recipient.id).execute()
  const key = createUnsubscribeKey(secret, recipient)
  await ctx.db
    .insertInto('unsubscribe_links')
    .values({ hash: hashToken(key), memberId: recipient.id })
    .execute()
  return { ...recipient, key }
}

const readPreferences = ({ id }: TestMember) =>
  ctx.db
    .selectFrom('members')
    .select(['wantsChatMail', 'wantsEventMail', 'wantsNewsMail'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

const listPushesTo = async ({ id }: TestMember) => (await listPushes(ctx.db)).filter(({ to }) => to.includes(id))

describe('an unsubscribe link', () => {
  test.each([
    ['CHATS', { ...ALL, wantsChatMail: false }],
    ['EVENTS', { ...ALL, wantsEventMail: false }],
    ['NEWS', { ...ALL, wantsNewsMail: false }],
    ['ALL', { wantsChatMail: false, wantsEventMail: false, wantsNewsMail: false }],
  ] as const)(
    "for %s turns off those emails without a login, and notifies the member's devices",
    { tags: 'unsubscribe.stops-emails' },
    async (kind, remainingPreferences) => {
      const [recipient, otherRecipient] = [await aMailRecipient(), await aMailRecipient()]
      expect(await visitor.post(`/unsubscribe/${createUnsubscribeToken(recipient.key, kind)}`)).toMatchObject({
        status: 204,
      })
      expect([await readPreferences(recipient), await readPreferences(otherRecipient)]).toEqual([
        remainingPreferences,
        ALL,
      ])
      expect(await listPushesTo(recipient)).toMatchObject([{ push: { type: 'member:changed' } }])
    },
  )

  test.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=xx',
      '--xx\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--xx--\r\n',
    ],
  ])('accepts the one-click request of an email program (%s)', async (type, payload) => {
    const recipient = await aMailRecipient()
    const { statusCode } = await app.inject({
      method: 'POST',
      url: `/api/v2/unsubscribe/${createUnsubscribeToken(recipient.key, 'ALL')}?language=SWEDISH`,
      headers: { 'content-type': type },
      payload,
    })
    expect(statusCode).toBe(204)
    expect(Object.values(await readPreferences(recipient))).toEqual([false, false, false])
  })

  test('can be used repeatedly and concurrently, and notifies once', async () => {
    const recipient = await aMailRecipient()
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => visitor.post(`/unsubscribe/${createUnsubscribeToken(recipient.key, 'NEWS')}`)),
    )
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(204))
    expect(await listPushesTo(recipient)).toHaveLength(1)
  })

  test('works after a change to the session secret', async () => {
    const recipient = await aMailRecipient('an older secret that is no longer configured')
    expect((await visitor.post(`/unsubscribe/${createUnsubscribeToken(recipient.key, 'EVENTS')}`)).status).toBe(204)
    expect(await readPreferences(recipient)).toMatchObject({ wantsEventMail: false })
  })

  test('works for a member who is being deleted', async () => {
    const recipient = await aMailRecipient(undefined, { deletedAt: new Date() })
    expect((await visitor.post(`/unsubscribe/${createUnsubscribeToken(recipient.key, 'ALL')}`)).status).toBe(204)
  })

  test('redirects to a confirmation page when opened, and changes nothing', {
    tags: 'unsubscribe.confirmation',
  }, async () => {
    const recipient = await aMailRecipient()
    const token = createUnsubscribeToken(recipient.key, 'CHATS')
    const response = await visitor.get(`/unsubscribe/${token}?language=ENGLISH`)
    expect(response.status).toBe(302)
    expect(response.headers.location).toBe(`${ctx.config.publicUrl}/unsubscribe/token/${token}?language=ENGLISH`)
    for (const method of ['HEAD', 'GET'] as const)
      await app.inject({ method, url: `/unsubscribe/token/${token}`, headers: { accept: 'text/html' } })
    expect(await readPreferences(recipient)).toEqual(ALL)
    expect(await listPushesTo(recipient)).toEqual([])
  })
})

test.each<[string, (recipient: { key: string; email: string }) => string | Promise<string>]>([
  ['unknown', () => createUnsubscribeToken('b'.repeat(43), 'ALL')],
  ['of an unknown kind', ({ key }) => `${key}x`],
  ['without its kind', ({ key }) => key],
  ['too long', ({ key }) => `${key}aa`],
  ['in upper case', ({ key }) => createUnsubscribeToken(key, 'ALL').toUpperCase()],
  ['for a password reset', async ({ email }) => `${await aMailedToken(ctx.db, 'PASSWORD_RESET', email)}a`],
  ['a path', () => '..%2F..%2Fmembers'],
])('rejects a token that is %s', async (_, createToken) => {
  const recipient = await aMailRecipient()
  const { status, body } = await visitor.post(`/unsubscribe/${await createToken(recipient)}`)
  expect({ status, body }).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } })
  expect(await readPreferences(recipient)).toEqual(ALL)
})

test('an unsubscribe link authorizes nothing else', async () => {
  const { key } = await aMailRecipient()
  for (const token of [key, createUnsubscribeToken(key, 'ALL')]) {
    expect(await visitor.post(`/members/undelete/${token}`)).toMatchObject({
      status: 400,
      body: { code: 'INVALID_TOKEN' },
    })
    expect(await visitor.post(`/members/reset-pwd/${token}`, 'gul kanot 77')).toMatchObject({ status: 400 })
    expect((await visitor.get('/sessions/verify', { authorization: `Bearer ${token}` })).status).not.toBe(200)
  }
})

test('an unsubscribe link is invalid once its member has been purged', async () => {
  const recipient = await aMailRecipient()
  await ctx.db.deleteFrom('members').where('id', '=', recipient.id).execute()
  expect(await visitor.post(`/unsubscribe/${createUnsubscribeToken(recipient.key, 'ALL')}`)).toMatchObject({
    body: { code: 'INVALID_TOKEN' },
  })
})

test('a link does not turn off the emails of a later member with the same id', async () => {
  const recipient = await aMailRecipient()
  await ctx.db.deleteFrom('members').where('id', '=', recipient.id).execute()
  await asOwner(ctx.db, sql`alter table members alter column id restart with ${sql.lit(Number(recipient.id))}`)
  const laterMember = await aMailRecipient(undefined, {
    registeredAt: new Date(Date.parse(recipient.registeredAt) + 1),
  })
  expect(laterMember.id).toBe(recipient.id)
  expect(await visitor.post(`/unsubscribe/${createUnsubscribeToken(recipient.key, 'ALL')}`)).toMatchObject({
    status: 400,
  })
  expect(await readPreferences(laterMember)).toEqual(ALL)
})

test('rejects a JSON body, which email programs do not send', async () => {
  const recipient = await aMailRecipient()
  expect(
    (await as(recipient).post(`/unsubscribe/${createUnsubscribeToken(recipient.key, 'ALL')}`, { a: 1 })).status,
  ).toBe(415)
  expect(await readPreferences(recipient)).toEqual(ALL)
})
