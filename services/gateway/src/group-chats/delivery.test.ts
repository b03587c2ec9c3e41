import { expect, test } from 'vitest'
import { setUpTestGateway } from '../testing.ts'
import { setUpTestSubscribers } from '../testing-subscribers.ts'
import { createGroupChatHelpers } from './testing.ts'

const gateway = await setUpTestGateway()
const { ctx, as } = gateway
const { aGroupOfThree, aPost, postComment } = createGroupChatHelpers(gateway)
const subscribe = await setUpTestSubscribers(ctx)

test('a message reaches every member of the group, with `mine` and `ignored` set for each of them', async () => {
  const { ann, bo, cia, groupId } = await aGroupOfThree()
  await as(cia).post('/ignore', ann.userName)
  const subscribers = await Promise.all([ann, bo, cia].map(subscribe))
  const { id } = await aPost(ann, groupId, 'hej alla')
  await postComment(ann, groupId, id)
  await expect
    .poll(() => subscribers.map(({ listReceived }) => listReceived('group:comment').length))
    .toEqual([1, 1, 1])
  const views = subscribers.map(({ listReceived }) =>
    listReceived('group:message').map(({ message }) => [message.mine, message.ignored]),
  )
  expect(views).toEqual([[[true, false]], [[false, false]], [[false, true]]])
  const [ownPush] = subscribers[0]?.listReceived('group:message') ?? []
  expect(ownPush?.message).toMatchObject({ id, mine: true })
})

test('a removed member receives no later message, even while members are sending concurrently', async () => {
  const { ann, bo, cia, groupId } = await aGroupOfThree()
  const [boSubscriber, ciaSubscriber] = [await subscribe(bo), await subscribe(cia)]
  const requests = Array.from({ length: 20 }, (_, n) => aPost(n % 2 ? ann : cia, groupId, `nummer ${n}`))
  await Promise.all([...requests, as(ann).post(`/groups/${groupId}/members/${encodeURIComponent(bo.userName)}/remove`)])
  await aPost(ann, groupId, 'äntligen ensamma')
  await expect.poll(() => ciaSubscriber.listReceived('group:message').length).toBe(21)
  await expect.poll(() => ciaSubscriber.listReceived('group:info').length).toBe(1)
  const removalVersion = ciaSubscriber.listReceived('group:info')[0]?.version ?? 0
  const versions = boSubscriber.listReceived('group:message').map(({ version }) => version)
  expect(versions.filter((version) => version > removalVersion)).toEqual([])
  expect(boSubscriber.listReceived('group:changed')).toMatchObject([{ groupId, group: null }])
})
