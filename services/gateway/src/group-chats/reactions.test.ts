import type { GroupComment, GroupMessage } from '@app/contract/groups'
import { Reaction } from '@app/contract/reactions'
import type { TestMember } from '@app/server/testing/members'
import { describe, expect, test } from 'vitest'
import { setUpTestGateway } from '../testing.ts'
import { setUpTestSubscribers } from '../testing-subscribers.ts'
import { createGroupChatHelpers } from './testing.ts'

const gateway = await setUpTestGateway()
const { ctx, as } = gateway
const { aGroupOfThree, aPost, listPushes, messagePath, postComment, react, readChat } = createGroupChatHelpers(gateway)
const subscribe = await setUpTestSubscribers(ctx)

const block = (member: TestMember, other: TestMember) => as(member).post('/blocks', { userName: other.userName })

/** Creates a post and, for the kind `comment`, a comment on it. */
async function aTarget(kind: 'post' | 'comment', author: TestMember, groupId: string) {
  const post = await aPost(author, groupId, 'Titta')
  const path = messagePath(groupId, post.id)
  const comment = kind === 'comment' ? (await postComment(author, groupId, post.id)).body : null
  const id = comment?.id ?? post.id
  return {
    id,
    postId: post.id,
    path: comment ? `${path}/comments/${comment.id}` : path,
    read: async (member: TestMember, query = ''): Promise<GroupMessage | GroupComment | undefined> => {
      const message = (await readChat(member, groupId, query)).messages.find((message) => message.id === post.id)
      return comment ? message?.comments.find((candidate) => candidate.id === id) : message
    },
  }
}

describe.each(['post', 'comment'] as const)('a reaction to a %s', (kind) => {
  test('is set, replaced and removed, and pushed to all members, without changing unread counts or previews', {
    tags: 'group-chats.react',
  }, async () => {
    const { ann, bo, cia, groupId } = await aGroupOfThree()
    const { id, postId, path, read } = await aTarget(kind, ann, groupId)
    const [boView, ciaView] = [await subscribe(bo), await subscribe(cia)]
    const { lastUpdate, lastMessage, newMessages } = (await readChat(cia, groupId)).group
    let previous: Reaction | null = null
    for (const [index, reaction] of ([...Reaction.options, null] as const).entries()) {
      const { version } = (await readChat(ann, groupId)).group
      const response = await react(bo, path, reaction)
      expect(response).toMatchObject({ status: 200, body: { id } })
      expect(response.body).toEqual(await read(bo))
      for (const member of [ann, bo, cia])
        for (const query of ['', `?since=${version}`])
          expect((await read(member, query))?.reactions).toEqual(
            reaction ? [{ reaction, count: 1, mine: member === bo }] : undefined,
          )
      const parentId = kind === 'comment' ? postId : null
      const push = {
        type: 'group:reaction',
        groupId,
        version: version + 1,
        messageId: id,
        parentId,
        previous,
        reaction,
      }
      await expect.poll(() => ciaView.listReceived('group:reaction')[index]).toEqual({ ...push, mine: false })
      await expect.poll(() => boView.listReceived('group:reaction')[index]).toEqual({ ...push, mine: true })
      previous = reaction
    }
    expect((await readChat(cia, groupId)).group).toMatchObject({ lastUpdate, lastMessage, newMessages })
  })

  test("is counted for several members, in the order of the set, and marks the viewer's own", async () => {
    const { ann, bo, cia, groupId } = await aGroupOfThree()
    const { path, read } = await aTarget(kind, ann, groupId)
    for (const [member, reaction] of [
      [ann, 'THUMB'],
      [bo, 'HEART'],
      [cia, 'THUMB'],
    ] as const)
      await react(member, path, reaction)
    expect((await read(cia))?.reactions).toEqual([
      { reaction: 'HEART', count: 1, mine: false },
      { reaction: 'THUMB', count: 2, mine: true },
    ])
  })

  test('changes nothing if it is repeated, or if a missing one is removed', async () => {
    const { ann, bo, groupId } = await aGroupOfThree()
    const { path } = await aTarget(kind, ann, groupId)
    expect((await react(bo, path, null)).status).toBe(200)
    await Promise.all(Array.from({ length: 10 }, () => react(bo, path, 'WOW')))
    expect(await listPushes(groupId, 'group:reaction')).toHaveLength(1)
  })

  test('has a push and a version for each concurrent change by two members', async () => {
    const { ann, bo, groupId } = await aGroupOfThree()
    const { path, read } = await aTarget(kind, ann, groupId)
    const { version } = (await readChat(ann, groupId)).group
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        [ann, bo].map((member) => react(member, path, n % 2 ? null : 'FIRE')),
      ).flat(),
    )
    for (const { status } of responses) expect(status).toBe(200)
    const pushes = await listPushes(groupId, 'group:reaction')
    expect(pushes.map(({ push }) => push.version)).toEqual(pushes.map((_, index) => version + index + 1))
    const net = pushes.reduce((sum, { push }) => sum + (push.reaction ? 1 : 0) - (push.previous ? 1 : 0), 0)
    expect((await read(ann))?.reactions?.[0]?.count ?? 0).toBe(net)
  })

  test('is neither counted for nor pushed to members from whom its author is hidden', {
    tags: 'group-chats.hidden-reactions',
  }, async () => {
    const { ann, bo, cia, groupId } = await aGroupOfThree()
    const { id, path, read } = await aTarget(kind, ann, groupId)
    await react(cia, path, 'HEART')
    await react(bo, path, 'HEART')
    const boView = await subscribe(bo)
    await block(bo, cia)
    expect((await read(bo))?.reactions).toEqual([{ reaction: 'HEART', count: 1, mine: true }])
    expect((await read(cia))?.reactions).toEqual([{ reaction: 'HEART', count: 1, mine: true }])
    expect((await read(ann))?.reactions).toEqual([{ reaction: 'HEART', count: 2, mine: false }])
    await react(cia, path, 'FIRE')
    await react(ann, path, 'WOW')
    const listLater = () => boView.listReceived('group:reaction').filter(({ reaction }) => reaction !== 'HEART')
    await expect.poll(listLater).toMatchObject([{ messageId: id, reaction: 'WOW' }])
    await ctx.db.updateTable('members').set({ deletedAt: ctx.now().toISOString() }).where('id', '=', cia.id).execute()
    expect((await read(ann))?.reactions).toEqual([
      { reaction: 'HEART', count: 1, mine: false },
      { reaction: 'WOW', count: 1, mine: true },
    ])
    await ctx.db.updateTable('members').set({ deletedAt: null }).where('id', '=', cia.id).execute()
    await as(bo).post('/blocks/remove', { id: cia.id })
    expect((await read(bo))?.reactions).toEqual([
      { reaction: 'HEART', count: 1, mine: true },
      { reaction: 'FIRE', count: 1, mine: false },
      { reaction: 'WOW', count: 1, mine: false },
    ])
  })

  test('is rejected on a message of a hidden member, and not pushed to members who cannot see that message', async () => {
    const { ann, bo, cia, groupId } = await aGroupOfThree()
    const early = await aTarget(kind, cia, groupId)
    const [boView, annView] = [await subscribe(bo), await subscribe(ann)]
    await block(bo, cia)
    const late = await aTarget(kind, cia, groupId)
    expect(await react(bo, early.path, 'HEART')).toMatchObject({ status: 409 })
    expect(await react(bo, late.path, 'HEART')).toMatchObject({ status: 404 })
    await react(ann, early.path, 'HEART')
    await react(ann, late.path, 'HEART')
    await expect.poll(() => annView.listReceived('group:reaction')).toHaveLength(2)
    await aPost(ann, groupId, 'synligt')
    await expect.poll(() => boView.listReceived('group:message')).toHaveLength(1)
    expect(boView.listReceived('group:reaction')).toEqual([])
    expect(await early.read(bo)).not.toHaveProperty('reactions')
  })

  test('is removed with the message, and rejected on a deleted message or if it is unknown', async () => {
    const { ann, bo, groupId } = await aGroupOfThree()
    const { id, path, read } = await aTarget(kind, bo, groupId)
    expect((await react(bo, path, 'SAD')).status).toBe(200)
    for (const reaction of ['sad', '😢', '', 1, undefined])
      expect((await as(bo).post(`${path}/react`, { reaction })).status).toBe(400)
    await as(ann).post(`${path}/delete`)
    if (kind === 'post') expect(await read(bo)).not.toHaveProperty('reactions')
    expect((await react(bo, path, 'HEART')).status).toBe(409)
    const stored = ctx.db.selectFrom('group_reactions').selectAll().where('messageId', '=', id)
    expect(await stored.execute()).toEqual([])
  })
})
