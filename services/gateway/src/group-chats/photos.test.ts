import { randomUUID } from 'node:crypto'
import type { GroupComment, GroupMessage } from '@app/contract/groups'
import type { UploadedPhoto } from '@app/contract/photos'
import { aGroup, jobs } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import { aPhoto } from '@app/server/testing/photos'
import { expect, test } from 'vitest'
import { aForm } from '../photos/testing.ts'
import { setUpTestGateway } from '../testing.ts'
import { groupChat } from './testing.ts'

const gateway = await setUpTestGateway()
const { ctx, as } = gateway
const { aGroupOfThree, listMessages, path, read, postText, canSee, listPushes } = groupChat(gateway)

const photoUrlOf = (mediaId: string): string => `/media/${mediaId}/0-medium.webp?v=1&e=2&s=3`
const removeSignatures = (text: string) =>
  text.replace(/\/media\/([\w-]{22})\/(\d+)-(\w+)\.webp\?[^"]*/g, 'media:$1/$2/$3')

const send = (member: TestMember, groupId: string, mediaId: string, fields: object = {}) =>
  as(member).post<GroupMessage>(path(groupId), { photoUrl: photoUrlOf(mediaId), clientId: randomUUID(), ...fields })

const readMediaRow = (id: string) =>
  ctx.db
    .selectFrom('media')
    .select(['kind', 'groupId', 'carried', 'state', 'rotation'])
    .where('id', '=', id)
    .executeTakeFirst()

test('an upload belongs to the group, can be rotated, and is sent with or without text', {
  tags: 'group-chats.photo',
}, async () => {
  const { ann, bo, groupId } = await aGroupOfThree()
  const upload = await as(ann).post<UploadedPhoto>(`/groups/${groupId}/photos`, aForm())
  expect(upload.status).toBe(201)
  const { photoId, photoUrl } = upload.body
  expect(await readMediaRow(photoId)).toMatchObject({ kind: 'GROUP', groupId, carried: false, state: 'PROCESSING' })
  expect((await as(ann).post(`/groups/${groupId}/${photoId}/rotatePhoto`)).status).toBe(200)
  expect((await as(bo).post(`/groups/${groupId}/${photoId}/rotatePhoto`)).status).toBe(404)
  expect(await readMediaRow(photoId)).toMatchObject({ rotation: 90 })
  const first = await as(ann).post<GroupMessage>(path(groupId), { photoUrl, clientId: randomUUID() })
  expect(first).toMatchObject({ status: 201, body: { message: null, photo: { id: photoId, status: 'PROCESSING' } } })
  const photo = await aPhoto(ctx, ann, { groupId })
  expect((await send(ann, groupId, photo, { message: 'titta här' })).body).toMatchObject({ photo: { id: photo } })
  const loaded = await read(bo, groupId, '?since=1')
  expect(loaded.messages).toMatchObject([{ message: null, photo: { id: photoId } }, { message: 'titta här' }])
  expect(loaded.messages[1]?.photoUrl).toContain(`/media/${photo}/0-medium.webp`)
  const published = (await listPushes(groupId, 'group:message')).map(({ push }) => push.message)
  expect(published).toEqual(JSON.parse(removeSignatures(JSON.stringify(loaded.messages))))
})

test('a photo without text leaves an empty preview', async () => {
  const { ann, groupId } = await aGroupOfThree()
  await send(ann, groupId, await aPhoto(ctx, ann, { groupId }))
  const { group } = await read(ann, groupId)
  expect(group).toMatchObject({ lastMessage: null, lastMessageSender: ann.userName })
})

test('a comment has a photo, too, attached once', async () => {
  const { ann, bo, groupId } = await aGroupOfThree()
  const { id } = await postText(ann, groupId, 'visa!')
  const photo = await aPhoto(ctx, bo, { groupId })
  const body = { photoUrl: photoUrlOf(photo), clientId: randomUUID() }
  const comments = `${path(groupId, id)}/comments`
  const responses = await Promise.all(Array.from({ length: 5 }, () => as(bo).post<GroupComment>(comments, body)))
  for (const response of responses) expect(response).toMatchObject({ status: 201, body: responses[0]?.body })
  const secondComment = await as(bo).post(comments, { ...body, clientId: randomUUID() })
  expect(secondComment).toMatchObject({ status: 400, body: { fields: [{ path: 'photoUrl' }] } })
  expect((await read(ann, groupId)).messages[0]).toMatchObject({
    commentCount: 1,
    comments: [{ photo: { id: photo } }],
  })
})

test('repeated and concurrent sends store one message', async () => {
  const { ann, groupId } = await aGroupOfThree()
  const photo = await aPhoto(ctx, ann, { groupId })
  const clientId = randomUUID()
  const responses = await Promise.all(Array.from({ length: 10 }, () => send(ann, groupId, photo, { clientId })))
  for (const { status, body } of responses) expect({ status, body }).toEqual({ status: 201, body: responses[0]?.body })
  expect(await listPushes(groupId, 'group:message')).toHaveLength(1)
})

test('only its owner can send a photo, once, in the group of its upload', async () => {
  const { ann, bo, groupId } = await aGroupOfThree()
  const other = await aGroup(ctx.db, { owner: ann })
  const rejected = [
    await aPhoto(ctx, ann, { groupId, attached: true }),
    await aPhoto(ctx, bo, { groupId }),
    await aPhoto(ctx, ann, { groupId: other.groupId }),
    await aPhoto(ctx, ann),
    await aPhoto(ctx, ann, { groupId, state: 'FAILED' }),
    await aPhoto(ctx, ann, { groupId, state: 'REMOVED' }),
    'A'.repeat(22),
  ]
  for (const photo of rejected)
    expect(await send(ann, groupId, photo, { message: 'med ord' })).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION', fields: [{ path: 'photoUrl' }] },
    })
  expect(await listMessages(groupId)).toEqual([])
  expect(await listPushes(groupId, 'group:message')).toEqual([])
})

test("only its owner sees a photo before it is sent, and the group's members afterwards", async () => {
  const { ann, bo, cia, groupId } = await aGroupOfThree()
  const stranger = await aMember(ctx.db, { level: 'ADMIN' })
  const photo = await aPhoto(ctx, ann, { groupId })
  const readVisibility = () => Promise.all([ann, bo, cia, stranger].map((member) => canSee(member, photo)))
  expect(await readVisibility()).toEqual([true, false, false, false])
  await send(ann, groupId, photo)
  expect(await readVisibility()).toEqual([true, true, true, false])
  await as(bo).post(`/groups/${groupId}/leave`)
  await as(ann).post(`/groups/${groupId}/members/${encodeURIComponent(cia.userName)}/remove`)
  expect(await readVisibility()).toEqual([true, false, false, false])
})

test('a suspended member sees no photos of the group', async () => {
  const { ann, bo, groupId } = await aGroupOfThree()
  const photo = await aPhoto(ctx, ann, { groupId, attached: true })
  await ctx.db.updateTable('group_members').set({ held: true }).where('memberId', '=', bo.id).execute()
  expect(await Promise.all([ann, bo].map((member) => canSee(member, photo)))).toEqual([true, false])
})

test('a deleted message or comment deletes its photo for all members immediately', async () => {
  const { ann, bo, groupId } = await aGroupOfThree()
  const [first, second] = [await aPhoto(ctx, ann, { groupId }), await aPhoto(ctx, bo, { groupId })]
  const { body } = await send(ann, groupId, first)
  const comments = `${path(groupId, body.id)}/comments`
  const response = await as(bo).post<GroupComment>(comments, { photoUrl: photoUrlOf(second), clientId: randomUUID() })
  await as(ann).post(`${comments}/${response.body.id}/delete`)
  await as(ann).post(`${path(groupId, body.id)}/delete`)
  for (const photo of [first, second]) {
    expect(await Promise.all([ann, bo].map((member) => canSee(member, photo)))).toEqual([false, false])
    expect(await readMediaRow(photo)).toMatchObject({ state: 'REMOVED' })
  }
  const removals = [first, second].map((mediaId) => ({ name: 'photos:remove', payload: { mediaId } }))
  expect(await jobs(ctx.db)).toEqual(expect.arrayContaining(removals))
  expect((await read(bo, groupId)).messages[0]).toMatchObject({ photo: null, comments: [{ photo: null }] })
})
