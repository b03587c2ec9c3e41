import type { GroupCount } from '@app/contract/groups'
import { aMember, type TestMember } from '@app/server/testing/members'
import { expect, test } from 'vitest'
import { createGroupChatHelpers } from '../group-chats/testing.ts'
import { setUpTestGateway } from '../testing.ts'
import { setUpTestSubscribers } from '../testing-subscribers.ts'

const gateway = await setUpTestGateway()
const { ctx, as } = gateway
const { aGroupOfThree, aPost, markRead, postComment } = createGroupChatHelpers(gateway)
const subscribe = await setUpTestSubscribers(ctx)

const readCount = async (member: TestMember) => (await as(member).get<GroupCount>('/groups/count')).body

test("the last push of a member's counts equals a fresh load after each kind of change", {
  tags: 'groups.counts',
}, async () => {
  const { ann, bo, cia, groupId } = await aGroupOfThree()
  const otherGroup = (await as(cia).post<{ groupId: string }>('/groups', { groupName: 'Båtfolket', description: 'x' }))
    .body
  const { listReceived } = await subscribe(bo)
  const readLastPushedCount = () => listReceived('group:count').at(-1)?.count
  const { id } = await aPost(ann, groupId, 'hej hej')
  const steps: [string, GroupCount, () => Promise<unknown>][] = [
    ['a message', { groups: 1, messages: 2, invites: 0 }, () => aPost(cia, groupId, 'och hej')],
    ['reading', { groups: 1, messages: 1, invites: 0 }, () => markRead(bo, groupId, id)],
    [
      'an invite',
      { groups: 1, messages: 1, invites: 1 },
      () => as(cia).post('/groups/invites', { groupId: otherGroup.groupId, recipientName: bo.userName }),
    ],
    [
      'joining a group',
      { groups: 1, messages: 1, invites: 0 },
      () => as(bo).post(`/groups/${otherGroup.groupId}/accept`),
    ],
    [
      'messages of two groups',
      { groups: 2, messages: 2, invites: 0 },
      () => aPost(cia, otherGroup.groupId, 'välkommen'),
    ],
    [
      'a deleted message',
      { groups: 2, messages: 3, invites: 0 },
      async () => {
        const extraMessage = await aPost(ann, groupId, 'ett till')
        await aPost(ann, groupId, 'och ett')
        await as(ann).post(`/groups/${groupId}/messages/${extraMessage.id}/delete`)
      },
    ],
    [
      'the deletion of a group',
      { groups: 1, messages: 2, invites: 0 },
      () => as(cia).post(`/groups/${otherGroup.groupId}/delete`),
    ],
    [
      'a removal',
      { groups: 0, messages: 0, invites: 0 },
      () => as(ann).post(`/groups/${groupId}/members/${encodeURIComponent(bo.userName)}/remove`),
    ],
  ]
  for (const [stepName, count, action] of steps) {
    await action()
    await expect.poll(readLastPushedCount, { message: stepName }).toEqual(count)
    expect([stepName, await readCount(bo)]).toEqual([stepName, count])
  }
})

test('counts are pushed only if they change, and only to members of the group', async () => {
  const { ann, bo, groupId } = await aGroupOfThree()
  const [boSubscriber, outsiderSubscriber] = [await subscribe(bo), await subscribe(await aMember(ctx.db))]
  const listPushedCounts = () => boSubscriber.listReceived('group:count').map(({ count }) => count.messages)
  const { id } = await aPost(ann, groupId, 'hej hej')
  await expect.poll(() => listPushedCounts().at(-1)).toBe(1)
  const previousCounts = listPushedCounts()
  await postComment(ann, groupId, id)
  await expect.poll(() => boSubscriber.listReceived('group:comment')).toHaveLength(1)
  await aPost(ann, groupId, 'och hej')
  await expect.poll(listPushedCounts).toEqual([...previousCounts, 2])
  expect(outsiderSubscriber.listReceived('group:count')).toEqual([])
})
