import { hashPassword } from '@app/server/accounts/passwords'
import { aMember, aSession, markAsPasskeySession, type TestMember } from '@app/server/testing/members'
import { beforeAll, expect, test } from 'vitest'
import { setUpTestGateway } from '../testing.ts'
import { aMailedToken } from './testing.ts'

const PASSWORD = 'gul kanot 7'
const NEW_PASSWORD = 'en helt ny båt'
const PASSKEY_ID = 'A'.repeat(22)

const { ctx, as, visitor } = await setUpTestGateway()
let passwordHash = ''
beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD)
})

/** Creates a member with a passkey, in a session that began with one just now. */
async function aPasskeyMember(): Promise<TestMember> {
  const member = await aMember(ctx.db, { passwordHash })
  const passkey = { memberId: member.id, publicKey: Buffer.of(1), name: 'Telefonen' }
  await ctx.db
    .insertInto('passkeys')
    .values({
      ...passkey,
      id: Buffer.from(`${PASSKEY_ID.slice(member.id.length)}${member.id}`),
      createdAt: ctx.now().toISOString(),
    })
    .execute()
  const sessionId = await aSession(ctx.db, member.accountId)
  await markAsPasskeySession(ctx.db, { sessionId })
  return { ...member, sessionId }
}

const listChanges = async ({ email }: TestMember) =>
  (
    await ctx.db
      .selectFrom('mails')
      .select(['loginChange', 'state'])
      .where('address', '=', email)
      .where('kind', '=', 'LOGIN_CHANGED')
      .orderBy('id')
      .execute()
  ).map(({ loginChange, state }) => `${loginChange} ${state}`)

test('emails the member about a changed and a reset password, not about a rejected change', {
  tags: 'login-changed.mail',
}, async () => {
  const ann = await aMember(ctx.db, { passwordHash })
  const change = (password: string) => as(ann).post('/members/password', { password, newPassword: NEW_PASSWORD })
  expect((await change('fel lösenord')).status).toBe(400)
  expect(await listChanges(ann)).toEqual([])
  expect((await change(PASSWORD)).status).toBe(204)
  const token = await aMailedToken(ctx.db, 'PASSWORD_RESET', ann.email)
  expect((await visitor.post(`/members/reset-pwd/${token}`, PASSWORD)).status).toBe(200)
  expect(await listChanges(ann)).toEqual(['PASSWORD WAITING', 'PASSWORD WAITING'])
})

test('sends one email each about new recovery codes, the start and end of passkey-only login, a password that takes effect later, and a deleted passkey', {
  tags: 'login-changed.mail',
}, async () => {
  const ann = await aPasskeyMember()
  const post = async (path: string, body: object = {}) =>
    expect((await as(ann).post(path, body)).status).toBeLessThan(300)
  await post('/passkeys/codes')
  await post('/passkeys/only', { passkeyOnly: true })
  await post('/passkeys/only', { passkeyOnly: true })
  const token = await aMailedToken(ctx.db, 'PASSWORD_RESET', ann.email)
  expect((await visitor.post(`/members/reset-pwd/${token}`, NEW_PASSWORD)).status).toBe(200)
  await post('/passkeys/only', { passkeyOnly: false })
  const [passkey] = (await as(ann).get<{ id: string }[]>('/passkeys')).body
  await post(`/passkeys/${passkey?.id}/delete`)
  expect(await listChanges(ann)).toEqual([
    'RECOVERY_CODES WAITING',
    'PASSKEY_ONLY WAITING',
    'PASSWORD_LATER WAITING',
    'PASSWORD_AGAIN WAITING',
    'PASSKEY_DELETED WAITING',
  ])
})
