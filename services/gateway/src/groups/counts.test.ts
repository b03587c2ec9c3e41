import type { GroupCount } from '@app/contract/groups'
import { aMember, type TestMember } from '@app/server/testing-members'
import { expect, test } from 'vitest'
import { groupChat } from '../group-chats/testing.ts'
import { gatewayOfThisFile } from '../testing.ts'
import { earsOfThisFile } from '../testing-ears.ts'

const gateway = await gatewayOfThisFile()
const { ctx, as } = gateway
const { aGroupOfThree, comment, markRead, say } = groupChat(gateway)
const listen = await earsOfThisFile(ctx)

const countOf = async (who: TestMember) => (await as(who).get<GroupCount>('/groups/count')).body

test('whatever moves my numbers, the last that I am pushed are those of a fresh load', async () => {
  const { ann, bo, cia, groupId } = await aGroupOfThree()
  const other = (await as(cia).post<{ groupId: string }>('/groups', { groupName: 'Båtfolket', description: 'x' })).body
  const { heardOf } = await listen(bo)
  const pushed = () => heardOf('group:count').at(-1)?.count
  const { id } = await say(ann, groupId, 'hej hej')
  const steps: [string, GroupCount, () => Promise<unknown>][] = [
    ['a message', { groups: 1, messages: 2, invites: 0 }, () => say(cia, groupId, 'och hej')],
    ['reading', { groups: 1, messages: 1, invites: 0 }, () => markRead(bo, groupId, id)],
    [
      'an invite',
      { groups: 1, messages: 1, invites: 1 },
      () => as(cia).post('/groups/invites', { groupId: other.groupId, recipientName: bo.userName }),
    ],
    [
      'coming into a group',
      { groups: 1, messages: 1, invites: 0 },
      () => as(bo).post(`/groups/${other.groupId}/accept`),
    ],
    ['messages of two groups', { groups: 2, messages: 2, invites: 0 }, () => say(cia, other.groupId, 'välkommen')],
    [
      'a message that is taken away',
      { groups: 2, messages: 3, invites: 0 },
      async () => {
        const extra = await say(ann, groupId, 'ett till')
        await say(ann, groupId, 'och ett')
        await as(ann).post(`/groups/${groupId}/messages/${extra.id}/delete`)
      },
    ],
    [
      'the end of a group',
      { groups: 1, messages: 2, invites: 0 },
      () => as(cia).post(`/groups/${other.groupId}/delete`),
    ],
    [
      'being put out',
      { groups: 0, messages: 0, invites: 0 },
      () => as(ann).post(`/groups/${groupId}/members/${encodeURIComponent(bo.userName)}/remove`),
    ],
  ]
  for (const [what, count, happens] of steps) {
    await happens()
    await expect.poll(pushed, { message: what }).toEqual(count)
    expect([what, await countOf(bo)]).toEqual([what, count])
  }
})

test('what moves nobody’s numbers pushes none, nor does it to who is not in the group', async () => {
  const { ann, bo, groupId } = await aGroupOfThree()
  const [boHears, strangerHears] = [await listen(bo), await listen(await aMember(ctx.db))]
  const messagesPushed = () => boHears.heardOf('group:count').map(({ count }) => count.messages)
  const { id } = await say(ann, groupId, 'hej hej')
  await expect.poll(() => messagesPushed().at(-1)).toBe(1)
  const pushedBefore = messagesPushed()
  await comment(ann, groupId, id)
  await expect.poll(() => boHears.heardOf('group:comment')).toHaveLength(1)
  await say(ann, groupId, 'och hej')
  await expect.poll(messagesPushed).toEqual([...pushedBefore, 2])
  expect(strangerHears.heardOf('group:count')).toEqual([])
})
