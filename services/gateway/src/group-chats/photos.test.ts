import { randomUUID } from 'node:crypto'
import type { GroupComment, GroupMessage } from '@app/contract/groups'
import type { UploadedPhoto } from '@app/contract/photos'
import { aGroup } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import { aPhoto } from '@app/server/testing/photos'
import { expect, test } from 'vitest'
import { aForm } from '../photos/testing.ts'
import { setUpTestGateway } from '../testing.ts'
import { createGroupChatHelpers } from './testing.ts'

const gateway = await setUpTestGateway()
const { ctx, as } = gateway
const { aGroupOfThree, aPost, canSeePhoto, listMessages, listPushes, messagePath, readChat } =
  createGroupChatHelpers(gateway)

const createPhotoUrl = (mediaId: string): string => `/media/${mediaId}/0-medium.webp?v=1&e=2&s=3`
/** Replaces signed URLs with the media references of unsigned pushes. */
const toMediaReferences = (text: string) =>
  text.replace(/\/media\/([\w-]{22})\/(\d+)-(\w+)\.webp\?[^"]*/g, 'media:$1/$2/$3')

const sendPhoto = (member: TestMember, groupId: string, mediaId: string, fields: object = {}) =>
  as(member).post<GroupMessage>(messagePath(groupId), {
    photoUrl: createPhotoUrl(mediaId),
    clientId: randomUUID(),
    ...fields,
  })

const readMediaRow = (id: string) =>
  ctx.db
    .selectFrom('media')
    .select(['kind', 'groupId', 'carried', 'state', 'rotation'])
    .where('id', '=', id)
    .executeTakeFirst()

test('an uploaded photo belongs to its group, can be rotated by its owner, and is sent with or without text', {
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
  const response = await as(ann).post<GroupMessage>(messagePath(groupId), { photoUrl, clientId: randomUUID() })
  expect(response).toMatchObject({ status: 201, body: { message: null, photo: { id: photoId, status: 'PROCESSING' } } })
  const photo = await aPhoto(ctx, ann, { groupId })
  expect((await sendPhoto(ann, groupId, photo, { message: 'titta här' })).body).toMatchObject({ photo: { id: photo } })
  const loaded = await readChat(bo, groupId, '?since=1')
  expect(loaded.messages).toMatchObject([{ message: null, photo: { id: photoId } }, { message: 'titta här' }])
  expect(loaded.messages[1]?.photoUrl).toContain(`/media/${photo}/0-medium.webp`)
  const pushedMessages = (await listPushes(groupId, 'group:message')).map(({ push }) => push.message)
  expect(pushedMessages).toEqual(JSON.parse(toMediaReferences(JSON.stringify(loaded.messages))))
})

test('a photo without text leaves an empty preview', async () => {
  const { ann, groupId } = await aGroupOfThree()
  await sendPhoto(ann, groupId, await aPhoto(ctx, ann, { groupId }))
  const { group } = await readChat(ann, groupId)
  expect(group).toMatchObject({ lastMessage: null, lastMessageSender: ann.userName })
})

test('a comment can have a photo, which is attached only once', async () => {
  const { ann, bo, groupId } = await aGroupOfThree()
  const { id } = await aPost(ann, groupId, 'visa!')
  const photo = await aPhoto(ctx, bo, { groupId })
  const body = { photoUrl: createPhotoUrl(photo), clientId: randomUUID() }
  const comments = `${messagePath(groupId, id)}/comments`
  const responses = await Promise.all(Array.from({ length: 5 }, () => as(bo).post<GroupComment>(comments, body)))
  for (const response of responses) expect(response).toMatchObject({ status: 201, body: responses[0]?.body })
  const secondComment = await as(bo).post(comments, { ...body, clientId: randomUUID() })
  expect(secondComment).toMatchObject({ status: 400, body: { fields: [{ path: 'photoUrl' }] } })
  expect((await readChat(ann, groupId)).messages[0]).toMatchObject({
    commentCount: 1,
    comments: [{ photo: { id: photo } }],
  })
})

test('ten concurrent sends of a photo with the same clientId store one message', async () => {
  const { ann, groupId } = await aGroupOfThree()
  const photo = await aPhoto(ctx, ann, { groupId })
  const clientId = randomUUID()
  const responses = await Promise.all(Array.from({ length: 10 }, () => sendPhoto(ann, groupId, photo, { clientId })))
  for (const { status, body } of responses) expect({ status, body }).toEqual({ status: 201, body: responses[0]?.body })
  expect(await listPushes(groupId, 'group:message')).toHaveLength(1)
})

test('a photo can be sent only once, by its owner, in the group that it was uploaded to', async () => {
  const { ann, bo, groupId } = await aGroupOfThree()
  const otherGroup = await aGroup(ctx.db, { owner: ann })
  const rejectedPhotos = [
    await aPhoto(ctx, ann, { groupId, attached: true }),
    await aPhoto(ctx, bo, { groupId }),
    await aPhoto(ctx, ann, { groupId: otherGroup.groupId }),
    await aPhoto(ctx, ann),
    await aPhoto(ctx, ann, { groupId, state: 'FAILED' }),
    await aPhoto(ctx, ann, { groupId, state: 'REMOVED' }),
    'A'.repeat(22),
  ]
  for (const photo of rejectedPhotos)
    expect(await sendPhoto(ann, groupId, photo, { message: 'med ord' })).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION', fields: [{ path: 'photoUrl' }] },
    })
  expect(await listMessages(groupId)).toEqual([])
  expect(await listPushes(groupId, 'group:message')).toEqual([])
})

test("a photo is visible only to its owner before it is sent, and to the group's members afterwards", async () => {
  const { ann, bo, cia, groupId } = await aGroupOfThree()
  const team = await aMember(ctx.db, { level: 'ADMIN' })
  const photo = await aPhoto(ctx, ann, { groupId })
  const readVisibility = () => Promise.all([ann, bo, cia, team].map((member) => canSeePhoto(member, photo)))
  expect(await readVisibility()).toEqual([true, false, false, false])
  await sendPhoto(ann, groupId, photo)
  expect(await readVisibility()).toEqual([true, true, true, false])
  await as(bo).post(`/groups/${groupId}/leave`)
  await as(ann).post(`/groups/${groupId}/members/${encodeURIComponent(cia.userName)}/remove`)
  expect(await readVisibility()).toEqual([true, false, false, false])
})

test('a member whose membership is held sees no photos of the group', async () => {
  const { ann, bo, groupId } = await aGroupOfThree()
  const photo = await aPhoto(ctx, ann, { groupId, attached: true })
  await ctx.db.updateTable('group_members').set({ held: true }).where('memberId', '=', bo.id).execute()
  expect(await Promise.all([ann, bo].map((member) => canSeePhoto(member, photo)))).toEqual([true, false])
})

test('a photo in a comment is hidden from those for whom a block makes the post absent, but not from admins', async () => {
  const { ann, bo, cia, groupId } = await aGroupOfThree()
  await as(bo).post('/blocks', { userName: cia.userName })
  const post = await aPost(bo, groupId, 'efter blockeringen')
  const photo = await aPhoto(ctx, ann, { groupId })
  await as(ann).post(`${messagePath(groupId, post.id)}/comments`, {
    photoUrl: createPhotoUrl(photo),
    clientId: randomUUID(),
  })
  const readVisibility = () => Promise.all([ann, bo, cia].map((member) => canSeePhoto(member, photo)))
  expect(await readVisibility()).toEqual([true, true, false])
  await as(ann).post(`/groups/${groupId}/members/${encodeURIComponent(cia.userName)}/promote`)
  expect(await readVisibility()).toEqual([true, true, true])
})

test('a deleted post or comment deletes its photo for all members immediately', async () => {
  const { ann, bo, groupId } = await aGroupOfThree()
  const [firstPhoto, secondPhoto] = [await aPhoto(ctx, ann, { groupId }), await aPhoto(ctx, bo, { groupId })]
  const { body } = await sendPhoto(ann, groupId, firstPhoto)
  const comments = `${messagePath(groupId, body.id)}/comments`
  const response = await as(bo).post<GroupComment>(comments, {
    photoUrl: createPhotoUrl(secondPhoto),
    clientId: randomUUID(),
  })
  await as(ann).post(`${comments}/${response.body.id}/delete`)
  await as(ann).post(`${messagePath(groupId, body.id)}/delete`)
  for (const photo of [firstPhoto, secondPhoto]) {
    expect(await Promise.all([ann, bo].map((member) => canSeePhoto(member, photo)))).toEqual([false, false])
    expect(await readMediaRow(photo)).toMatchObject({ state: 'REMOVED' })
  }
  expect((await readChat(bo, groupId)).messages[0]).toMatchObject({ photo: null, comments: [{ photo: null }] })
})
