import { randomUUID } from 'node:crypto'
import type { GroupComment, GroupMessage } from '@app/contract/groups'
import { EDIT_PERIOD_MS } from '@app/contract/limits'
import { aMember } from '@app/server/testing/members'
import { describe, expect, test } from 'vitest'
import { setUpTestGateway } from '../testing.ts'
import { createGroupChatHelpers, pickPreview } from './testing.ts'

const gateway = await setUpTestGateway()
const { ctx, as } = gateway
const { aGroupOfThree, aPost, countUnread, listMessages, listPushes, messagePath, postComment, readChat } =
  createGroupChatHelpers(gateway)

const readVersion = async (groupId: string) =>
  (await ctx.db.selectFrom('groups').select('version').where('id', '=', groupId).executeTakeFirstOrThrow()).version

/** Returns a post without its comments and their count, which pushes of its changes omit. */
const withoutComments = ({ comments: _, commentCount: __, ...message }: GroupMessage) => message

describe('editing a post', () => {
  test('changes and marks the text, with a push equal to a fresh load', {
    tags: 'group-chats.edit-message',
  }, async () => {
    const { ann, bo, groupId } = await aGroupOfThree()
    const { id } = await aPost(ann, groupId, 'med felk')
    const response = await as(ann).post<GroupMessage>(messagePath(groupId, id), { message: ' med fel ' })
    expect(response).toMatchObject({ status: 200, body: { id, message: 'med fel', mine: true } })
    expect(response.body.editTime).not.toBeNull()
    const { group, messages } = await readChat(bo, groupId)
    expect(messages).toMatchObject([{ message: 'med fel', mine: false }])
    expect(pickPreview(group)).toEqual({ lastMessage: 'med fel', lastMessageSender: ann.userName })
    const [envelope, ...others] = await listPushes(groupId, 'group:message-changed')
    expect(others).toEqual([])
    expect(envelope).toMatchObject({ author: ann.id, push: { version: group.version } })
    expect(envelope?.push.message).toEqual(messages.map(withoutComments)[0])
  })

  test('takes effect once if ten requests with the same text are concurrent', async () => {
    const { ann, groupId } = await aGroupOfThree()
    const { id } = await aPost(ann, groupId, 'först')
    const edits = Array.from({ length: 10 }, () => as(ann).post(messagePath(groupId, id), { message: 'sedan' }))
    expect((await Promise.all(edits)).map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(await readVersion(groupId)).toBe(3)
    expect(await listPushes(groupId, 'group:message-changed')).toHaveLength(1)
  })

  test('keeps the preview if the post is not the last message', async () => {
    const { ann, groupId } = await aGroupOfThree()
    const { id } = await aPost(ann, groupId, 'först')
    await aPost(ann, groupId, 'sist')
    await as(ann).post(messagePath(groupId, id), { message: 'ändrat' })
    expect(pickPreview((await readChat(ann, groupId)).group)).toMatchObject({ lastMessage: 'sist' })
  })

  test('is limited to its author, to valid texts, and to posts that exist and are not deleted', async () => {
    const { ann, bo, groupId } = await aGroupOfThree()
    const { id } = await aPost(bo, groupId, 'mitt')
    const { body } = await postComment(bo, groupId, id)
    const edit = async (member: typeof ann, messageId: string, message: unknown = 'nytt') =>
      (await as(member).post<{ code: string }>(messagePath(groupId, messageId), { message })).body.code
    expect(await edit(ann, id)).toBe('FORBIDDEN')
    expect(await edit(bo, body.id)).toBe('NOT_FOUND')
    for (const invalidText of ['', 'x', null, 7, 'x'.repeat(1001)])
      expect(await edit(bo, id, invalidText)).toBe('VALIDATION')
    await as(bo).post(`${messagePath(groupId, id)}/delete`)
    expect(await edit(bo, id)).toBe('CONFLICT')
    expect(await listPushes(groupId, 'group:message-changed')).toHaveLength(1)
  })
})

describe('deleting a post', () => {
  test('leaves a tombstone, and removes the post from the preview and the unread counts', {
    tags: 'group-chats.deleted-message-placeholder',
  }, async () => {
    const { ann, bo, cia, groupId } = await aGroupOfThree()
    await aPost(bo, groupId, 'kvar')
    const { id } = await aPost(ann, groupId, 'ångrar mig')
    await as(bo).post(`/groups/${groupId}/mark-read/${id}`)
    expect((await as(ann).post(`${messagePath(groupId, id)}/delete`)).status).toBe(204)
    const { group, messages } = await readChat(cia, groupId)
    expect(messages.at(-1)).toMatchObject({ id, deleted: true, message: null, userName: ann.userName })
    expect(pickPreview(group)).toEqual({ lastMessage: 'kvar', lastMessageSender: bo.userName })
    expect(await Promise.all([ann, bo, cia].map((member) => countUnread(member, groupId)))).toEqual([0, 0, 1])
    const [envelope] = await listPushes(groupId, 'group:message-changed')
    expect(envelope?.push.message).toEqual(messages.map(withoutComments).at(-1))
    expect(envelope?.push.version).toBe(group.version)
    expect((await listMessages(groupId)).at(-1)?.message).toBeNull()
  })

  test('takes effect once if ten requests are concurrent', async () => {
    const { ann, bo, groupId } = await aGroupOfThree()
    const { id } = await aPost(ann, groupId, 'ångrar mig')
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => as(ann).post(`${messagePath(groupId, id)}/delete`)),
    )
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(204))
    expect(await readVersion(groupId)).toBe(3)
    expect(await listPushes(groupId, 'group:message-changed')).toHaveLength(1)
    expect(await countUnread(bo, groupId)).toBe(0)
  })

  test('is limited to the author and the admins of the group', {
    tags: 'group-chats.delete-message-roles',
  }, async () => {
    const { ann, bo, cia, groupId } = await aGroupOfThree()
    const team = await aMember(ctx.db, { level: 'ADMIN' })
    const [first, second] = [await aPost(bo, groupId, 'ett'), await aPost(bo, groupId, 'två')]
    for (const other of [cia, await aMember(ctx.db), team])
      expect((await as(other).post(`${messagePath(groupId, first.id)}/delete`)).body).toMatchObject({
        code: 'FORBIDDEN',
      })
    expect((await as(ann).post(`${messagePath(groupId, first.id)}/delete`)).status).toBe(204)
    expect((await as(bo).post(`${messagePath(groupId, second.id)}/delete`)).status).toBe(204)
  })

  test('leaves an empty preview if the group has no other message', async () => {
    const { ann, groupId } = await aGroupOfThree()
    const { id } = await aPost(ann, groupId, 'den enda')
    expect(pickPreview((await readChat(ann, groupId)).group)).toMatchObject({ lastMessage: 'den enda' })
    await as(ann).post(`${messagePath(groupId, id)}/delete`)
    expect(pickPreview((await readChat(ann, groupId)).group)).toEqual({ lastMessage: null, lastMessageSender: null })
  })

  test('restores a preview without messages of a member being deleted', async () => {
    const { ann, bo, cia, groupId } = await aGroupOfThree()
    await aPost(cia, groupId, 'äldst')
    await aPost(bo, groupId, 'hemligt')
    const { id } = await aPost(ann, groupId, 'ångrar mig')
    await ctx.db.updateTable('members').set({ deletedAt: new Date().toISOString() }).where('id', '=', bo.id).execute()
    await as(ann).post(`${messagePath(groupId, id)}/delete`)
    expect(pickPreview((await readChat(cia, groupId)).group)).toEqual({
      lastMessage: 'äldst',
      lastMessageSender: cia.userName,
    })
  })
})

describe('comments', () => {
  test('update their post and the preview, but raise no unread count', {
    tags: 'group-chats.comment',
  }, async () => {
    const { ann, bo, cia, groupId } = await aGroupOfThree()
    const { id, lastUpdate } = await aPost(ann, groupId, 'vad tycker ni?')
    await aPost(cia, groupId, 'något annat')
    const response = await postComment(bo, groupId, id, 'bra!')
    expect(response).toMatchObject({ status: 201, body: { message: 'bra!', userName: bo.userName, mine: true } })
    const { group, messages } = await readChat(cia, groupId)
    expect(messages[0]).toMatchObject({ id, commentCount: 1, comments: [{ message: 'bra!', mine: false }] })
    expect(Date.parse(messages[0]?.lastUpdate ?? '')).toBeGreaterThanOrEqual(Date.parse(lastUpdate))
    expect(pickPreview(group)).toEqual({ lastMessage: 'bra!', lastMessageSender: bo.userName })
    expect(await Promise.all([ann, bo, cia].map((member) => countUnread(member, groupId)))).toEqual([1, 2, 0])
    const envelopes = await listPushes(groupId, 'group:comment')
    expect(envelopes).toMatchObject([
      { author: bo.id, push: { messageId: id, commentCount: 1, version: group.version } },
    ])
    expect(envelopes[0]?.push.comment).toEqual(messages[0]?.comments[0])
  })

  test('are stored and pushed once for repeated and concurrent requests with the same clientId', async () => {
    const { ann, bo, groupId } = await aGroupOfThree()
    const { id } = await aPost(ann, groupId, 'vad tycker ni?')
    const content = { message: 'en gång', clientId: randomUUID() }
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => as(bo).post<GroupComment>(`${messagePath(groupId, id)}/comments`, content)),
    )
    for (const { status, body } of responses)
      expect({ status, body }).toEqual({ status: 201, body: responses[0]?.body })
    expect(await listPushes(groupId, 'group:comment')).toHaveLength(1)
    expect((await readChat(ann, groupId)).messages[0]).toMatchObject({ commentCount: 1 })
  })

  test('have versions without gaps and are all counted when thirty are concurrent', async () => {
    const { ann, bo, cia, groupId } = await aGroupOfThree()
    const ids = [await aPost(ann, groupId, 'ett'), await aPost(ann, groupId, 'två')].map(({ id }) => id)
    const responses = await Promise.all(
      Array.from({ length: 30 }, (_, n) => postComment(n % 3 ? bo : cia, groupId, ids[n % 2] ?? '', `nummer ${n}`)),
    )
    expect(responses.every(({ status }) => status === 201)).toBe(true)
    const comments = (await listMessages(groupId)).filter(({ parentId }) => parentId)
    expect(comments.map(({ version }) => version)).toEqual(Array.from({ length: 30 }, (_, n) => n + 4))
    expect((await readChat(ann, groupId)).messages.map(({ commentCount }) => commentCount)).toEqual([15, 15])
  })

  test('are deleted by their author or an admin, and leave a tombstone', {
    tags: 'group-chats.delete-comment',
  }, async () => {
    const { ann, bo, cia, groupId } = await aGroupOfThree()
    const team = await aMember(ctx.db, { level: 'ADMIN' })
    const { id } = await aPost(ann, groupId, 'vad tycker ni?')
    const deleteComment = (member: typeof ann, commentId: string) =>
      as(member).post(`${messagePath(groupId, id)}/comments/${commentId}/delete`)
    for (const member of [bo, ann]) {
      const { body } = await postComment(bo, groupId, id, 'dumt sagt')
      for (const other of [cia, team]) expect((await deleteComment(other, body.id)).status).toBe(403)
      const responses = await Promise.all([deleteComment(member, body.id), deleteComment(member, body.id)])
      expect(responses.map(({ status }) => status)).toEqual([204, 204])
    }
    const { group, messages } = await readChat(cia, groupId)
    expect(messages[0]).toMatchObject({ commentCount: 0 })
    expect(messages[0]?.comments.map(({ deleted, message }) => [deleted, message])).toEqual(Array(2).fill([true, null]))
    expect(pickPreview(group)).toEqual({ lastMessage: 'vad tycker ni?', lastMessageSender: ann.userName })
    const lastPush = (await listPushes(groupId, 'group:comment')).at(-1)
    expect(lastPush).toMatchObject({ push: { commentCount: 0, version: group.version, comment: { deleted: true } } })
    expect(await listPushes(groupId, 'group:comment')).toHaveLength(4)
    expect(await countUnread(cia, groupId)).toBe(1)
  })

  test('cannot be added to deleted posts, to comments, or to posts of other groups', async () => {
    const { ann, groupId } = await aGroupOfThree()
    const otherGroup = await aGroupOfThree()
    const { id } = await aPost(ann, groupId, 'här')
    const foreignMessage = await aPost(otherGroup.ann, otherGroup.groupId, 'där')
    const { body } = await postComment(ann, groupId, id)
    for (const invalidId of [foreignMessage.id, body.id, '900000000000000000'])
      expect((await postComment(ann, groupId, invalidId)).body).toMatchObject({ code: 'NOT_FOUND' })
    await as(ann).post(`${messagePath(groupId, id)}/delete`)
    expect((await postComment(ann, groupId, id)).body).toMatchObject({ code: 'CONFLICT' })
    expect((await readChat(ann, groupId)).messages[0]).toMatchObject({ deleted: true, commentCount: 1 })
  })

  test('stay on a deleted post, and can still be deleted', async () => {
    const { ann, bo, groupId } = await aGroupOfThree()
    const { id } = await aPost(ann, groupId, 'här')
    const { body } = await postComment(bo, groupId, id, 'mitt svar')
    await as(ann).post(`${messagePath(groupId, id)}/delete`)
    expect((await readChat(ann, groupId)).messages[0]?.comments).toMatchObject([{ message: 'mitt svar' }])
    expect((await as(bo).post(`${messagePath(groupId, id)}/comments/${body.id}/delete`)).status).toBe(204)
  })

  test('are not found under another post', async () => {
    const { ann, groupId } = await aGroupOfThree()
    const otherGroup = await aGroupOfThree()
    const [first, second] = [await aPost(ann, groupId, 'ett'), await aPost(ann, groupId, 'två')]
    const { body } = await postComment(ann, groupId, first.id)
    const foreignMessage = await aPost(otherGroup.ann, otherGroup.groupId, 'där')
    for (const wrongPath of [
      messagePath(groupId, second.id),
      messagePath(groupId, foreignMessage.id),
      messagePath(otherGroup.groupId, first.id),
    ]) {
      const member = wrongPath.includes(`/${otherGroup.groupId}/`) ? otherGroup.ann : ann
      expect((await as(member).post(`${wrongPath}/comments/${body.id}/delete`)).body).toMatchObject({
        code: 'NOT_FOUND',
      })
    }
    expect((await as(ann).post(`${messagePath(groupId, body.id)}/delete`)).body).toMatchObject({ code: 'NOT_FOUND' })
    expect((await readChat(ann, groupId)).messages[0]).toMatchObject({ commentCount: 1 })
  })
})

describe('editing a comment', () => {
  const commentPath = (groupId: string, postId: string, id: string) =>
    `${messagePath(groupId, postId)}/comments/${id}/edit`

  test('changes its text and the preview, with a push and a resync, but no unread count', {
    tags: 'group-chats.edit-comment',
  }, async () => {
    const { ann, bo, groupId } = await aGroupOfThree()
    const post = await aPost(ann, groupId, 'vad tycker ni?')
    const comment = (await postComment(bo, groupId, post.id, 'jag vet inet')).body
    const before = await readChat(ann, groupId)
    const path = commentPath(groupId, post.id, comment.id)
    const response = await as(bo).post<GroupComment>(path, { message: 'jag vet inte' })
    expect(response).toMatchObject({ status: 200, body: { id: comment.id, message: 'jag vet inte', mine: true } })
    const { group, messages } = await readChat(ann, groupId, `?since=${before.group.version}`)
    const [edited] = messages[0]?.comments ?? []
    expect(edited).toMatchObject({ message: 'jag vet inte', editTime: response.body.editTime, mine: false })
    expect(pickPreview(group)).toEqual({ lastMessage: 'jag vet inte', lastMessageSender: bo.userName })
    expect(group).toMatchObject({
      newMessages: before.group.newMessages,
      lastUpdate: before.group.lastUpdate,
      version: before.group.version + 1,
    })
    expect((await listPushes(groupId, 'group:comment')).at(-1)?.push).toMatchObject({
      messageId: post.id,
      version: group.version,
      commentCount: 1,
      comment: { id: comment.id, message: 'jag vet inte' },
    })
    await as(bo).post(path, { message: 'jag vet inte' })
    expect(await readVersion(groupId)).toBe(group.version)
  })

  test('is limited to its author, for 15 minutes, while it is not deleted', async () => {
    const { ann, bo, groupId } = await aGroupOfThree()
    const post = await aPost(ann, groupId, 'vad tycker ni?')
    const otherPost = await aPost(ann, groupId, 'och här?')
    const { id } = (await postComment(bo, groupId, post.id, 'mitt')).body
    const edit = async (member: typeof ann, postId = post.id) =>
      (await as(member).post(commentPath(groupId, postId, id), { message: 'nytt' })).status
    const setAge = (ageMs: number) =>
      ctx.db
        .updateTable('group_messages')
        .set({ sentAt: new Date(ctx.now().getTime() - ageMs).toISOString() })
        .where('id', '=', id)
        .execute()
    expect(await edit(ann)).toBe(403)
    expect(await edit(bo, otherPost.id)).toBe(404)
    await setAge(EDIT_PERIOD_MS)
    expect(await edit(bo)).toBe(409)
    await setAge(EDIT_PERIOD_MS - 5_000)
    expect(await edit(bo)).toBe(200)
    await as(bo).post(`${messagePath(groupId, post.id)}/comments/${id}/delete`)
    expect(await edit(bo)).toBe(409)
  })
})
