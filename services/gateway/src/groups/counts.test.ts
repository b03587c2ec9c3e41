import type { GroupCount } from '@app/contract/groups'
import { aMember, type TestMember } from '@app/server/testing/members'
import { expect, test } from 'vitest'
import { groupChat } from '../group-chats/testing.ts'
import { setUpTestGateway } from '../testing.ts'
import { createTestSubscribers } from '../testing-subscribers.ts'

const gateway = await setUpTestGateway()
const { ctx, as } = gateway
const { aGroupOfThree, comment, markRead, postText } = groupChat(gateway)
const subscribe = await createTestSubscribers(ctx)

const readCount = async (member: TestMember) => (await as(member).get<GroupCount>('/groups/count')).body

test("after any change of a member's counts, the last push equals a fresh load", {
  tags: 'groups.counts',
}, async () => {
  const { ann, bo, cia, groupId } = await aGroupOfThree()
  const other = (await as(cia).post<{ groupId: string }>('/groups', { groupName: 'Båtfolket', description: 'x' })).body
  const { listReceived } = await subscribe(bo)
  const lastPushedCount = () => listReceived('group:count').at(-1)?.count
  const { id } = await postText(ann, groupId, 'hej hej')
  const steps: [string, GroupCount, () => Promise<unknown>][] = [
    ['a message', { groups: 1, messages: 2, invites: 0 }, () => postText(cia, groupId, 'och hej')],
    ['reading', { groups: 1, messages: 1, invites: 0 }, () => markRead(bo, groupId, id)],
    [
      'an invite',
      { groups: 1, messages: 1, invites: 1 },
      () => as(cia).post('/groups/invites', { groupId: other.groupId, recipientName: bo.userName }),
    ],
    ['joining a group', { groups: 1, messages: 1, invites: 0 }, () => as(bo).post(`/groups/${other.groupId}/accept`)],
    ['messages of two groups', { groups: 2, messages: 2, invites: 0 }, () => postText(cia, other.groupId, 'välkommen')],
    [
      'a deleted message',
      { groups: 2, messages: 3, invites: 0 },
      async () => {
        const extra = await postText(ann, groupId, 'ett till')
        await postText(ann, groupId, 'och ett')
        await as(ann).post(`/groups/${groupId}/messages/${extra.id}/delete`)
      },
    ],
    [
      'the end of a group',
      { groups: 1, messages: 2, invites: 0 },
      () => as(cia).post(`/groups/${other.groupId}/delete`),
    ],
    [
      'a removal',
      { groups: 0, messages: 0, invites: 0 },
      () => as(ann).post(`/groups/${groupId}/members/${encodeURIComponent(bo.userName)}/remove`),
    ],
  ]
  for (const [stepName, count, action] of steps) {
    await action()
    await expect.poll(lastPushedCount, { message: stepName }).toEqual(count)
    expect([stepName, await readCount(bo)]).toEqual([stepName, count])
  }
})

test('sends no push if no count changes, and none to members outside the group', async () => {
  const { ann, bo, groupId } = await aGroupOfThree()
  const [boSubscriber, strangerSubscriber] = [await subscribe(bo), await subscribe(await aMember(ctx.db))]
  const messagesPushed = () => boSubscriber.listReceived('group:count').map(({ count }) => count.messages)
  const { id } = await postText(ann, groupId, 'hej hej')
  await expect.poll(() => messagesPushed().at(-1)).toBe(1)
  const pushedBefore = messagesPushed()
  await comment(ann, groupId, id)
  await expect.poll(() => boSubscriber.listReceived('group:comment')).toHaveLength(1)
  await postText(ann, groupId, 'och hej')
  await expect.poll(messagesPushed).toEqual([...pushedBefore, 2])
  expect(strangerSubscriber.listReceived('group:count')).toEqual([])
})
