import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { MediaSize } from '@app/contract/media'
import type { MemberResponse } from '@app/contract/members/members'
import type { Album, Photo, PrivateGrant } from '@app/contract/photos'
import { aGroup, anInvite, anOpenChat, listJobs, listPushes } from '@app/server/testing/context'
import { countLockWaiters } from '@app/server/testing/locks'
import { aMember, type TestMember } from '@app/server/testing/members'
import { aPhoto, signedUrl } from '@app/server/testing/photos'
import { hashTables } from '@app/server/testing/table-hashes'
import { afterAll, describe, expect, test } from 'vitest'
import { type Caller, setUpTestGateway } from '../testing.ts'
import { aForm } from './testing.ts'

const { ctx, as, visitor } = await setUpTestGateway()

const signUrl = (mediaId: string, size: MediaSize = 'medium'): string =>
  signedUrl(ctx, { accountId: '1', registeredAt: '' }, mediaId, size)

const readAllState = () => hashTables(ctx.db, ['media', 'photos', 'private_grants', 'members', 'chats', 'outbox'])

const listPhotos = async (member: TestMember): Promise<Photo[]> =>
  (await as(member).get<MemberResponse>(`/members/username/${encodeURIComponent(member.userName)}`)).body.photos

const listPositions = async (member: TestMember) =>
  (await listPhotos(member)).map(({ id, album, ordinal }) => [id, album, ordinal])

const readProfilePhoto = async ({ id }: { id: string }) =>
  (await ctx.db.selectFrom('members').select('profilePhotoId').where('id', '=', id).executeTakeFirst())?.profilePhotoId

const readMediaRow = (id: string) => ctx.db.selectFrom('media').selectAll().where('id', '=', id).executeTakeFirst()

describe('albums', () => {
  const save = (member: TestMember, photos: [string, Album][]) =>
    as(member).post('/members', { photos: photos.map(([id, album]) => ({ url: signUrl(id), album })) })

  test('have the saved order of photos; the first processed photo of PUBLIC is the profile photo', async () => {
    const ann = await aMember(ctx.db)
    const [first, second, third] = [await aPhoto(ctx, ann), await aPhoto(ctx, ann), await aPhoto(ctx, ann)]
    expect(await readProfilePhoto(ann)).toBe(first)
    expect(
      (
        await save(ann, [
          [third, 'PUBLIC'],
          [first, 'PRIVATE'],
          [second, 'PUBLIC'],
        ])
      ).status,
    ).toBe(200)
    expect(await listPositions(ann)).toEqual([
      [third, 'PUBLIC', 0],
      [second, 'PUBLIC', 1],
      [first, 'PRIVATE', 0],
    ])
    expect(await readProfilePhoto(ann)).toBe(third)
  })

  test('keep unlisted photos in their positions', async () => {
    const ann = await aMember(ctx.db)
    const [first, second, third, fourth] = [
      await aPhoto(ctx, ann),
      await aPhoto(ctx, ann),
      await aPhoto(ctx, ann),
      await aPhoto(ctx, ann),
    ]
    await save(ann, [
      [third, 'PUBLIC'],
      [first, 'PUBLIC'],
    ])
    expect((await listPositions(ann)).map(([id]) => id)).toEqual([third, second, first, fourth])
    await save(ann, [[second, 'PRIVATE']])
    expect(await listPositions(ann)).toEqual([
      [third, 'PUBLIC', 0],
      [first, 'PUBLIC', 1],
      [fourth, 'PUBLIC', 2],
      [second, 'PRIVATE', 0],
    ])
  })

  test('are not changed by a list with a photo of another member, an unknown, a repeated or a chat photo', async () => {
    const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
    const [ownPhoto, otherPhoto] = [await aPhoto(ctx, ann), await aPhoto(ctx, bo)]
    const { chatId } = await anOpenChat(ctx.db, { ann })
    const chatPhoto = await aPhoto(ctx, ann, { chatId })
    const before = await readAllState()
    for (const invalidPhoto of [otherPhoto, 'A'.repeat(22), ownPhoto, chatPhoto]) {
      const response = await save(ann, [
        [ownPhoto, 'PRIVATE'],
        [invalidPhoto, 'PUBLIC'],
      ])
      expect(response).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
    }
    expect(await readAllState()).toEqual(before)
  })

  test('stay consistent after many concurrent changes', async () => {
    const ann = await aMember(ctx.db)
    const ids = [await aPhoto(ctx, ann), await aPhoto(ctx, ann), await aPhoto(ctx, ann)]
    const orders = [
      [0, 1, 2],
      [2, 1, 0],
      [1, 0, 2],
      [2, 0, 1],
      [0, 2, 1],
    ]
    await Promise.all(
      orders.map((order) =>
        save(
          ann,
          order.map((index) => [ids[index] ?? '', 'PUBLIC']),
        ),
      ),
    )
    const positions = await listPositions(ann)
    expect(positions.map(([id]) => id).sort()).toEqual([...ids].sort())
    expect(await readProfilePhoto(ann)).toBe(positions[0]?.[0])
  })
})

describe('a rotation', () => {
  test('by a quarter turn is stored immediately, and enqueues the processing of the photo', {
    tags: 'photos.rotate',
  }, async () => {
    const ann = await aMember(ctx.db)
    const id = await aPhoto(ctx, ann)
    const { status, body } = await as(ann).post<Photo>('/photos/rotate', signUrl(id))
    expect({ status, body }).toMatchObject({ status: 200, body: { id, rotation: 90, status: 'READY' } })
    expect(body.url).toContain(`/media/${id}/0-medium.webp`)
    expect(await listJobs(ctx.db)).toContainEqual({ name: 'photos:draw', payload: { mediaId: id } })
  })

  test('to a named rotation is applied once, even if the request is repeated or sent concurrently', {
    tags: ['photos.rotate', 'photos.rotate-in-chat'],
  }, async () => {
    const { ann, chatId } = await anOpenChat(ctx.db)
    const { groupId } = await aGroup(ctx.db, { owner: ann })
    const [own, sent, posted] = [
      await aPhoto(ctx, ann),
      await aPhoto(ctx, ann, { chatId, attached: true }),
      await aPhoto(ctx, ann, { groupId, attached: true }),
    ]
    for (const [id, rotate] of [
      [own, (rotation: number) => as(ann).post(`/photos/rotate?rotation=${rotation}`, signUrl(own))],
      [sent, (rotation: number) => as(ann).post(`/chats/${chatId}/${sent}/rotatePhoto?rotation=${rotation}`)],
      [posted, (rotation: number) => as(ann).post(`/groups/${groupId}/${posted}/rotatePhoto?rotation=${rotation}`)],
    ] as const) {
      for (const { status } of await Promise.all([rotate(90), rotate(90), rotate(90)])) expect(status).toBe(200)
      expect(await readMediaRow(id)).toMatchObject({ rotation: 90, drawnRotation: 0 })
      expect((await rotate(0)).status).toBe(200)
      expect(await readMediaRow(id)).toMatchObject({ rotation: 0 })
      for (const rotation of [45, 360]) expect((await rotate(rotation)).status).toBe(400)
    }
  })

  test('by a client that names no rotation is applied for each of many concurrent requests', async () => {
    const ann = await aMember(ctx.db)
    const id = await aPhoto(ctx, ann)
    await Promise.all(Array.from({ length: 7 }, () => as(ann).post('/photos/rotate', signUrl(id))))
    expect(await readMediaRow(id)).toMatchObject({ rotation: 270, drawnRotation: 0 })
  })

  test('of a photo in a chat is limited to the owner of the photo, while the chat is open', {
    tags: 'photos.rotate-in-chat',
  }, async () => {
    const { ann, bo, chatId } = await anOpenChat(ctx.db)
    const id = await aPhoto(ctx, ann, { chatId, attached: true })
    const otherChat = await anOpenChat(ctx.db, { ann })
    const rotate = (member: TestMember, chat: string, photo = id) =>
      as(member).post(`/chats/${chat}/${photo}/rotatePhoto`)
    expect((await rotate(ann, chatId)).status).toBe(200)
    for (const [member, chat, photo] of [
      [bo, chatId, id],
      [ann, otherChat.chatId, id],
      [otherChat.bo, chatId, id],
      [ann, chatId, 'A'.repeat(22)],
      [ann, chatId, await aPhoto(ctx, ann)],
    ] as const)
      expect(await rotate(member, chat, photo)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    expect((await rotate(ann, chatId, 'x')).status).toBe(400)
    await as(bo).post('/ignore', ann.userName)
    expect((await rotate(ann, chatId)).status).toBe(403)
    expect(await readMediaRow(id)).toMatchObject({ rotation: 90 })
  })
})

test.each([
  ['an upload', (member: Caller) => member.post('/photos/store', aForm())],
  ['a deletion', (member: Caller, url: string) => member.post('/photos/delete', { url })],
])('%s waits for a deletion of the account, and then changes nothing', { tags: 'photos.delete' }, async (_, change) => {
  const ann = await aMember(ctx.db)
  const photo = await aPhoto(ctx, ann)
  const pending = await ctx.db.transaction().execute(async (tx) => {
    await tx.updateTable('members').set({ deletedAt: ctx.now().toISOString() }).where('id', '=', ann.id).execute()
    const pending = change(as(ann), signUrl(photo))
    await expect.poll(() => countLockWaiters(ctx)).toBe(1)
    return { response: pending }
  })
  expect(await pending.response).toMatchObject({ status: 401, body: { code: 'PLEASE_LOGIN' } })
  const photos = ctx.db.selectFrom('photos').select('mediaId').where('memberId', '=', ann.id)
  expect(await photos.execute()).toEqual([{ mediaId: photo }])
  expect(await readMediaRow(photo)).toMatchObject({ state: 'READY' })
})

describe('a deletion', () => {
  test('removes the photo and makes the next one the profile photo', { tags: 'photos.delete' }, async () => {
    const ann = await aMember(ctx.db)
    const [first, second] = [await aPhoto(ctx, ann), await aPhoto(ctx, ann)]
    expect((await as(ann).post('/photos/delete', { url: signUrl(first) })).status).toBe(204)
    expect(await listPositions(ann)).toEqual([[second, 'PUBLIC', 0]])
    expect(await readProfilePhoto(ann)).toBe(second)
    expect(await readMediaRow(first)).toMatchObject({ state: 'REMOVED' })
    expect(await listJobs(ctx.db)).toContainEqual({ name: 'photos:remove', payload: { mediaId: first } })
    expect((await as(ann).post('/photos/delete', { url: signUrl(first) })).status).toBe(404)
  })

  test('takes effect once if many requests are concurrent', async () => {
    const ann = await aMember(ctx.db)
    const url = signUrl(await aPhoto(ctx, ann, { state: 'PROCESSING' }))
    const responses = await Promise.all(Array.from({ length: 5 }, () => as(ann).post('/photos/delete', { url })))
    expect(responses.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404, 404])
  })
})

const ACTIONS: [string, (member: Caller, url: string) => ReturnType<Caller['post']>][] = [
  ['rotate', (member, url) => member.post('/photos/rotate', url)],
  ['delete', (member, url) => member.post('/photos/delete', { url })],
]

let requestCount = 0
/** A server that counts the requests that it receives. */
const outsideServer = createServer((_request, response) => {
  requestCount += 1
  response.end()
})
outsideServer.listen(0, '127.0.0.1')
await once(outsideServer, 'listening')
afterAll(() => void outsideServer.close())

describe.each([
  ...ACTIONS,
  ['save', (member: Caller, url: string) => member.post('/members', { photos: [{ url, album: 'PUBLIC' }] })],
] as typeof ACTIONS)('%s', (_, action) => {
  test('makes no request to the URL', async () => {
    const { port } = outsideServer.address() as AddressInfo
    const url = `http://127.0.0.1:${port}${signUrl(await aPhoto(ctx, await aMember(ctx.db)))}`
    expect([400, 404]).toContain((await action(as(await aMember(ctx.db)), url)).status)
    expect(requestCount).toBe(0)
  })
})

describe.each(ACTIONS)('%s', (_, action) => {
  test("responds NOT_FOUND for another member's photo, as for an unknown one", {
    tags: 'photos.owner-only',
  }, async () => {
    const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db, { level: 'ADMIN' })]
    const otherPhoto = await aPhoto(ctx, ann)
    const before = await readAllState()
    const [response, responseForUnusedId] = [
      await action(as(bo), signUrl(otherPhoto)),
      await action(as(bo), signUrl('A'.repeat(22))),
    ]
    expect(response).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    expect(response.body).toEqual(responseForUnusedId.body)
    expect(await action(visitor, signUrl(otherPhoto))).toMatchObject({ status: 401 })
    expect(await readAllState()).toEqual(before)
  })

  test.each(['', 'x', 'https://example.test/a.jpg', '/media/../x', 'x'.repeat(501), 'file:///etc/passwd'])(
    'rejects the URL %j',
    async (url) => {
      const ann = await aMember(ctx.db)
      expect(await action(as(ann), url)).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
    },
  )
})

test('chat partners are notified of each change of a profile photo, but not of those of an admin', async () => {
  const { ann, bo } = await anOpenChat(ctx.db)
  const { ann: vera } = await anOpenChat(ctx.db, { ann: await aMember(ctx.db, { level: 'ADMIN' }), bo })
  for (const owner of [ann, vera]) {
    const account = { id: owner.accountId }
    const [firstPhoto, secondPhoto] = [await aPhoto(ctx, account), await aPhoto(ctx, account)]
    const countBefore = (await listPushes(ctx.db)).length
    const save = (photos: object[]) => as(owner).post('/members', { photos })
    expect((await save([{ url: signUrl(firstPhoto), album: 'PRIVATE' }])).status).toBe(200)
    await as(owner).post('/photos/delete', { url: signUrl(secondPhoto) })
    const published = (await listPushes(ctx.db))
      .slice(countBefore)
      .filter(({ push }) => push.type === 'partner:changed')
    const expectedPush = { type: 'partner:changed', userName: owner.userName, badges: [] }
    const createReference = (size: string) => `media:${secondPhoto}/0/${size}`
    expect(published).toEqual(
      owner === vera
        ? []
        : [
            {
              to: [bo.id],
              push: { ...expectedPush, profilePhotoUrl: createReference('small'), photoUrl: createReference('medium') },
            },
            { to: [bo.id], push: { ...expectedPush, profilePhotoUrl: null, photoUrl: null } },
          ],
    )
  }
})

test('the recipient of an invite that was put aside receives no push about the photo of the inviter', {
  tags: 'contact.put-aside',
}, async () => {
  const [ann, bo, cia] = [await aMember(ctx.db), await aMember(ctx.db), await aMember(ctx.db)]
  const { chatId } = await anInvite(ctx.db, { ann, bo })
  await anInvite(ctx.db, { ann, bo: cia })
  const putAside = { folder: 'FILTERED' } as const
  await ctx.db
    .updateTable('chat_members')
    .set(putAside)
    .where('chatId', '=', chatId)
    .where('memberId', '=', bo.id)
    .execute()
  const photo = await aPhoto(ctx, ann)
  const countBefore = (await listPushes(ctx.db)).length
  await as(ann).post('/photos/delete', { url: signUrl(photo) })
  const published = (await listPushes(ctx.db)).slice(countBefore).filter(({ push }) => push.type === 'partner:changed')
  expect(published.map(({ to }) => to)).toEqual([[cia.id]])
})

describe('the PRIVATE album', () => {
  const grant = (member: TestMember, userName: string) => as(member).post('/photos/private/grant', { userName })
  const withdraw = (member: TestMember, userName: string) => as(member).post('/photos/private/withdraw', { userName })
  const listGrants = async (member: TestMember) => (await as(member).get<PrivateGrant[]>('/photos/private')).body

  test('is granted and revoked in an open chat, once for repeated requests', {
    tags: 'photos.private-grant',
  }, async () => {
    const { ann, bo, chatId } = await anOpenChat(ctx.db)
    const photo = await aPhoto(ctx, bo)
    await Promise.all(Array.from({ length: 5 }, () => grant(ann, bo.userName)))
    expect(await listGrants(ann)).toEqual([
      {
        userName: bo.userName,
        grantedAt: expect.any(String),
        profilePhotoUrl: expect.stringContaining(`/media/${photo}/0-small.webp`),
      },
    ])
    expect(await listGrants(bo)).toEqual([])
    expect((await as(ann).get(`/chats/${chatId}`)).body).toMatchObject({ chat: { partner: { iGranted: true } } })
    expect((await as(bo).get(`/chats/${chatId}`)).body).toMatchObject({ chat: { partner: { iGranted: false } } })
    expect((await withdraw(ann, bo.userName)).status).toBe(204)
    expect((await withdraw(ann, bo.userName)).status).toBe(204)
    expect(await listGrants(ann)).toEqual([])
    const published = (await listPushes(ctx.db)).filter(
      ({ push }) => push.type === 'chat:changed' && push.chatId === chatId,
    )
    expect(published.map(({ to, push }) => [to, push.type === 'chat:changed' && push.chat?.partner.iGranted])).toEqual([
      [[ann.id], true],
      [[ann.id], false],
    ])
  })

  test('is not granted in a chat that a concurrent transaction ends', async () => {
    const { ann, bo, chatId } = await anOpenChat(ctx.db)
    let grantRequest: ReturnType<typeof grant> | undefined
    await ctx.db.transaction().execute(async (tx) => {
      await tx.updateTable('chats').set({ state: 'ENDED' }).where('id', '=', chatId).execute()
      grantRequest = grant(ann, bo.userName)
      await expect.poll(() => countLockWaiters(ctx)).toBeGreaterThan(0)
    })
    expect(await grantRequest).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect(await listGrants(ann)).toEqual([])
  })

  test('is not granted to the team, even in a chat with the team', async () => {
    const vera = await aMember(ctx.db, { level: 'ADMIN' })
    const { ann } = await anOpenChat(ctx.db, { bo: vera })
    for (const member of [ann, await aMember(ctx.db)])
      expect(await grant(member, vera.userName)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
  })

  test('is not granted without an open chat, to an unknown member or to the owner', async () => {
    const { ann, bo } = await anOpenChat(ctx.db)
    const stranger = await aMember(ctx.db)
    await as(bo).post('/ignore', ann.userName)
    const before = await readAllState()
    expect(await grant(ann, stranger.userName)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect(await grant(ann, bo.userName)).toMatchObject({ status: 403 })
    expect(await grant(ann, ann.userName)).toMatchObject({ status: 400 })
    expect(await grant(ann, 'Ingen Alls')).toMatchObject({ status: 404 })
    expect(await withdraw(ann, 'Ingen Alls')).toMatchObject({ status: 404 })
    for (const path of ['grant', 'withdraw']) {
      expect((await visitor.post(`/photos/private/${path}`, { userName: ann.userName })).status).toBe(401)
      for (const body of [{}, { userName: 1 }, { userName: '' }, null])
        expect((await as(ann).post(`/photos/private/${path}`, body)).status).toBe(400)
    }
    expect((await visitor.get('/photos/private')).status).toBe(401)
    expect(await readAllState()).toEqual(before)
  })
})
