import { randomBytes } from 'node:crypto'
import { DAY_MS } from '@app/contract/limits'
import { anOpenChat } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import { aPhoto } from '@app/server/testing/photos'
import { describe, expect, test } from 'vitest'
import { setUpTestGateway } from '../testing.ts'
import { createVerificationHelpers, NO_RELATIONSHIP } from './testing.ts'

const { ctx, as } = await setUpTestGateway()
const { sendAction, readVerifications, confirmBy, readAllState, recordPushes } = createVerificationHelpers(ctx, as)
const { db } = ctx

const aPhotoOf = (owner: TestMember, album: 'PUBLIC' | 'PRIVATE' | 'VERIFIED' = 'PUBLIC') =>
  aPhoto(ctx, owner, { album })

describe('a request', () => {
  test('is visible to both until it is withdrawn, and both are notified', {
    tags: 'verifications.request',
  }, async () => {
    const { ann, bo } = await anOpenChat(db)
    const published = await recordPushes(async () => expect((await sendAction(ann, 'ASK', bo)).status).toBe(204))
    expect(published).toEqual([
      [[ann.id], bo.userName],
      [[bo.id], ann.userName],
    ])
    const request = { couple: false, profilePhotoUrl: null, askedAt: expect.any(String) }
    expect(await readVerifications(ann, ann)).toMatchObject({
      requests: [],
      asked: [{ userName: bo.userName, ...request }],
    })
    expect(await readVerifications(bo, bo)).toMatchObject({
      requests: [{ userName: ann.userName, ...request }],
      asked: [],
    })
    expect((await readVerifications(ann, bo)).between).toEqual({ ...NO_RELATIONSHIP, mayVerify: true, iAsked: true })
    expect((await readVerifications(bo, ann)).between).toEqual({ ...NO_RELATIONSHIP, mayVerify: true, theyAsked: true })
    expect((await sendAction(ann, 'WITHDRAW', bo)).status).toBe(204)
    expect(await readVerifications(bo, bo)).toMatchObject({ requests: [] })
  })

  test('can be rejected, and repeated thirty days later', { tags: 'verifications.reject' }, async () => {
    const { ann, bo } = await anOpenChat(db)
    await sendAction(ann, 'ASK', bo)
    expect((await sendAction(bo, 'REJECT', ann)).status).toBe(204)
    expect((await sendAction(bo, 'REJECT', ann)).body).toMatchObject({ code: 'CONFLICT' })
    const askAgainAt = (days: number) => new Date(rejectedAt.getTime() + days * DAY_MS).toISOString()
    const rejectedAt = new Date(
      (await readAllState()).verifications.find(({ verifierId }) => verifierId === bo.id)?.at ?? '',
    )
    expect((await readVerifications(ann, bo)).between).toEqual({
      ...NO_RELATIONSHIP,
      mayVerify: true,
      askAgainAt: askAgainAt(30),
    })
    expect(await readVerifications(bo, bo)).toMatchObject({ requests: [] })
    for (const action of ['ASK', 'WITHDRAW'] as const)
      expect((await sendAction(ann, action, bo)).body).toMatchObject({ code: 'CONFLICT' })
    await db
      .updateTable('verifications')
      .set({ at: askAgainAt(-30) })
      .where('verifierId', '=', bo.id)
      .execute()
    expect((await readVerifications(ann, bo)).between).toEqual({ ...NO_RELATIONSHIP, mayVerify: true })
    expect((await sendAction(ann, 'ASK', bo)).status).toBe(204)
  })

  test('can be confirmed after its rejection', async () => {
    const { ann, bo } = await anOpenChat(db)
    await sendAction(ann, 'ASK', bo)
    await sendAction(bo, 'REJECT', ann)
    expect((await sendAction(bo, 'CONFIRM', ann)).status).toBe(204)
    expect((await readVerifications(ann, bo)).between).toEqual({
      ...NO_RELATIONSHIP,
      mayVerify: true,
      theyConfirmed: true,
    })
  })

  test('can be confirmed', { tags: 'verifications.confirm' }, async () => {
    const { ann, bo } = await anOpenChat(db)
    await sendAction(ann, 'ASK', bo)
    expect((await sendAction(bo, 'CONFIRM', ann)).status).toBe(204)
    expect((await readVerifications(ann, bo)).between).toEqual({
      ...NO_RELATIONSHIP,
      mayVerify: true,
      theyConfirmed: true,
    })
    expect((await readVerifications(bo, ann)).between).toEqual({
      ...NO_RELATIONSHIP,
      mayVerify: true,
      iConfirmed: true,
    })
    expect((await sendAction(ann, 'ASK', bo)).body).toMatchObject({ code: 'CONFLICT' })
  })

  test('is withdrawn before a confirmation by the same member', async () => {
    const { ann, bo } = await anOpenChat(db)
    await sendAction(ann, 'CONFIRM', bo)
    await sendAction(ann, 'ASK', bo)
    await sendAction(ann, 'WITHDRAW', bo)
    expect((await readVerifications(ann, bo)).between).toMatchObject({ iAsked: false, iConfirmed: true })
    await sendAction(ann, 'WITHDRAW', bo)
    expect((await readVerifications(ann, bo)).between).toMatchObject({ iConfirmed: false })
  })
})

describe('a confirmation', () => {
  test('requires no request, and shows its giver to every member', {
    tags: 'verifications.confirm-unrequested',
  }, async () => {
    const { ann, bo } = await anOpenChat(db)
    await confirmBy(await aMember(db), ann)
    const published = await recordPushes(() => sendAction(ann, 'CONFIRM', bo))
    expect(published).toEqual([
      [[ann.id], bo.userName],
      [[bo.id], ann.userName],
    ])
    expect(await readVerifications(await aMember(db), bo)).toEqual({
      userName: bo.userName,
      verified: false,
      verifications: [
        {
          verifiedBy: ann.userName,
          couple: false,
          profilePhotoUrl: null,
          verifierVerifications: 1,
          verificationTime: expect.any(String),
        },
      ],
      requests: [],
      asked: [],
      between: { ...NO_RELATIONSHIP, mayVerify: false },
    })
  })

  test('reveals, like a request, that its giver is a couple, and nothing else about the persons', async () => {
    const { ann, bo } = await anOpenChat(db, { ann: await aMember(db, { couple: true }) })
    await sendAction(ann, 'CONFIRM', bo)
    await sendAction(ann, 'ASK', bo)
    const response = await readVerifications(bo, bo)
    expect(response).toMatchObject({ verifications: [{ couple: true }], requests: [{ couple: true }] })
    expect(JSON.stringify(response)).not.toMatch(/orientation|yearOfBirth|"sex"/)
    expect(await readVerifications(ann, ann)).toMatchObject({ asked: [{ couple: false }] })
  })

  test('can include photos, even afterwards, and is deleted together with its confirmations of photos', {
    tags: 'verifications.photos',
  }, async () => {
    const { ann, bo } = await anOpenChat(db)
    const [firstPhoto, secondPhoto, thirdPhoto] = [await aPhotoOf(bo), await aPhotoOf(bo), await aPhotoOf(bo)]
    expect((await sendAction(ann, 'CONFIRM', bo, [firstPhoto])).status).toBe(204)
    expect((await sendAction(ann, 'CONFIRM', bo, [firstPhoto])).body).toMatchObject({ code: 'CONFLICT' })
    expect((await sendAction(ann, 'CONFIRM', bo, [firstPhoto, secondPhoto, secondPhoto])).status).toBe(204)
    expect((await readVerifications(ann, bo)).between?.confirmedPhotoIds.toSorted()).toEqual(
      [firstPhoto, secondPhoto].toSorted(),
    )
    const { bo: carl } = await anOpenChat(db, { bo: await aMember(db), ann: bo })
    await sendAction(carl, 'CONFIRM', bo, [thirdPhoto])
    await sendAction(ann, 'WITHDRAW', bo)
    expect((await readAllState()).photos.filter(({ verifierId }) => [ann.id, carl.id].includes(verifierId))).toEqual([
      { mediaId: thirdPhoto, verifierId: carl.id },
    ])
  })

  test('cannot include a photo of anybody else, or one that its giver may not see', async () => {
    const { ann, bo } = await anOpenChat(db)
    const carl = await aMember(db)
    const before = await readAllState()
    const responses: { status: number; body: unknown }[] = []
    for (const photo of [
      await aPhotoOf(carl),
      await aPhotoOf(ann),
      await aPhotoOf(bo, 'PRIVATE'),
      await aPhotoOf(bo, 'VERIFIED'),
      randomBytes(16).toString('base64url'),
    ])
      responses.push(await sendAction(ann, 'CONFIRM', bo, [await aPhotoOf(bo), photo]))
    for (const { status, body } of responses) {
      expect({ status, body }).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
      expect(body).toEqual(responses[0]?.body)
    }
    expect(await readAllState()).toEqual(before)
    const ownPhoto = await aPhotoOf(bo, 'PRIVATE')
    await db
      .insertInto('private_grants')
      .values({ ownerId: bo.id, viewerId: ann.id, grantedAt: new Date().toISOString() })
      .execute()
    expect((await sendAction(ann, 'CONFIRM', bo, [ownPhoto])).status).toBe(204)
  })

  test('is given and pushed once when ten requests are concurrent', async () => {
    const { ann, bo } = await anOpenChat(db)
    let statuses: number[] = []
    const published = await recordPushes(async () => {
      const requests = Array.from({ length: 10 }, () => sendAction(ann, 'CONFIRM', bo))
      statuses = (await Promise.all(requests)).map(({ status }) => status)
    })
    expect(statuses.toSorted()).toEqual([204, ...Array(9).fill(409)])
    expect(published).toHaveLength(2)
    expect((await readVerifications(ann, bo)).verifications).toHaveLength(1)
  })
})

describe('after the chat has ended', () => {
  test('a confirmation can still be withdrawn, without a push to a member in a blocked pair', async () => {
    const { ann, bo, chatId } = await anOpenChat(db)
    await sendAction(ann, 'CONFIRM', bo)
    await as(ann).post('/ignore', bo.userName)
    await as(ann).post(`/chats/${chatId}/delete`)
    const published = await recordPushes(async () => expect((await sendAction(ann, 'WITHDRAW', bo)).status).toBe(204))
    expect(published).toEqual([[[ann.id], bo.userName]])
    expect((await readAllState()).verifications.filter(({ verifierId }) => verifierId === ann.id)).toEqual([])
  })

  test('a request can still be rejected', async () => {
    const { ann, bo, chatId } = await anOpenChat(db)
    await sendAction(ann, 'ASK', bo)
    await as(ann).post(`/chats/${chatId}/delete`)
    expect((await sendAction(bo, 'REJECT', ann)).status).toBe(204)
  })
})
