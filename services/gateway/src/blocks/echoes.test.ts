import { BLOCK_ECHO_PERIOD_MS } from '@app/contract/limits'
import type { Block } from '@app/contract/members/blocks'
import type { Session } from '@app/contract/members/members'
import { transact } from '@app/server/delivery/transact'
import { keepBlockEchoes } from '@app/server/safety/block-echoes'
import { retireName } from '@app/server/safety/retired-names'
import { aMember, type TestMember } from '@app/server/testing/members'
import { recordStatements } from '@app/server/testing/statements'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aMailedToken, anEmailAddress } from '../accounts/testing.ts'
import { setUpTestGateway } from '../testing.ts'

const { ctx, as, visitor } = await setUpTestGateway({ settings: { REFERENCE_YEAR: '2025' } })
const secret = ctx.config.sessionSecret

/** Deletes a member as the purge does. */
const purge = (member: TestMember) =>
  transact(ctx, async (tx) => {
    await keepBlockEchoes(tx, secret, { memberId: member.id, address: member.email })
    await retireName(tx, secret, member.userName)
    await tx.db.deleteFrom('members').where('id', '=', member.id).execute()
  })

let nameCount = 0
async function register(email: string, changes: object = {}) {
  nameCount += 1
  await visitor.post('/members/register2/email', { email, languagePreference: 2 })
  const token = await aMailedToken(ctx.db, 'REGISTRATION', email)
  const body = {
    ...{ token, userName: `Ny medlem ${nameCount}`, password: 'gul kanot 7', person1: { sex: 'FEMALE', year: 1990 } },
    ...{ cities: ['Göteborg'], language: 1, ...changes },
  }
  return visitor.post<Session & { code?: string }>('/members/register2/complete', body)
}

/** Creates a member, Ann, and a member blocked by her who has been purged. */
async function aPurgedBlock() {
  const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
  await as(ann).post('/blocks', { userName: bo.userName })
  await purge(bo)
  const listBlocked = async () => (await as(ann).get<Block[]>('/blocks')).body.map(({ userName }) => userName)
  return { ann, bo, listBlocked }
}

test('only a registration with the address of a purged blocked member is blocked again', {
  tags: 'blocks.echoes',
}, async () => {
  const { ann, bo, listBlocked } = await aPurgedBlock()
  await register(anEmailAddress())
  expect(await listBlocked()).toEqual([])
  const [local, domain] = bo.email.split('@')
  const { status, body } = await register(`${local}+ny@${domain?.toUpperCase()}`, { userName: 'Ny igen' })
  expect([status, body.code]).toEqual([201, undefined])
  expect(await listBlocked()).toEqual(['Ny igen'])
  const { rows } = await sql`select from block_echoes where "blockerId" = ${ann.id}`.execute(ctx.db)
  expect(rows).toEqual([])
})

test('a registration after two years is not blocked', { tags: 'blocks.echoes' }, async () => {
  const { bo, listBlocked } = await aPurgedBlock()
  await sql`update block_echoes set until = until - ${`${BLOCK_ECHO_PERIOD_MS} ms`}::interval`.execute(ctx.db)
  expect((await register(bo.email)).status).toBe(201)
  expect(await listBlocked()).toEqual([])
})

test('a registration executes the same statements, whether the address was blocked or not', {
  tags: 'blocks.echoes',
}, async () => {
  const { bo } = await aPurgedBlock()
  const traces: string[][] = []
  for (const email of [bo.email, anEmailAddress()])
    traces.push(await recordStatements(async () => expect((await register(email)).status).toBe(201)))
  expect(traces[0]).toEqual(traces[1])
})

test('the name of a purged member looks taken to registrations and renamed members while it is retired', {
  tags: 'blocks.echoes',
}, async () => {
  const { ann, bo } = await aPurgedBlock()
  const taken = await aMember(ctx.db)
  const traces: string[][] = []
  for (const userName of [bo.userName.toUpperCase(), taken.userName]) {
    const attempt = async () => {
      const registered = await register(anEmailAddress(), { userName })
      const renamed = await as(ann).post<{ code?: string }>('/members', { profile: { userName } })
      for (const { status, body } of [registered, renamed])
        expect([status, body.code]).toEqual([409, 'USER_NAME_IN_USE'])
    }
    traces.push(await recordStatements(attempt))
  }
  expect(traces[0]).toEqual(traces[1])
  await sql`update retired_names set until = ${ctx.now()}`.execute(ctx.db)
  expect((await register(anEmailAddress(), { userName: bo.userName })).status).toBe(201)
})
