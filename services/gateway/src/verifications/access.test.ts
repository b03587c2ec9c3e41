import type { MemberResponse } from '@app/contract/members/members'
import type { VerificationAction } from '@app/contract/members/verifications'
import { anInvite, anOpenChat } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import { describe, expect, test } from 'vitest'
import { setUpTestGateway } from '../testing.ts'
import { createVerificationHelpers, NO_RELATIONSHIP } from './testing.ts'

const { ctx, as, visitor } = await setUpTestGateway()
const { sendAction, requestVerifications, readVerifications, confirmBy, readAllState, recordPushes } =
  createVerificationHelpers(ctx, as)
const { db } = ctx

const ACTIONS: VerificationAction[] = ['ASK', 'WITHDRAW', 'CONFIRM', 'REJECT']

describe('an action is rejected, stores nothing and sends no push', () => {
  async function expectRejection(
    request: () => Promise<{ status: number; body: unknown }>,
    rejection: object,
  ): Promise<void> {
    const before = await readAllState()
    const published = await recordPushes(async () => expect(await request()).toMatchObject(rejection))
    expect(await readAllState()).toEqual(before)
    expect(published).toEqual([])
  }

  test.each(ACTIONS)('without an open chat: %s', { tags: 'verifications.open-chat-required' }, async (action) => {
    const endedChat = await anOpenChat(db)
    await as(endedChat.bo).post(`/chats/${endedChat.chatId}/delete`)
    const ignored = await anOpenChat(db)
    await as(ignored.bo).post('/ignore', ignored.ann.userName)
    const pairs = [{ ann: await aMember(db), bo: await aMember(db) }, await anInvite(db), endedChat, ignored]
    for (const { ann, bo } of pairs) {
      await expectRejection(() => sendAction(ann, action, bo), { status: 403, body: { code: 'FORBIDDEN' } })
      await expectRejection(() => sendAction(bo, action, ann), { status: 403, body: { code: 'FORBIDDEN' } })
    }
  })

  test.each(ACTIONS)(
    'toward the caller, an unknown member, and one being deleted: %s',
    { tags: 'verifications.invalid-recipient' },
    async (action) => {
      const { ann, bo } = await anOpenChat(db)
      await db.updateTable('members').set({ deletedAt: new Date().toISOString() }).where('id', '=', bo.id).execute()
      await expectRejection(() => sendAction(ann, action, ann), { status: 400, body: { code: 'VALIDATION' } })
      await expectRejection(() => sendAction(ann, action, bo), { status: 404, body: { code: 'NOT_FOUND' } })
      const unknownMember = { ...bo, userName: 'Finns inte' }
      await expectRejection(() => sendAction(ann, action, unknownMember), { status: 404, body: { code: 'NOT_FOUND' } })
    },
  )

  test.each(['WITHDRAW', 'REJECT'] as const)('if there is no request or confirmation to %s', async (action) => {
    const { ann, bo } = await anOpenChat(db)
    const carl = await aMember(db)
    await anOpenChat(db, { ann: carl, bo })
    await sendAction(carl, 'CONFIRM', bo)
    await sendAction(carl, 'ASK', bo)
    await expectRejection(() => sendAction(ann, action, bo), { status: 409, body: { code: 'CONFLICT' } })
  })

  test('if its request or confirmation already exists', async () => {
    const { ann, bo } = await anOpenChat(db)
    await sendAction(ann, 'ASK', bo)
    await expectRejection(() => sendAction(ann, 'ASK', bo), { status: 409, body: { code: 'CONFLICT' } })
    await sendAction(bo, 'CONFIRM', ann)
    await expectRejection(() => sendAction(bo, 'CONFIRM', ann), { status: 409, body: { code: 'CONFLICT' } })
  })

  test.each(ACTIONS)('toward the team, even in a chat with the team: %s', async (action) => {
    const [vera, stranger] = [await aMember(db, { level: 'ADMIN' }), await aMember(db)]
    const { ann } = await anOpenChat(db, { bo: vera })
    for (const member of [ann, stranger]) {
      await expectRejection(() => sendAction(member, action, vera), { status: 403, body: { code: 'FORBIDDEN' } })
      expect((await readVerifications(member, vera)).between).toEqual({ ...NO_RELATIONSHIP, mayVerify: false })
    }
    await expectRejection(() => sendAction(vera, 'ASK', ann), { status: 403, body: { code: 'FORBIDDEN' } })
  })

  test.each(ACTIONS)('without a session: %s', async (action) => {
    const ann = await aMember(db)
    await expectRejection(() => visitor.post('/verifications/verify', { userName: ann.userName, action }), {
      status: 401,
      body: { code: 'PLEASE_LOGIN' },
    })
  })
})

describe('the list of confirmations', () => {
  test('is hidden from members whom the owner ignores, and from visitors', {
    tags: 'verifications.list-access',
  }, async () => {
    const [ann, bo] = [await aMember(db), await aMember(db)]
    await as(bo).post('/ignore', ann.userName)
    expect(await requestVerifications(ann, bo)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect((await requestVerifications(bo, ann)).status).toBe(200)
    expect((await visitor.get(`/verifications/${encodeURIComponent(bo.userName)}`)).status).toBe(401)
  })

  test('has the same response for an unknown member and one being deleted', async () => {
    const [ann, deletedMember] = [await aMember(db), await aMember(db, { deletedAt: new Date() })]
    const response = await requestVerifications(ann, deletedMember)
    expect(response).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    expect(response.body).toEqual((await requestVerifications(ann, { ...deletedMember, userName: 'Finns inte' })).body)
  })

  test('omits confirmations and requests by members in a blocked pair with the reader', async () => {
    const bo = await aMember(db)
    const [ann, carl, dan] = [await aMember(db), await aMember(db), await aMember(db)]
    for (const verifier of [ann, carl, dan]) await confirmBy(verifier, bo)
    await sendAction(carl, 'ASK', bo)
    const reader = await aMember(db)
    await as(reader).post('/ignore', ann.userName)
    await as(carl).post('/ignore', reader.userName)
    const listVerifierNames = async (member: TestMember) =>
      (await readVerifications(member, bo)).verifications.map(({ verifiedBy }) => verifiedBy)
    expect(await listVerifierNames(reader)).toEqual([dan.userName])
    expect(await listVerifierNames(await aMember(db))).toEqual([dan.userName, carl.userName, ann.userName])
    expect(await readVerifications(bo, bo)).toMatchObject({ requests: [{ userName: carl.userName }] })
    await as(bo).post('/ignore', carl.userName)
    expect(await readVerifications(bo, bo)).toMatchObject({ requests: [] })
  })

  test('has as many rows as the profile and other lists show to the same reader', async () => {
    const [bo, dan, carl, eva] = [await aMember(db), await aMember(db), await aMember(db), await aMember(db)]
    for (const verifier of [carl, dan, eva]) await confirmBy(verifier, bo)
    for (const verifier of [carl, eva]) await confirmBy(verifier, dan)
    const [ignoredReader, ignoringReader, otherReader] = [await aMember(db), await aMember(db), await aMember(db)]
    await as(carl).post('/ignore', ignoredReader.userName)
    await as(ignoringReader).post('/ignore', carl.userName)
    for (const [reader, ofBo, ofDan] of [
      [ignoredReader, 2, 1],
      [ignoringReader, 2, 1],
      [otherReader, 3, 2],
    ] as const) {
      const { body } = await as(reader).get<MemberResponse>(`/members/username/${encodeURIComponent(bo.userName)}`)
      expect(body.profile).toMatchObject({ verifications: ofBo, badges: ['VERIFIED'] })
      const { verifications } = await readVerifications(reader, bo)
      expect(verifications).toHaveLength(ofBo)
      expect(verifications.find(({ verifiedBy }) => verifiedBy === dan.userName)?.verifierVerifications).toBe(ofDan)
      expect((await readVerifications(reader, dan)).verifications).toHaveLength(ofDan)
    }
  })

  test('shows requests to their two members only', async () => {
    const { ann, bo } = await anOpenChat(db)
    await sendAction(ann, 'ASK', bo)
    const outsider = await aMember(db, { level: 'ADMIN' })
    for (const owner of [ann, bo])
      expect(await readVerifications(outsider, owner)).toMatchObject({
        requests: [],
        asked: [],
        between: NO_RELATIONSHIP,
      })
  })
})
