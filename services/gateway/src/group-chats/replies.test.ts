import { randomUUID } from 'node:crypto'
import type { GroupMessage } from '@app/contract/groups'
import type { Quote } from '@app/contract/replies'
import { countLockWaiters } from '@app/server/testing/locks'
import type { TestMember } from '@app/server/testing/members'
import { aPhoto, signedUrl } from '@app/server/testing/photos'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { setUpTestGateway, UNUSED_ID } from '../testing.ts'
import { setUpTestSubscribers } from '../testing-subscribers.ts'
import { createGroupChatHelpers } from './testing.ts'

const gateway = await setUpTestGateway()
const { ctx, as } = gateway
const { aGroupOfThree, aPost, messagePath, postComment, readChat, reply } = createGroupChatHelpers(gateway)
const subscribe = await setUpTestSubscribers(ctx)

const block = (member: TestMember, other: TestMember) => as(member).post('/blocks', { userName: other.userName })
const INVALID_REPLY = {
  status: 400,
  body: { code: 'VALIDATION', fields: [expect.objectContaining({ path: 'replyTo' })] },
}
const createEmptyQuote = (id: string): Quote => ({
  ...{ id, senderName: '', mine: false, message: null, photo: false, deleted: true },
})

/** Reads the quote of the newest post, or of the newest comment on the only post. */
const readQuote = async (member: TestMember, groupId: string, kind: 'post' | 'comment') => {
  const { messages } = await readChat(member, groupId)
  return (kind === 'post' ? messages.at(-1) : messages[0]?.comments.at(-1))?.replyTo
}

/** Creates a post or a comment to reply to, and returns its id and the path for replies. */
async function aTarget(kind: 'post' | 'comment', author: TestMember, groupId: string, message: string) {
  const post = await aPost(author, groupId, message)
  if (kind === 'post') return { id: post.id, path: messagePath(groupId), own: messagePath(groupId, post.id) }
  const { body } = await postComment(author, groupId, post.id, message)
  const path = `${messagePath(groupId, post.id)}/comments`
  return { id: body.id, path, own: `${path}/${body.id}` }
}

describe.each(['post', 'comment'] as const)('a reply to a %s', (kind) => {
  test('quotes it in its response, in the push to each member and in later loads', {
    tags: 'group-chats.reply',
  }, async () => {
    const { ann, bo, cia, groupId } = await aGroupOfThree()
    const { id, path } = await aTarget(kind, ann, groupId, `Vem kommer ${'?'.repeat(100)}`)
    const subscribers = [await subscribe(ann), await subscribe(bo), await subscribe(cia)]
    const response = await reply(bo, path, id)
    const quote = {
      ...{ id, senderName: ann.userName, message: `Vem kommer ${'?'.repeat(69)}`, photo: false, deleted: false },
    }
    expect(response).toMatchObject({ status: 201, body: { mine: true, replyTo: { ...quote, mine: false } } })
    for (const [index, member] of [ann, bo, cia].entries()) {
      const expected = { ...quote, mine: member === ann }
      expect(await readQuote(member, groupId, kind)).toEqual(expected)
      const listQuotes = () =>
        kind === 'post'
          ? subscribers[index]?.listReceived('group:message').flatMap(({ message }) => message.replyTo ?? [])
          : subscribers[index]?.listReceived('group:comment').flatMap(({ comment }) => comment.replyTo ?? [])
      await expect.poll(listQuotes).toEqual([expected])
    }
  })

  test('can contain a photo, and is stored once if it is repeated', async () => {
    const { ann, bo, groupId } = await aGroupOfThree()
    const { id, path } = await aTarget(kind, bo, groupId, 'Visa en bild')
    const photoUrl = signedUrl(ctx, ann, await aPhoto(ctx, ann, { groupId }))
    const body = { message: 'Så här', photoUrl, clientId: randomUUID(), replyTo: id }
    const responses = await Promise.all(Array.from({ length: 10 }, () => as(ann).post<GroupMessage>(path, body)))
    const [first] = responses
    expect(first?.body).toMatchObject({
      replyTo: { id, senderName: bo.userName, mine: false, message: 'Visa en bild' },
    })
    for (const response of responses) expect(response).toMatchObject({ status: 201, body: { id: first?.body.id } })
    expect(responses[9]?.body.replyTo).toEqual(first?.body.replyTo)
  })

  test.each([
    ['an admin', 'ann'],
    ['its author', 'bo'],
  ] as const)('shows no text of it once %s has deleted it', async (_, deleter) => {
    const { bo, groupId, ...members } = await aGroupOfThree()
    const { id, path, own } = await aTarget(kind, bo, groupId, 'Borta')
    await reply(bo, path, id)
    expect((await as({ bo, ...members }[deleter]).post(`${own}/delete`)).status).toBeLessThan(300)
    const expected = { ...createEmptyQuote(id), senderName: bo.userName, mine: true }
    expect(await readQuote(bo, groupId, kind)).toEqual(expected)
    expect((await reply(bo, path, id, 'till det borttagna')).body.replyTo).toEqual(expected)
  })

  test('shows neither the name nor the text of a member who is hidden from the reader, also in pushes', {
    tags: 'group-chats.hidden-quotes',
  }, async () => {
    const { ann, bo, cia, groupId } = await aGroupOfThree()
    const { id, path } = await aTarget(kind, cia, groupId, 'Före')
    const annView = await subscribe(ann)
    const boView = await subscribe(bo)
    await block(bo, cia)
    const response = await reply(ann, path, id)
    expect(response.body.replyTo).toMatchObject({ senderName: cia.userName, message: 'Före' })
    const listQuotes = (subscriber: typeof boView) => () =>
      [...subscriber.listReceived('group:message').map(({ message }) => message)]
        .concat(subscriber.listReceived('group:comment').map(({ comment }) => comment as never))
        .flatMap(({ replyTo }) => replyTo ?? [])
    await expect.poll(listQuotes(boView)).toEqual([createEmptyQuote(id)])
    await expect.poll(listQuotes(annView)).toMatchObject([{ message: 'Före' }])
    expect(await readQuote(bo, groupId, kind)).toEqual(createEmptyQuote(id))
    expect((await reply(bo, path, id)).body.replyTo).toEqual(createEmptyQuote(id))
    await ctx.db.updateTable('members').set({ deletedAt: ctx.now().toISOString() }).where('id', '=', cia.id).execute()
    expect(await readQuote(ann, groupId, kind)).toEqual(createEmptyQuote(id))
  })

  test('requires a target in the same list that the author can see', { tags: 'group-chats.reply-target' }, async () => {
    const { ann, bo, cia, groupId } = await aGroupOfThree()
    const { path } = await aTarget(kind, ann, groupId, 'Här')
    const otherGroup = await aGroupOfThree()
    const foreign = await aTarget(kind, otherGroup.ann, otherGroup.groupId, 'Där')
    const other = await aPost(bo, groupId, 'Ett annat inlägg')
    const comment = await postComment(bo, groupId, other.id)
    await block(bo, cia)
    const hidden = await aTarget(kind, cia, groupId, 'Efter')
    const targets = [foreign.id, comment.body.id, UNUSED_ID, ...(kind === 'comment' ? [other.id] : [hidden.id])]
    for (const replyTo of targets) {
      const photoUrl = signedUrl(ctx, bo, await aPhoto(ctx, bo, { groupId }))
      expect(await as(bo).post(path, { message: 'Svar', replyTo })).toMatchObject(INVALID_REPLY)
      expect(await as(bo).post(path, { photoUrl, replyTo })).toMatchObject(INVALID_REPLY)
      expect((await as(bo).post(path, { photoUrl })).status).toBe(201)
    }
    expect((await as(bo).post(path, { message: 'Svar', replyTo: 'x' })).status).toBe(400)
  })

  test('never shows text that is deleted while the reply waits for the lock of the group', async () => {
    const { ann, bo, groupId } = await aGroupOfThree()
    const { id, path } = await aTarget(kind, ann, groupId, 'Hemligt')
    const { pending } = await ctx.db.transaction().execute(async (tx) => {
      await sql`select from groups where id = ${groupId} for update`.execute(tx)
      const pending = reply(bo, path, id)
      await expect.poll(() => countLockWaiters(ctx)).toBe(1)
      const cleared = { message: null, deletedAt: ctx.now().toISOString() }
      await tx.updateTable('group_messages').set(cleared).where('id', '=', id).execute()
      return { pending }
    })
    expect((await pending).body.replyTo).toMatchObject({ message: null, deleted: true })
  })
})
