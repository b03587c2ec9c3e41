import type { Event } from '@app/contract/events'
import { transact } from '@app/server/delivery/transact'
import { deleteMemberAnswers } from '@app/server/events/seats'
import { aGroup, listPushes } from '@app/server/testing/context'
import { anAnswer, anEvent, readAnswers } from '@app/server/testing/events'
import { aMember, type TestMember } from '@app/server/testing/members'
import { describe, expect, test } from 'vitest'
import { setUpTestGateway, type TestResponse } from '../testing.ts'
import { aForm } from './testing.ts'

const { ctx, as } = await setUpTestGateway()
const { db } = ctx

const sendAnswer = (member: TestMember, { id }: { id: string }, action: 'attending' | 'interested' | 'no-answer') =>
  as(member).post<Event>(`/events/${id}/${action}`)

/** Retries a request that was rejected because no database connection was available. */
async function retryWhileUnavailable<Body>(request: () => Promise<TestResponse<Body>>): Promise<TestResponse<Body>> {
  const response = await request()
  return response.status === 503 ? retryWhileUnavailable(request) : response
}

const createMembers = (count: number) => Promise.all(Array.from({ length: count }, () => aMember(db)))

const listPushesOf = async ({ id }: { id: string }) =>
  (await listPushes(db)).flatMap(({ to, push }) =>
    push.type === 'event:changed' && push.event.id === id
      ? [{ to, change: push.change, mine: push.mine, event: push.event }]
      : [],
  )

const listMails = (event: { id: string }) =>
  db.selectFrom('mails').select(['kind', 'memberId']).where('eventId', '=', event.id).orderBy('id').execute()

test("deleting a member's answers to an author's events keeps those in groups that the member administers now", async () => {
  const [author, admin, heldAdmin] = await createMembers(3)
  const { groupId } = await aGroup(db, { owner: author!, members: [admin!, heldAdmin!] })
  const event = await anEvent(db, { author: author!, groupId })
  await db.updateTable('group_members').set({ admin: true }).where('groupId', '=', groupId).execute()
  await db.updateTable('group_members').set({ held: true }).where('memberId', '=', heldAdmin!.id).execute()
  for (const { id } of [admin!, heldAdmin!]) {
    await anAnswer(db, event, { id })
    await transact(ctx, (tx) => deleteMemberAnswers(tx, { memberId: id, authorId: author!.id }))
  }
  expect(await readAnswers(db, event)).toMatchObject({ yes: [admin!.id], counts: { coming: 1 } })
})

describe('an answer', () => {
  test("is stored, counted, and pushed to the member's devices and the host", { tags: 'events.answer' }, async () => {
    const [event, bo] = [await anEvent(db), await aMember(db)]
    const { status, body } = await sendAnswer(bo, event, 'attending')
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { id: event.id, sessionResponse: 'YES', waitingPlace: null, coming: 1, mayChange: false },
    })
    expect(await listPushesOf(event)).toMatchObject([
      { to: [bo.id], change: 'ANSWERED', mine: { sessionResponse: 'YES' }, event: { coming: 1 } },
      { to: [event.author.id], change: 'ANSWERED', mine: null, event: { coming: 1 } },
    ])
    expect(await listMails(event)).toEqual([])
  })

  test('can be changed and withdrawn, and the counts follow', { tags: 'events.change-answer' }, async () => {
    const [event, bo] = [await anEvent(db), await aMember(db)]
    const pickCounts = ({ body: { coming, interested, waiting, sessionResponse } }: { body: Event }) => [
      sessionResponse,
      coming,
      interested,
      waiting,
    ]
    expect(pickCounts(await sendAnswer(bo, event, 'interested'))).toEqual(['MAYBE', 0, 1, 0])
    expect(pickCounts(await sendAnswer(bo, event, 'attending'))).toEqual(['YES', 1, 0, 0])
    expect(pickCounts(await sendAnswer(bo, event, 'interested'))).toEqual(['MAYBE', 0, 1, 0])
    expect(pickCounts(await sendAnswer(bo, event, 'no-answer'))).toEqual(['NO_ANSWER', 0, 0, 0])
    expect(await readAnswers(db, event)).toMatchObject({ yes: [], maybe: [], waiting: [] })
  })

  test('takes effect once when repeated, even if ten requests are concurrent', async () => {
    const [event, bo] = [await anEvent(db, { capacity: 5 }), await aMember(db)]
    await Promise.all(Array.from({ length: 10 }, () => retryWhileUnavailable(() => sendAnswer(bo, event, 'attending'))))
    await sendAnswer(bo, event, 'attending')
    expect(await readAnswers(db, event)).toMatchObject({
      yes: [bo.id],
      counts: { coming: 1, interested: 0, waiting: 0 },
    })
    expect(await listPushesOf(event)).toHaveLength(2)
  })

  test('is pushed once if it is by the author', async () => {
    const event = await anEvent(db)
    expect((await sendAnswer(event.author, event, 'attending')).body).toMatchObject({ mayChange: true })
    expect((await listPushesOf(event)).map(({ to }) => to)).toEqual([[event.author.id]])
  })

  test.each([
    ['has begun', { startsInMs: -1 }, 400, 'DATE_TIME_PASSED'],
    ['is canceled', { cancelled: true }, 409, 'CONFLICT'],
  ])('is rejected without a push if the event %s', async (_, options, status, code) => {
    const [event, bo] = [await anEvent(db, options), await aMember(db)]
    await anAnswer(db, event, bo, 'MAYBE')
    const answersBefore = await readAnswers(db, event)
    for (const action of ['attending', 'interested', 'no-answer'] as const)
      expect(await sendAnswer(bo, event, action)).toMatchObject({ status, body: { code } })
    expect(await readAnswers(db, event)).toEqual(answersBefore)
    expect(await listPushesOf(event)).toEqual([])
  })
})

describe('seats', () => {
  test('go to ten of a hundred concurrent answers; the others get queue positions without gaps', async () => {
    const event = await anEvent(db, { capacity: 10 })
    const members = await createMembers(100)
    const responses = await Promise.all(
      members.map((member) => retryWhileUnavailable(() => sendAnswer(member, event, 'attending'))),
    )
    expect(responses.map(({ status }) => status)).toEqual(members.map(() => 200))
    const { yes, waiting, counts } = await readAnswers(db, event)
    expect({ yes: yes.length, waiting: waiting.length, counts }).toEqual({
      yes: 10,
      waiting: 90,
      counts: { coming: 10, interested: 0, waiting: 90 },
    })
    const positions = new Map(responses.map(({ body }, index) => [members[index]?.id, body.waitingPlace]))
    expect(yes.map((id) => positions.get(id))).toEqual(yes.map(() => null))
    expect(waiting.map((id) => positions.get(id))).toEqual(waiting.map((_, index) => index + 1))
  })

  test('pass to the first member in the queue when a participant leaves, by push and email', async () => {
    const event = await anEvent(db, { capacity: 1 })
    const [ann, bo, eva] = (await createMembers(3)) as [TestMember, TestMember, TestMember]
    await db.updateTable('members').set({ wantsEventMail: true }).where('id', '=', bo.id).execute()
    for (const member of [ann, bo, eva]) await sendAnswer(member, event, 'attending')
    expect((await as(eva).get(`/events/${event.id}`)).body).toMatchObject({
      sessionResponse: 'NO_ANSWER',
      waitingPlace: 2,
    })
    await sendAnswer(ann, event, 'no-answer')
    expect(await readAnswers(db, event)).toMatchObject({ yes: [bo.id], waiting: [eva.id] })
    expect((await listPushesOf(event)).filter(({ change }) => change === 'SEAT')).toMatchObject([
      { to: [bo.id], mine: { sessionResponse: 'YES', waitingPlace: null }, event: { coming: 1, waiting: 1 } },
    ])
    expect(await listMails(event)).toEqual([{ kind: 'EVENT_SEAT', memberId: bo.id }])
    expect((await as(eva).get(`/events/${event.id}`)).body).toMatchObject({ waitingPlace: 1 })
  })

  test('pass to queued members in order when several participants leave concurrently', async () => {
    const event = await anEvent(db, { capacity: 10 })
    const members = await createMembers(30)
    for (const member of members) await sendAnswer(member, event, 'attending')
    const actions = ['no-answer', 'interested'] as const
    await Promise.all(
      members
        .slice(0, 10)
        .map((member, index) =>
          retryWhileUnavailable(() => sendAnswer(member, event, actions[index % 2] ?? 'no-answer')),
        ),
    )
    const { yes, waiting, counts } = await readAnswers(db, event)
    expect(yes).toEqual(members.slice(10, 20).map(({ id }) => id))
    expect(waiting).toEqual(members.slice(20).map(({ id }) => id))
    expect(counts).toEqual({ coming: 10, interested: 5, waiting: 10 })
  })

  test('are neither left empty nor given twice when many members change their answers concurrently', async () => {
    const event = await anEvent(db, { capacity: 4 })
    const members = await createMembers(12)
    const actions = ['attending', 'no-answer', 'interested', 'attending'] as const
    await Promise.all(
      members.flatMap((member, n) =>
        actions.map((_, step) =>
          retryWhileUnavailable(() => sendAnswer(member, event, actions[(n + step) % 4] ?? 'attending')),
        ),
      ),
    )
    const { yes, maybe, waiting, counts } = await readAnswers(db, event)
    expect(counts).toEqual({ coming: yes.length, interested: maybe.length, waiting: waiting.length })
    expect(yes.length).toBeLessThanOrEqual(4)
    expect(waiting.length === 0 || yes.length === 4).toBe(true)
  })

  test('go last to a member who leaves the queue and answers again', async () => {
    const event = await anEvent(db, { capacity: 1 })
    const [ann, bo, eva] = (await createMembers(3)) as [TestMember, TestMember, TestMember]
    for (const member of [ann, bo, eva]) await sendAnswer(member, event, 'attending')
    await sendAnswer(bo, event, 'interested')
    await sendAnswer(bo, event, 'attending')
    expect(await readAnswers(db, event)).toMatchObject({ yes: [ann.id], waiting: [eva.id, bo.id] })
  })

  test('go to the queue when the capacity is raised, and stay with participants when it is lowered', async () => {
    const event = await anEvent(db, { capacity: 1 })
    const members = await createMembers(5)
    for (const member of members) await sendAnswer(member, event, 'attending')
    const change = (capacity: number | null) => as(event.author).post(`/events/${event.id}`, aForm({ capacity }))
    expect((await change(3)).body).toMatchObject({ coming: 3, waiting: 2 })
    expect((await readAnswers(db, event)).yes).toEqual(members.slice(0, 3).map(({ id }) => id))
    expect((await change(1)).body).toMatchObject({ coming: 3, waiting: 2 })
    await sendAnswer(members[0] as TestMember, event, 'no-answer')
    expect(await readAnswers(db, event)).toMatchObject({ counts: { coming: 2, waiting: 2 } })
    expect((await change(null)).body).toMatchObject({ coming: 4, waiting: 0 })
    expect((await readAnswers(db, event)).waiting).toEqual([])
  })
})
