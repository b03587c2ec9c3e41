import { expect, test } from 'vitest'
import { gatewayOfThisFile } from '../testing.ts'
import { earsOfThisFile } from '../testing-ears.ts'
import { groupChat } from './testing.ts'

const gateway = await gatewayOfThisFile()
const { ctx, as } = gateway
const { aGroupOfThree, comment, say } = groupChat(gateway)
const listen = await earsOfThisFile(ctx)

test('a message reaches everybody in the group, each as they see it', async () => {
  const { ann, bo, cia, groupId } = await aGroupOfThree()
  await as(cia).post('/ignore', ann.userName)
  const ears = await Promise.all([ann, bo, cia].map(listen))
  const { id } = await say(ann, groupId, 'hej alla')
  await comment(ann, groupId, id)
  await expect.poll(() => ears.map(({ heardOf }) => heardOf('group:comment').length)).toEqual([1, 1, 1])
  const views = ears.map(({ heardOf }) =>
    heardOf('group:message').map(({ message }) => [message.mine, message.ignored]),
  )
  expect(views).toEqual([[[true, false]], [[false, false]], [[false, true]]])
  const [first] = ears[0]?.heardOf('group:message') ?? []
  expect(first?.message).toMatchObject({ id, mine: true })
})

test('who is put out hears nothing of what is written after, whatever is written at that moment', async () => {
  const { ann, bo, cia, groupId } = await aGroupOfThree()
  const [boHears, ciaHears] = [await listen(bo), await listen(cia)]
  const sends = Array.from({ length: 20 }, (_, n) => say(n % 2 ? ann : cia, groupId, `nummer ${n}`))
  await Promise.all([...sends, as(ann).post(`/groups/${groupId}/members/${encodeURIComponent(bo.userName)}/remove`)])
  await say(ann, groupId, 'äntligen ensamma')
  await expect.poll(() => ciaHears.heardOf('group:message').length).toBe(21)
  await expect.poll(() => ciaHears.heardOf('group:info').length).toBe(1)
  const removal = ciaHears.heardOf('group:info')[0]?.version ?? 0
  const versions = boHears.heardOf('group:message').map(({ version }) => version)
  expect(versions.filter((version) => version > removal)).toEqual([])
  expect(boHears.heardOf('group:changed')).toMatchObject([{ groupId, group: null }])
})
