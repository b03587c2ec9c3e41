import { refreshBadges } from '@app/server/badges'
import { aMember, anOpenChat, aSession, type TestMember } from '@app/server/testing'
import { transact } from '@app/server/transact'
import { describe, expect, test, vi } from 'vitest'
import { gatewayOfThisFile, waitingForLocks } from '../testing.ts'
import { changeLevel } from './level.ts'

const { ctx, as } = await gatewayOfThisFile()

const grant = (owner: TestMember, viewer: TestMember) =>
  as(owner).post('/photos/private/grant', { userName: viewer.userName })
const grantsOf = ({ accountId: id }: TestMember) =>
  ctx.db
    .selectFrom('private_grants')
    .select(['ownerId', 'viewerId'])
    .where((eb) => eb.or([eb('ownerId', '=', id), eb('viewerId', '=', id)]))
    .execute()
const confirm = (verifier: TestMember, member: TestMember) =>
  ctx.db
    .insertInto('verifications')
    .values({
      ...{ memberId: member.accountId, verifierId: verifier.accountId },
      ...{ state: 'CONFIRMED', at: ctx.now().toISOString() },
    })
    .execute()

describe('grants of a PRIVATE album', () => {
  test('end in both directions when their member becomes an admin, for good', async () => {
    const { ann, bo } = await anOpenChat(ctx.db)
    expect((await grant(ann, bo)).status).toBe(204)
    expect((await grant(bo, ann)).status).toBe(204)
    await changeLevel(ctx, ann.id, 'ADMIN')
    expect(await grantsOf(ann)).toEqual([])
    await changeLevel(ctx, ann.id, 'BASIC')
    const again = { ...ann, sessionId: await aSession(ctx.db, ann.id) }
    for (const who of [again, bo]) {
      expect((await as(who).get('/photos/private')).body).toEqual([])
      expect((await as(who).get('/chats')).body).toMatchObject([{ partner: { iGranted: false } }])
    }
  })

  test('of others stay', async () => {
    const { ann, bo } = await anOpenChat(ctx.db)
    await grant(ann, bo)
    await changeLevel(ctx, (await aMember(ctx.db)).id, 'ADMIN')
    expect(await grantsOf(ann)).toHaveLength(1)
  })

  test('given at the same moment leave none', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { ann, bo } = await anOpenChat(ctx.db)
      await Promise.all([grant(bo, ann), changeLevel(ctx, ann.id, 'ADMIN'), grant(ann, bo)])
      expect(await grantsOf(ann)).toEqual([])
    }
  })
})

describe('changes of levels', () => {
  test('wait for what the admin writes as the team, which needs no lock that they hold', async () => {
    const member = await aMember(ctx.db)
    const admin = await aMember(ctx.db, { level: 'ADMIN' })
    await confirm(admin, member)
    const acting = { ...admin, level: 'ADMIN', language: 'SWEDISH', registeredAt: ctx.now().toISOString() } as const
    const order: string[] = []
    let revoking: Promise<unknown> | undefined
    await transact({ ...ctx, member: acting }, async (tx) => {
      revoking = changeLevel(ctx, admin.accountId, 'BASIC').then(() => order.push('revoked'))
      await vi.waitFor(async () => expect(await waitingForLocks(ctx)).toBe(1))
      await refreshBadges(tx, member.id)
      order.push('written')
    })
    await revoking
    expect(order).toEqual(['written', 'revoked'])
  })

  test('of members who confirmed each other do not wait for each other in a circle', async () => {
    const members = [await aMember(ctx.db), await aMember(ctx.db), await aMember(ctx.db)]
    for (const one of members) for (const other of members) if (one !== other) await confirm(one, other)
    for (const level of ['ADMIN', 'BASIC', 'ADMIN'] as const)
      expect(await Promise.all(members.map(({ id }) => changeLevel(ctx, id, level)))).toEqual([true, true, true])
  })

  test('at the same moment happen once', async () => {
    const { id } = await aMember(ctx.db)
    const changes = await Promise.all(Array.from({ length: 5 }, () => changeLevel(ctx, id, 'ADMIN')))
    expect(changes.filter(Boolean)).toHaveLength(1)
  })
})
