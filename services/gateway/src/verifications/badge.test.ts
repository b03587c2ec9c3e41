import { anOpenChat, listPushes } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import { aPasswordHash } from '@app/server/testing/passwords'
import { describe, expect, test } from 'vitest'
import { aMailedToken } from '../accounts/testing.ts'
import { setUpTestGateway } from '../testing.ts'
import { createVerificationHelpers } from './testing.ts'

const { ctx, as, visitor } = await setUpTestGateway()
const { sendAction, readVerifications, confirmBy, readBadges, recordPushes } = createVerificationHelpers(ctx, as)
const { db } = ctx

const VERIFIED = { badges: ['VERIFIED'], inSearch: true }
const UNVERIFIED = { badges: [], inSearch: false }

describe('the badge', () => {
  test('appears with the third confirmation, and disappears when it is withdrawn', {
    tags: 'verifications.badge',
  }, async () => {
    const bo = await aMember(db)
    const verifiers = [await aMember(db), await aMember(db), await aMember(db)]
    for (const verifier of verifiers.slice(1)) await confirmBy(verifier, bo)
    expect(await readBadges(bo)).toEqual(UNVERIFIED)
    const [lastVerifier] = verifiers as [TestMember]
    await confirmBy(lastVerifier, bo)
    expect(await readBadges(bo)).toEqual(VERIFIED)
    expect((await readVerifications(lastVerifier, bo)).verified).toBe(true)
    await sendAction(lastVerifier, 'WITHDRAW', bo)
    expect(await readBadges(bo)).toEqual(UNVERIFIED)
  })

  test('updates immediately for members who have a chat with the member', async () => {
    const bo = await aMember(db)
    const [carl, dan] = [await aMember(db), await aMember(db)]
    await anOpenChat(db, { ann: carl, bo })
    await anOpenChat(db, { ann: dan, bo })
    await as(dan).post('/ignore', bo.userName)
    const vera = await confirmBy(await aMember(db, { level: 'ADMIN' }), bo)
    await sendAction(vera, 'WITHDRAW', bo)
    const expectedPush = { type: 'partner:changed', userName: bo.userName, profilePhotoUrl: null, photoUrl: null }
    const published = (await listPushes(db)).filter(
      ({ push }) => push.type === 'partner:changed' && push.userName === bo.userName,
    )
    expect(published.map(({ push }) => push)).toEqual([
      { ...expectedPush, badges: ['VERIFIED'] },
      { ...expectedPush, badges: [] },
    ])
    for (const { to } of published) expect([...to].sort()).toEqual([carl.id, vera.id].sort())
  })

  test('appears with one confirmation by the team, which does not reveal the admin', async () => {
    const [vera, bo] = [await aMember(db, { level: 'ADMIN' }), await aMember(db)]
    const published = await recordPushes(() => confirmBy(vera, bo))
    expect(published).toContainEqual([[bo.id], 'Teamet'])
    expect(await readBadges(bo)).toEqual(VERIFIED)
    expect((await readVerifications(bo, bo)).verifications).toMatchObject([
      { verifiedBy: 'Teamet', couple: false, profilePhotoUrl: null },
    ])
  })

  test('appears when confirmations are concurrent', async () => {
    const bo = await aMember(db)
    const verifiers = await Promise.all(Array.from({ length: 3 }, () => aMember(db)))
    for (const verifier of verifiers) await anOpenChat(db, { ann: verifier, bo })
    await Promise.all(verifiers.map((verifier) => sendAction(verifier, 'CONFIRM', bo)))
    expect(await readBadges(bo)).toEqual(VERIFIED)
  })

  test('appears when four members confirm each other concurrently', async () => {
    const members = await Promise.all(Array.from({ length: 4 }, () => aMember(db)))
    const pairs = members.flatMap((ann, index) => members.slice(index + 1).map((bo) => [ann, bo] as const))
    for (const [ann, bo] of pairs) await anOpenChat(db, { ann, bo })
    const requests = pairs.flatMap(([ann, bo]) => [sendAction(ann, 'CONFIRM', bo), sendAction(bo, 'CONFIRM', ann)])
    for (const { status } of await Promise.all(requests)) expect(status).toBe(204)
    for (const member of members) expect(await readBadges(member)).toEqual(VERIFIED)
  })

  test('disappears and returns with a verifier who is deleted and restored', async () => {
    const bo = await aMember(db)
    const password = 'gul kanot 7'
    const carl = await aMember(db, { passwordHash: await aPasswordHash(password) })
    for (const verifier of [carl, await aMember(db), await aMember(db)]) await confirmBy(verifier, bo)
    expect((await as(carl).post('/members/delete', { password })).status).toBe(204)
    expect(await readBadges(bo)).toEqual(UNVERIFIED)
    expect((await readVerifications(bo, bo)).verifications).toHaveLength(2)
    await visitor.post(`/members/undelete/${await aMailedToken(db, 'DELETION', carl.email)}`)
    expect(await readBadges(bo)).toEqual(VERIFIED)
  })
})
