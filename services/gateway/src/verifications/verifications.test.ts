import { randomBytes } from 'node:crypto'
import { anOpenChat } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import { aPhoto } from '@app/server/testing/photos'
import { describe, expect, test } from 'vitest'
import { setUpTestGateway } from '../testing.ts'
import { NOTHING, verifying } from './testing.ts'

const { ctx, as } = await setUpTestGateway()
const { act, readAnswer, confirmBy, rows, pushesDuring } = verifying(ctx, as)
const { db } = ctx

const DAY = 24 * 60 * 60 * 1_000

const photoOf = (owner: TestMember, album: 'PUBLIC' | 'PRIVATE' | 'VERIFIED' = 'PUBLIC') =>
  aPhoto(ctx, owner, { album })

describe('a question', () => {
  test('is visible to both until it is withdrawn, and both are notified', {
    tags: 'verifications.request',
  }, async () => {
    const { ann, bo } = await anOpenChat(db)
    const published = await pushesDuring(async () => expect((await act(ann, 'ASK', bo)).status).toBe(204))
    expect(published).toEqual([
      [[ann.id], bo.userName],
      [[bo.id], ann.userName],
    ])
    const question = { couple: false, profilePhotoUrl: null, askedAt: expect.any(String) }
    expect(await readAnswer(ann, ann)).toMatchObject({ requests: [], asked: [{ userName: bo.userName, ...question }] })
    expect(await readAnswer(bo, bo)).toMatchObject({ requests: [{ userName: ann.userName, ...question }], asked: [] })
    expect((await readAnswer(ann, bo)).between).toEqual({ ...NOTHING, mayVerify: true, iAsked: true })
    expect((await readAnswer(bo, ann)).between).toEqual({ ...NOTHING, mayVerify: true, theyAsked: true })
    expect((await act(ann, 'WITHDRAW', bo)).status).toBe(204)
    expect(await readAnswer(bo, bo)).toMatchObject({ requests: [] })
  })

  test('can be rejected, and repeated a month later', { tags: 'verifications.reject' }, async () => {
    const { ann, bo } = await anOpenChat(db)
    await act(ann, 'ASK', bo)
    expect((await act(bo, 'REJECT', ann)).status).toBe(204)
    expect((await act(bo, 'REJECT', ann)).body).toMatchObject({ code: 'CONFLICT' })
    const askAgainAt = (days: number) => new Date(rejectedAt.getTime() + days * DAY).toISOString()
    const rejectedAt = new Date((await rows()).verifications.find(({ verifierId }) => verifierId === bo.id)?.at ?? '')
    expect((await readAnswer(ann, bo)).between).toEqual({ ...NOTHING, mayVerify: true, askAgainAt: askAgainAt(30) })
    expect(await readAnswer(bo, bo)).toMatchObject({ requests: [] })
    for (const action of ['ASK', 'WITHDRAW'] as const)
      expect((await act(ann, action, bo)).body).toMatchObject({ code: 'CONFLICT' })
    await db
      .updateTable('verifications')
      .set({ at: askAgainAt(-30) })
      .where('verifierId', '=', bo.id)
      .execute()
    expect((await readAnswer(ann, bo)).between).toEqual({ ...NOTHING, mayVerify: true })
    expect((await act(ann, 'ASK', bo)).status).toBe(204)
  })

  test('can be confirmed after its rejection', async () => {
    const { ann, bo } = await anOpenChat(db)
    await act(ann, 'ASK', bo)
    await act(bo, 'REJECT', ann)
    expect((await act(bo, 'CONFIRM', ann)).status).toBe(204)
    expect((await readAnswer(ann, bo)).between).toEqual({ ...NOTHING, mayVerify: true, theyConfirmed: true })
  })

  test('can be confirmed', { tags: 'verifications.confirm' }, async () => {
    const { ann, bo } = await anOpenChat(db)
    await act(ann, 'ASK', bo)
    expect((await act(bo, 'CONFIRM', ann)).status).toBe(204)
    expect((await readAnswer(ann, bo)).between).toEqual({ ...NOTHING, mayVerify: true, theyConfirmed: true })
    expect((await readAnswer(bo, ann)).between).toEqual({ ...NOTHING, mayVerify: true, iConfirmed: true })
    expect((await act(ann, 'ASK', bo)).body).toMatchObject({ code: 'CONFLICT' })
  })

  test('is withdrawn before a confirmation of mine', async () => {
    const { ann, bo } = await anOpenChat(db)
    await act(ann, 'CONFIRM', bo)
    await act(ann, 'ASK', bo)
    await act(ann, 'WITHDRAW', bo)
    expect((await readAnswer(ann, bo)).between).toMatchObject({ iAsked: false, iConfirmed: true })
    await act(ann, 'WITHDRAW', bo)
    expect((await readAnswer(ann, bo)).between).toMatchObject({ iConfirmed: false })
  })
})

describe('a confirmation', () => {
  test('needs no question, and everybody sees its giver', { tags: 'verifications.confirm-unasked' }, async () => {
    const { ann, bo } = await anOpenChat(db)
    await confirmBy(await aMember(db), ann)
    const published = await pushesDuring(() => act(ann, 'CONFIRM', bo))
    expect(published).toEqual([
      [[ann.id], bo.userName],
      [[bo.id], ann.userName],
    ])
    expect(await readAnswer(await aMember(db), bo)).toEqual({
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
      between: { ...NOTHING, mayVerify: false },
    })
  })

  test('and a question show a couple as such, and nothing else of its persons', async () => {
    const { ann, bo } = await anOpenChat(db, { ann: await aMember(db, { couple: true }) })
    await act(ann, 'CONFIRM', bo)
    await act(ann, 'ASK', bo)
    const response = await readAnswer(bo, bo)
    expect(response).toMatchObject({ verifications: [{ couple: true }], requests: [{ couple: true }] })
    expect(JSON.stringify(response)).not.toMatch(/orientation|yearOfBirth|"sex"/)
    expect(await readAnswer(ann, ann)).toMatchObject({ asked: [{ couple: false }] })
  })

  test('confirms photos with it and after it, and is deleted together with these', {
    tags: 'verifications.photos',
  }, async () => {
    const { ann, bo } = await anOpenChat(db)
    const [one, other, third] = [await photoOf(bo), await photoOf(bo), await photoOf(bo)]
    expect((await act(ann, 'CONFIRM', bo, [one])).status).toBe(204)
    expect((await act(ann, 'CONFIRM', bo, [one])).body).toMatchObject({ code: 'CONFLICT' })
    expect((await act(ann, 'CONFIRM', bo, [one, other, other])).status).toBe(204)
    expect((await readAnswer(ann, bo)).between?.confirmedPhotoIds.toSorted()).toEqual([one, other].toSorted())
    const { bo: carl } = await anOpenChat(db, { bo: await aMember(db), ann: bo })
    await act(carl, 'CONFIRM', bo, [third])
    await act(ann, 'WITHDRAW', bo)
    expect((await rows()).photos.filter(({ verifierId }) => [ann.id, carl.id].includes(verifierId))).toEqual([
      { mediaId: third, verifierId: carl.id },
    ])
  })

  test('confirms no photo that its giver may not see', async () => {
    const { ann, bo } = await anOpenChat(db)
    const carl = await aMember(db)
    const before = await rows()
    const responses: { status: number; body: unknown }[] = []
    for (const photo of [
      await photoOf(carl),
      await photoOf(ann),
      await photoOf(bo, 'PRIVATE'),
      await photoOf(bo, 'VERIFIED'),
      randomBytes(16).toString('base64url'),
    ])
      responses.push(await act(ann, 'CONFIRM', bo, [await photoOf(bo), photo]))
    for (const { status, body } of responses) {
      expect({ status, body }).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
      expect(body).toEqual(responses[0]?.body)
    }
    expect(await rows()).toEqual(before)
    const ownPhoto = await photoOf(bo, 'PRIVATE')
    await db
      .insertInto('private_grants')
      .values({ ownerId: bo.id, viewerId: ann.id, grantedAt: new Date().toISOString() })
      .execute()
    expect((await act(ann, 'CONFIRM', bo, [ownPhoto])).status).toBe(204)
  })

  test('is given and pushed once when ten requests are concurrent', async () => {
    const { ann, bo } = await anOpenChat(db)
    let responses: number[] = []
    const published = await pushesDuring(async () => {
      const calls = Array.from({ length: 10 }, () => act(ann, 'CONFIRM', bo))
      responses = (await Promise.all(calls)).map(({ status }) => status)
    })
    expect(responses.toSorted()).toEqual([204, ...Array(9).fill(409)])
    expect(published).toHaveLength(2)
    expect((await readAnswer(ann, bo)).verifications).toHaveLength(1)
  })
})

describe('after the chat has ended', () => {
  test('a confirmation is still withdrawn, even from an ignored member, without a push to them', async () => {
    const { ann, bo, chatId } = await anOpenChat(db)
    await act(ann, 'CONFIRM', bo)
    await as(ann).post('/ignore', bo.userName)
    await as(ann).post(`/chats/${chatId}/delete`)
    const published = await pushesDuring(async () => expect((await act(ann, 'WITHDRAW', bo)).status).toBe(204))
    expect(published).toEqual([[[ann.id], bo.userName]])
    expect((await rows()).verifications.filter(({ verifierId }) => verifierId === ann.id)).toEqual([])
  })

  test('a question is still rejected', async () => {
    const { ann, bo, chatId } = await anOpenChat(db)
    await act(ann, 'ASK', bo)
    await as(ann).post(`/chats/${chatId}/delete`)
    expect((await act(bo, 'REJECT', ann)).status).toBe(204)
  })
})
