import { randomUUID } from 'node:crypto'
import type { GroupComment, GroupMessage } from '@app/contract/groups'
import { aMember } from '@app/server/testing/members'
import { describe, expect, test } from 'vitest'
import { setUpTestGateway } from '../testing.ts'
import { groupChat, pickPreview } from './testing.ts'

const gateway = await setUpTestGateway()
const { ctx, as } = gateway
const { aGroupOfThree, comment, listMessages, path, read, postText, listPushes, countUnread } = groupChat(gateway)

const readVersion = async (groupId: string) =>
  (await ctx.db.selectFrom('groups').select('version').where('id', '=', groupId).executeTakeFirstOrThrow()).version

/** Returns a message without comments and their count, which the push of its change omits. */
const withoutComments = ({ comments: _, commentCount: __, ...message }: GroupMessage) => message

describe('editing a message', () => {
  test('changes and marks the text, with a push equal to a fresh load', {
    tags: 'group-chats.edit-message',
  }, async () => {
    const { ann, bo, groupId } = await aGroupOfThree()
    const { id } = await postText(ann, groupId, 'med felk')
    const response = await as(ann).post<GroupMessage>(path(groupId, id), { message: ' med fel ' })
    expect(response).toMatchObject({ status: 200, body: { id, message: 'med fel', mine: true } })
    expect(response.body.editTime).not.toBeNull()
    const { group, messages } = await read(bo, groupId)
    expect(messages).toMatchObject([{ message: 'med fel', mine: false }])
    expect(pickPreview(group)).toEqual({ lastMessage: 'med fel', lastMessageSender: ann.userName })
    const [envelope, ...others] = await listPushes(groupId, 'group:message-changed')
    expect(others).toEqual([])
    expect(envelope).toMatchObject({ author: ann.id, push: { version: group.version } })
    expect(envelope?.push.message).toEqual(messages.map(withoutComments)[0])
  })

  test('with the same text changes nothing, even if ten requests are concurrent', async () => {
    const { ann, groupId } = await aGroupOfThree()
    const { id } = await postText(ann, groupId, 'först')
    const edits = Array.from({ length: 10 }, () => as(ann).post(path(groupId, id), { message: 'sedan' }))
    expect((await Promise.all(edits)).map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(await readVersion(groupId)).toBe(3)
    expect(await listPushes(groupId, 'group:message-changed')).toHaveLength(1)
  })

  test('keeps the preview if the message is not the last', async () => {
    const { ann, groupId } = await aGroupOfThree()
    const { id } = await postText(ann, groupId, 'först')
    await postText(ann, groupId, 'sist')
    await as(ann).post(path(groupId, id), { message: 'ändrat' })
    expect(pickPreview((await read(ann, groupId)).group)).toMatchObject({ lastMessage: 'sist' })
  })

  test('is limited to the author, and to messages that exist and are not deleted', async () => {
    const { ann, bo, groupId } = await aGroupOfThree()
    const { id } = await postText(bo, groupId, 'mitt')
    const { body } = await comment(bo, groupId, id)
    const edit = async (member: typeof ann, messageId: string, message: unknown = 'nytt') =>
      (await as(member).post<{ code: string }>(path(groupId, messageId), { message })).body.code
    expect(await edit(ann, id)).toBe('FORBIDDEN')
    expect(await edit(bo, body.id)).toBe('NOT_FOUND')
    for (const invalidText of ['', 'x', null, 7, 'x'.repeat(1001)])
      expect(await edit(bo, id, invalidText)).toBe('VALIDATION')
    await as(bo).post(`${path(groupId, id)}/delete`)
    expect(await edit(bo, id)).toBe('CONFLICT')
    expect(await listPushes(groupId, 'group:message-changed')).toHaveLength(1)
  })
})

describe('deleting a message', () => {
  test('leaves a placeholder and removes it from preview and counts', {
    tags: 'group-chats.deleted-message-placeholder',
  }, async () => {
    const { ann, bo, cia, groupId } = await aGroupOfThree()
    await postText(bo, groupId, 'kvar')
    const { id } = await postText(ann, groupId, 'ångrar mig')
    await as(bo).post(`/groups/${groupId}/mark-read/${id}`)
    expect((await as(ann).post(`${path(groupId, id)}/delete`)).status).toBe(204)
    const { group, messages } = await read(cia, groupId)
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
    const { id } = await postText(ann, groupId, 'ångrar mig')
    const responses = await Promise.all(Array.from({ length: 10 }, () => as(ann).post(`${path(groupId, id)}/delete`)))
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(204))
    expect(await readVersion(groupId)).toBe(3)
    expect(await listPushes(groupId, 'group:message-changed')).toHaveLength(1)
    expect(await countUnread(bo, groupId)).toBe(0)
  })

  test('is limited to its author, the admins of the group and the team', {
    tags: 'group-chats.delete-message-roles',
  }, async () => {
    const { ann, bo, cia, groupId } = await aGroupOfThree()
    const team = await aMember(ctx.db, { level: 'ADMIN' })
    const [one, two] = [await postText(bo, groupId, 'ett'), await postText(bo, groupId, 'två')]
    for (const outsider of [cia, await aMember(ctx.db)])
      expect((await as(outsider).post(`${path(groupId, one.id)}/delete`)).body).toMatchObject({ code: 'FORBIDDEN' })
    expect((await as(ann).post(`${path(groupId, one.id)}/delete`)).status).toBe(204)
    expect((await as(team).post(`${path(groupId, two.id)}/delete`)).status).toBe(204)
    expect((await as(team).get(path(groupId))).status).toBe(403)
  })

  test('leaves an empty preview if it was the only one', async () => {
    const { ann, groupId } = await aGroupOfThree()
    const { id } = await postText(ann, groupId, 'den enda')
    await as(ann).post(`${path(groupId, id)}/delete`)
    expect(pickPreview((await read(ann, groupId)).group)).toEqual({ lastMessage: null, lastMessageSender: null })
  })

  test('the preview never shows a message of a member being deleted', async () => {
    const { ann, bo, cia, groupId } = await aGroupOfThree()
    await postText(cia, groupId, 'äldst')
    await postText(bo, groupId, 'hemligt')
    const { id } = await postText(ann, groupId, 'ångrar mig')
    await ctx.db.updateTable('members').set({ deletedAt: new Date().toISOString() }).where('id', '=', bo.id).execute()
    await as(ann).post(`${path(groupId, id)}/delete`)
    expect(pickPreview((await read(cia, groupId)).group)).toEqual({
      lastMessage: 'äldst',
      lastMessageSender: cia.userName,
    })
  })
})

describe('comments', () => {
  test('belong to their message, update it and the preview, and raise no unread count', {
    tags: 'group-chats.comment',
  }, async () => {
    const { ann, bo, cia, groupId } = await aGroupOfThree()
    const { id, lastUpdate } = await postText(ann, groupId, 'vad tycker ni?')
    await postText(cia, groupId, 'något annat')
    const response = await comment(bo, groupId, id, 'bra!')
    expect(response).toMatchObject({ status: 201, body: { message: 'bra!', userName: bo.userName, mine: true } })
    const { group, messages } = await read(cia, groupId)
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
    const { id } = await postText(ann, groupId, 'vad tycker ni?')
    const send = { message: 'en gång', clientId: randomUUID() }
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => as(bo).post<GroupComment>(`${path(groupId, id)}/comments`, send)),
    )
    for (const { status, body } of responses)
      expect({ status, body }).toEqual({ status: 201, body: responses[0]?.body })
    expect(await listPushes(groupId, 'group:comment')).toHaveLength(1)
    expect((await read(ann, groupId)).messages[0]).toMatchObject({ commentCount: 1 })
  })

  test('have versions without gaps and are all counted when thirty are concurrent', async () => {
    const { ann, bo, cia, groupId } = await aGroupOfThree()
    const ids = [await postText(ann, groupId, 'ett'), await postText(ann, groupId, 'två')].map(({ id }) => id)
    const responses = await Promise.all(
      Array.from({ length: 30 }, (_, n) => comment(n % 3 ? bo : cia, groupId, ids[n % 2] ?? '', `nummer ${n}`)),
    )
    expect(responses.every(({ status }) => status === 201)).toBe(true)
    const comments = (await listMessages(groupId)).filter(({ parentId }) => parentId)
    expect(comments.map(({ version }) => version)).toEqual(Array.from({ length: 30 }, (_, n) => n + 4))
    expect((await read(ann, groupId)).messages.map(({ commentCount }) => commentCount)).toEqual([15, 15])
  })

  test('are deleted by their author, an admin or the team, and leave a placeholder', {
    tags: 'group-chats.delete-comment',
  }, async () => {
    const { ann, bo, cia, groupId } = await aGroupOfThree()
    const team = await aMember(ctx.db, { level: 'ADMIN' })
    const { id } = await postText(ann, groupId, 'vad tycker ni?')
    const deleteComment = (member: typeof ann, commentId: string) =>
      as(member).post(`${path(groupId, id)}/comments/${commentId}/delete`)
    for (const member of [bo, ann, team]) {
      const { body } = await comment(bo, groupId, id, 'dumt sagt')
      expect((await deleteComment(cia, body.id)).status).toBe(403)
      const responses = await Promise.all([deleteComment(member, body.id), deleteComment(member, body.id)])
      expect(responses.map(({ status }) => status)).toEqual([204, 204])
    }
    const { group, messages } = await read(cia, groupId)
    expect(messages[0]).toMatchObject({ commentCount: 0 })
    expect(messages[0]?.comments.map(({ deleted, message }) => [deleted, message])).toEqual(Array(3).fill([true, null]))
    expect(pickPreview(group)).toEqual({ lastMessage: 'vad tycker ni?', lastMessageSender: ann.userName })
    const lastPush = (await listPushes(groupId, 'group:comment')).at(-1)
    expect(lastPush).toMatchObject({ push: { commentCount: 0, version: group.version, comment: { deleted: true } } })
    expect(await listPushes(groupId, 'group:comment')).toHaveLength(6)
    expect(await countUnread(cia, groupId)).toBe(1)
  })

  test('cannot be added to deleted messages, to comments, or to messages of other groups', async () => {
    const { ann, groupId } = await aGroupOfThree()
    const other = await aGroupOfThree()
    const { id } = await postText(ann, groupId, 'här')
    const foreignMessage = await postText(other.ann, other.groupId, 'där')
    const { body } = await comment(ann, groupId, id)
    for (const invalidId of [foreignMessage.id, body.id, '900000000000000000'])
      expect((await comment(ann, groupId, invalidId)).body).toMatchObject({ code: 'NOT_FOUND' })
    await as(ann).post(`${path(groupId, id)}/delete`)
    expect((await comment(ann, groupId, id)).body).toMatchObject({ code: 'CONFLICT' })
    expect((await read(ann, groupId)).messages[0]).toMatchObject({ deleted: true, commentCount: 1 })
  })

  test('stay on a deleted message, and can still be deleted', async () => {
    const { ann, bo, groupId } = await aGroupOfThree()
    const { id } = await postText(ann, groupId, 'här')
    const { body } = await comment(bo, groupId, id, 'mitt svar')
    await as(ann).post(`${path(groupId, id)}/delete`)
    expect((await read(ann, groupId)).messages[0]?.comments).toMatchObject([{ message: 'mitt svar' }])
    expect((await as(bo).post(`${path(groupId, id)}/comments/${body.id}/delete`)).status).toBe(204)
  })

  test('are not found under another message', async () => {
    const { ann, groupId } = await aGroupOfThree()
    const other = await aGroupOfThree()
    const [one, two] = [await postText(ann, groupId, 'ett'), await postText(ann, groupId, 'två')]
    const { body } = await comment(ann, groupId, one.id)
    const foreignMessage = await postText(other.ann, other.groupId, 'där')
    for (const wrongPath of [path(groupId, two.id), path(groupId, foreignMessage.id), path(other.groupId, one.id)]) {
      const member = wrongPath.includes(`/${other.groupId}/`) ? other.ann : ann
      expect((await as(member).post(`${wrongPath}/comments/${body.id}/delete`)).body).toMatchObject({
        code: 'NOT_FOUND',
      })
    }
    expect((await as(ann).post(`${path(groupId, body.id)}/delete`)).body).toMatchObject({ code: 'NOT_FOUND' })
    expect((await read(ann, groupId)).messages[0]).toMatchObject({ commentCount: 1 })
  })
})
