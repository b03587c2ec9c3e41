import { transact } from '@app/server/delivery/transact'
import { notifyPartners } from '@app/server/members/partners'
import { anOpenChat, listPushes } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import { anEntry } from '@app/server/testing/movie'
import { expect, test } from 'vitest'
import { createNewsHelpers } from '../news/testing.ts'
import { setUpTestGateway } from '../testing.ts'

const gateway = await setUpTestGateway()
const { ctx, as } = gateway
const { publish, postComment, listComments, listNews } = createNewsHelpers(gateway)

const block = (member: TestMember, other: TestMember) => as(member).post('/blocks', { userName: other.userName })
const visit = (member: TestMember, other: TestMember) =>
  ctx.db
    .insertInto('visits')
    .values({
      ...{ ownerId: other.id, visitorId: member.id },
      ...{ lastCountedAt: new Date().toISOString(), lastVisit: new Date().toISOString() },
    })
    .execute()

test('a block hides comments, film entries and visits of both from each other, also in counts', {
  tags: 'blocks.surfaces',
}, async () => {
  const [ann, bo, cia] = [await aMember(ctx.db), await aMember(ctx.db), await aMember(ctx.db)]
  const { id } = await publish()
  for (const member of [ann, bo]) {
    await postComment(member, id)
    await anEntry(ctx, member)
    await visit(member, cia)
  }
  await visit(ann, bo)
  await visit(bo, ann)
  const listPaths = (viewer: TestMember) => [
    ...['/movie', `/profiles/visits/${cia.userName}`, `/profiles/visits/${viewer.userName}`],
  ]
  for (const [viewer, other] of [
    [ann, bo],
    [bo, ann],
  ] as const)
    for (const path of listPaths(viewer))
      expect(JSON.stringify((await as(viewer).get(path)).body), path).toContain(`"${other.userName}"`)
  await block(ann, bo)
  for (const [viewer, other] of [
    [ann, bo],
    [bo, ann],
  ] as const) {
    expect(await listComments(viewer, id)).toHaveLength(1)
    expect((await listNews(viewer)).find((item) => item.id === id)?.commentCount).toBe(1)
    for (const path of listPaths(viewer)) {
      const { status, body } = await as(viewer).get(path)
      expect(status, path).toBe(200)
      expect(JSON.stringify(body), path).not.toContain(`"${other.userName}"`)
    }
  }
  expect(JSON.stringify((await as(cia).get('/movie')).body)).toContain(`"${bo.userName}"`)
})

test("after a block, neither member is notified of the other one's new photo or badge", {
  tags: 'blocks.surfaces',
}, async () => {
  const { ann, bo } = await anOpenChat(ctx.db)
  const countPushes = async () =>
    (await listPushes(ctx.db)).filter(({ push }) => push.type === 'partner:changed').length
  await transact(ctx, (tx) => notifyPartners(tx, ann.id, bo.id))
  const before = await countPushes()
  expect(before).toBeGreaterThan(0)
  await block(ann, bo)
  await transact(ctx, (tx) => notifyPartners(tx, ann.id, bo.id))
  expect(await countPushes()).toBe(before)
})
