import type { Event, EventParticipant } from '@app/contract/events'
import { DAY_MS } from '@app/contract/limits'
import type { Push } from '@app/contract/pushes'
import { transact } from '@app/server/delivery/transact'
import { aGroup, listPushes } from '@app/server/testing/context'
import { aCallOff, anAnswer, anEvent, readAnswers, type TestEvent } from '@app/server/testing/events'
import { aMember, aSession, type TestMember } from '@app/server/testing/members'
import { aPasswordHash } from '@app/server/testing/passwords'
import { expect, test } from 'vitest'
import { aMailedToken } from '../accounts/testing.ts'
import { setUpTestGateway } from '../testing.ts'
import { hideMember } from '../visibility/testing.ts'
import { markCanceled } from './changes.ts'
import { aForm } from './testing.ts'

const { ctx, as, visitor } = await setUpTestGateway()
const { db } = ctx

const block = async (member: TestMember, other: TestMember) =>
  expect((await as(member).post('/blocks', { userName: other.userName })).status).toBe(204)

/** Creates events by Ann and one by Cia, most of them with answers by Ann, Bo and Cia. */
async function aWorld() {
  const [ann, bo, cia] = [await aMember(db), await aMember(db), await aMember(db)]
  const { groupId } = await aGroup(db, { admins: [cia], members: [ann, bo] })
  const events = {
    coming: await anEvent(db, { author: ann, title: 'Kommer' }),
    waiting: await anEvent(db, { author: ann, title: 'Väntar', capacity: 1, startsInMs: DAY_MS }),
    unanswered: await anEvent(db, { author: ann, title: 'Obesvarad' }),
    canceled: await anEvent(db, { author: ann, title: 'Inställd', startsInMs: 5 * DAY_MS }),
    inGroup: await anEvent(db, { author: ann, title: 'I gruppen', groupId, startsInMs: 6 * DAY_MS }),
    answeredInGroup: await anEvent(db, { author: ann, title: 'Svar i gruppen', groupId, startsInMs: 7 * DAY_MS }),
    past: await anEvent(db, { author: ann, title: 'Förra', startsInMs: -DAY_MS }),
    byOther: await anEvent(db, { author: cia, title: 'Cias' }),
  }
  for (const event of [events.coming, events.canceled, events.answeredInGroup, events.past, events.byOther]) {
    await anAnswer(db, event, ann)
    await anAnswer(db, event, bo, event === events.answeredInGroup ? 'MAYBE' : 'YES')
    await anAnswer(db, event, cia, 'MAYBE')
  }
  await transact(ctx, (tx) => markCanceled(tx.db, [events.canceled.id], tx.now()))
  await anAnswer(db, events.waiting, cia)
  await anAnswer(db, events.waiting, bo, 'WAITING')
  const token = (await as(bo).post<{ url: string }>('/events/calendar')).body.url.split('/calendar/')[1]
  const names = new Map<string, string>()
  for (const [key, event] of Object.entries(events)) names.set(event.id, `<${key}>`)
  for (const [key, member] of Object.entries({ ann, bo, cia })) names.set(member.userName, `<${key}>`)
  return { ann, bo, cia, groupId, events, token, names }
}
type World = Awaited<ReturnType<typeof aWorld>>

/** Replaces ids, names, times, pictures and group fields, which differ between two worlds. */
function replaceVariableValues(value: unknown, names: Map<string, string>): unknown {
  if (typeof value === 'string') {
    let text = names.get(value) ?? value
    for (const [id, name] of names) text = text.replaceAll(`event-${id}@`, `${name}@`).replaceAll(`id=${id}`, name)
    return text
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
      .replaceAll(/:\d{8}T\d{6}Z/g, ':<time>')
      .replaceAll(/\/media\/[^"]*/g, '<picture>')
  }
  if (Array.isArray(value)) return value.map((item) => replaceVariableValues(item, names))
  if (typeof value === 'object' && value)
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [
        key,
        key.startsWith('group') && item ? '<group>' : replaceVariableValues(item, names),
      ]),
    )
  return value
}

/** Reads every response from which Bo can learn about the events. */
async function readEventResponses({ bo, groupId, events, token, names }: World) {
  const paths = [
    '/events',
    '/events?limit=1',
    `/events?after=${events.coming.id}`,
    `/events?groupId=${groupId}`,
    '/events/public',
    `/events/public?after=${events.coming.id}`,
    '/events?older=true',
    '/events/public?older=true',
    ...Object.values(events).flatMap(({ id }) => [
      `/events/${id}`,
      `/events/${id}/access`,
      `/events/${id}/participants`,
      `/events/${id}.ics`,
    ]),
  ]
  const transcript: unknown[] = []
  for (const path of paths) {
    const { status, body } = await as(bo).get(path)
    const isList = path.startsWith('/events/public') && Array.isArray(body)
    const own = new Set(Object.values(events).map(({ id }) => id))
    transcript.push([
      path.replace(/groupId=\d+/, 'groupId').replace(/(?<=\/|after=)\d+/, (id) => names.get(id) ?? id),
      status,
      isList ? (body as Event[]).filter(({ id }) => own.has(id)) : body,
    ])
  }
  transcript.push((await visitor.get(`/calendar/${token}`)).body)
  return replaceVariableValues(JSON.parse(JSON.stringify(transcript)), names)
}

async function readPushesAndMails({ bo, names }: World) {
  const received = (await listPushes(db)).flatMap(({ to, push }): Push[] =>
    push.type === 'event:changed' && to.includes(bo.id) ? [push] : [],
  )
  const mails = await db
    .selectFrom('mails')
    .select(['kind', 'eventId'])
    .where('memberId', '=', bo.id)
    .orderBy('eventId')
    .execute()
  const sorted = received.map((push) => JSON.stringify(replaceVariableValues(push, names))).sort()
  return { pushes: sorted.map((push) => JSON.parse(push) as unknown), mails: replaceVariableValues(mails, names) }
}

test('a block looks to the blocked member as if the author of the events had deleted the account', {
  tags: 'blocks.events',
}, async () => {
  const [blocking, deleting] = [await aWorld(), await aWorld()]
  await block(blocking.ann, blocking.bo)
  await hideMember(ctx, deleting.ann)
  expect(await readPushesAndMails(blocking)).toEqual(await readPushesAndMails(deleting))
  expect(await readEventResponses(blocking)).toEqual(await readEventResponses(deleting))
  const { body } = await as(blocking.bo).get<Event[]>('/events')
  expect(new Set(body.map(({ title, cancelled }) => [title, cancelled].join()))).toEqual(
    new Set(['Kommer,true', 'Väntar,true', 'Inställd,true', 'Svar i gruppen,true', 'Cias,false']),
  )
})

test('a called-off event keeps its state when its author changes or cancels it, and when the block ends', {
  tags: 'blocks.events',
}, async () => {
  const world = await aWorld()
  const { ann, bo, cia, events } = world
  await block(ann, bo)
  const before = await readEventResponses(world)
  const [received, { length: mailCount }] = [
    await readPushesAndMails(world),
    await db.selectFrom('mails').where('memberId', '=', bo.id).select('id').execute(),
  ]
  for (const event of [events.coming, events.inGroup, events.answeredInGroup]) {
    const change = await as(ann).post(`/events/${event.id}`, aForm({ title: 'Ny titel', place: 'Annanstans' }))
    expect(change.status).toBe(200)
    await as(cia).post(`/events/${event.id}/attending`)
  }
  await as(ann).post(`/events/${events.answeredInGroup.id}/delete`)
  const isParticipantList = (entry: unknown) => Array.isArray(entry) && String(entry[0]).includes('/participants')
  const withoutParticipantLists = (transcript: unknown) =>
    (transcript as unknown[]).filter((entry) => !isParticipantList(entry))
  expect(withoutParticipantLists(await readEventResponses(world))).toEqual(withoutParticipantLists(before))
  expect(await readPushesAndMails(world)).toEqual(received)
  expect((await as(bo).post(`/events/${events.coming.id}/attending`)).status).toBe(409)
  await as(ann).post('/blocks/remove', { id: bo.id })
  const { body } = await as(bo).get<Event>(`/events/${events.coming.id}`)
  expect(body).toMatchObject({
    title: 'Kommer',
    cancelled: true,
    authorUserName: null,
    sessionResponse: 'YES',
    mayChange: false,
  })
  expect(await db.selectFrom('mails').where('memberId', '=', bo.id).select('id').execute()).toHaveLength(mailCount)
})

test('a called-off event disappears when the blocked member blocks its author after the first block has ended', {
  tags: 'blocks.events',
}, async () => {
  const world = await aWorld()
  const { ann, bo, groupId, events, token } = world
  await block(ann, bo)
  await as(ann).post('/blocks/remove', { id: bo.id })
  await block(bo, ann)
  const calledOff = [events.coming, events.waiting, events.inGroup, events.answeredInGroup]
  for (const { id } of calledOff) expect((await as(bo).get(`/events/${id}`)).status).toBe(404)
  for (const path of ['/events', `/events?groupId=${groupId}`, '/events/public']) {
    const listed = (await as(bo).get<Event[]>(path)).body.map(({ id }) => id)
    for (const { id } of calledOff) expect(listed).not.toContain(id)
  }
  expect(JSON.stringify((await as(bo).get(`/groups/${groupId}/messages`)).body)).not.toMatch(/[Ii] gruppen/)
  expect((await visitor.get(`/calendar/${token}`)).body).not.toMatch(/Kommer|Väntar|[Ii] gruppen/)
})

test("a block deletes the answers of both members to each other's events, and passes the seats on", async () => {
  const [ann, bo, cia] = [await aMember(db), await aMember(db), await aMember(db)]
  const [byAnn, byBo] = [
    await anEvent(db, { author: ann, capacity: 1 }),
    await anEvent(db, { author: bo, capacity: 1 }),
  ]
  await anAnswer(db, byAnn, bo)
  await anAnswer(db, byBo, ann)
  for (const event of [byAnn, byBo]) await anAnswer(db, event, cia, 'WAITING')
  await block(ann, bo)
  for (const event of [byAnn, byBo])
    expect(await readAnswers(db, event)).toMatchObject({
      yes: [cia.id],
      waiting: [],
      counts: { coming: 1, waiting: 0 },
    })
  expect((await as(ann).get<Event[]>('/events')).body.map(({ id }) => id)).toEqual([byAnn.id])
  for (const path of [`/events/${byBo.id}`, `/events/${byBo.id}/access`, `/events/${byBo.id}.ics`])
    expect((await as(ann).get(path)).status).toBe(404)
})

test('an answer sent while the author of the event blocks the member is not kept', async () => {
  for (let round = 0; round < 6; round += 1) {
    const [ann, bo] = [await aMember(db), await aMember(db)]
    const event = await anEvent(db, { author: ann })
    await Promise.all([block(ann, bo), as(bo).post(`/events/${event.id}/attending`)])
    expect(await readAnswers(db, event)).toMatchObject({ yes: [], counts: { coming: 0 } })
  }
})

const readCounts = async (viewer: TestMember, { id }: TestEvent) => {
  const { coming, interested, waiting, waitingPlace } = (await as(viewer).get<Event>(`/events/${id}`)).body
  return { coming, interested, waiting, waitingPlace }
}
const listNames = async (viewer: TestMember, { id }: TestEvent) =>
  (await as(viewer).get<EventParticipant[]>(`/events/${id}/participants`)).body.map(({ userName }) => userName)

test('after a block, neither member sees the other, or counts that include them, at events of others', {
  tags: 'blocks.events',
}, async () => {
  const [ann, bo, cia, dan] = [await aMember(db), await aMember(db), await aMember(db), await aMember(db)]
  const event = await anEvent(db, { author: cia, capacity: 1 })
  await anAnswer(db, event, ann)
  await anAnswer(db, event, bo, 'WAITING')
  await anAnswer(db, event, dan, 'WAITING')
  await block(ann, bo)
  expect(await readCounts(ann, event)).toEqual({ coming: 1, interested: 0, waiting: 1, waitingPlace: null })
  expect(await readCounts(bo, event)).toEqual({ coming: 0, interested: 0, waiting: 2, waitingPlace: 1 })
  expect(await readCounts(cia, event)).toEqual({ coming: 1, interested: 0, waiting: 2, waitingPlace: null })
  expect(await readCounts(dan, event)).toMatchObject({ waiting: 2, waitingPlace: 2 })
  expect(await listNames(bo, event)).toEqual([bo.userName])
  expect(await listNames(cia, event)).toEqual([ann.userName, bo.userName, dan.userName])
  await as(cia).post(`/events/${event.id}`, aForm({ place: 'Botaniska', capacity: 1 }))
  const received = (await listPushes(db)).flatMap(({ to, push }) =>
    push.type === 'event:changed' && push.change === 'CHANGED'
      ? [{ to, coming: push.event.coming, waiting: push.event.waiting }]
      : [],
  )
  expect(received).toContainEqual({ to: [bo.id], coming: 0, waiting: 2 })
  expect(received).toContainEqual({ to: [ann.id], coming: 1, waiting: 1 })
  expect(received).toContainEqual({ to: [cia.id, dan.id], coming: 1, waiting: 2 })
})

test('after a block, an admin still sees the events and participants of their group', {
  tags: 'blocks.events',
}, async () => {
  const [ann, bo] = [await aMember(db), await aMember(db)]
  const { groupId } = await aGroup(db, { admins: [bo], members: [ann] })
  const [byAnn, other] = [await anEvent(db, { author: ann, groupId }), await anEvent(db, { groupId })]
  await anAnswer(db, byAnn, bo)
  await anAnswer(db, other, ann)
  await block(ann, bo)
  expect((await as(bo).get<Event>(`/events/${byAnn.id}`)).body).toMatchObject({
    cancelled: false,
    authorUserName: ann.userName,
    sessionResponse: 'YES',
    coming: 1,
  })
  expect(await listNames(bo, other)).toEqual([ann.userName])
  expect(await readCounts(bo, other)).toMatchObject({ coming: 1 })
})

test("after a block, an admin sees nothing of the other member's profile among the participants", {
  tags: 'blocks.events',
}, async () => {
  const [ann, bo] = [await aMember(db, { cities: ['Uppsala'] }), await aMember(db)]
  const { groupId } = await aGroup(db, { admins: [bo], members: [ann] })
  const event = await anEvent(db, { groupId })
  await anAnswer(db, event, ann)
  await db.updateTable('members').set({ description: 'Jag heter Ann.' }).where('id', '=', ann.id).execute()
  await as(ann).post('/ads', { title: 'Sommar', content: 'Vem vill bada?' })
  const readAnn = async () => (await as(bo).get<EventParticipant[]>(`/events/${event.id}/participants`)).body[0]
  expect(await readAnn()).toMatchObject({ text: 'Jag heter Ann.', hasAd: true, lastActive: expect.any(String) })
  await block(ann, bo)
  expect(await readAnn()).toMatchObject({
    userName: ann.userName,
    persons: [{ sex: 'SECRET', yearOfBirth: expect.any(Number), orientation: 'SECRET' }],
    cities: [],
    title: null,
    text: '',
    lastActive: null,
    hasAd: false,
    response: 'YES',
  })
})

const demote = async (owner: TestMember, groupId: string, { userName }: TestMember) =>
  expect((await as(owner).post(`/groups/${groupId}/members/${encodeURIComponent(userName)}/demote`)).status).toBe(204)

/** Lists the changes to an event that pushes report to a member, with its title and author in the push. */
const listChanges = async ({ id: memberId }: TestMember, { id }: TestEvent) =>
  (await listPushes(db)).flatMap(({ to, push }) =>
    push.type === 'event:changed' && push.event.id === id && to.includes(memberId)
      ? [{ change: push.change, title: push.event.title, authorUserName: push.event.authorUserName }]
      : [],
  )

test('a demoted admin loses the seat at an event of a member who blocked them, and learns of no later change', {
  tags: 'blocks.events',
}, async () => {
  const [ann, bo, cia, dan] = [await aMember(db), await aMember(db), await aMember(db), await aMember(db)]
  const { groupId } = await aGroup(db, { owner: cia, admins: [bo], members: [ann, dan] })
  await db.updateTable('members').set({ wantsEventMail: true }).where('id', '=', bo.id).execute()
  const event = await anEvent(db, { author: ann, groupId, title: 'Kanottur', capacity: 1 })
  await anAnswer(db, event, bo)
  await anAnswer(db, event, dan, 'WAITING')
  await block(ann, bo)
  expect(await readAnswers(db, event)).toMatchObject({ yes: [bo.id], waiting: [dan.id] })
  await demote(cia, groupId, bo)
  expect(await readAnswers(db, event)).toMatchObject({ yes: [dan.id], waiting: [], counts: { coming: 1, waiting: 0 } })
  expect(await listChanges(dan, event)).toMatchObject([{ change: 'SEAT' }])
  const form = aForm({ title: 'Hemlig tur', place: 'Hemma', capacity: 1 })
  expect((await as(ann).post(`/events/${event.id}`, form)).status).toBe(200)
  expect((await as(ann).post(`/events/${event.id}/delete`)).status).toBeLessThan(300)
  expect(await listChanges(bo, event)).toEqual([{ change: 'CANCELLED', title: 'Kanottur', authorUserName: null }])
  expect((await as(bo).get<Event>(`/events/${event.id}`)).body).toMatchObject({
    title: 'Kanottur',
    authorUserName: null,
    cancelled: true,
    sessionResponse: 'YES',
    coming: 1,
  })
  const mails = db.selectFrom('mails').select('kind').where('memberId', '=', bo.id).where('eventId', '=', event.id)
  expect(await mails.execute()).toEqual([{ kind: 'EVENT_CANCELLED' }])
})

test('a member who was promoted after a block and then demoted sees the event as it was at the demotion', {
  tags: 'blocks.events',
}, async () => {
  const [ann, bo, cia] = [await aMember(db), await aMember(db), await aMember(db)]
  const { groupId } = await aGroup(db, { owner: cia, members: [ann, bo] })
  const event = await anEvent(db, { author: ann, groupId, title: 'Kanottur' })
  await block(ann, bo)
  const promote = await as(cia).post(`/groups/${groupId}/members/${encodeURIComponent(bo.userName)}/promote`)
  expect(promote.status).toBe(204)
  expect((await as(ann).post(`/events/${event.id}`, aForm({ title: 'Skidtur' }))).status).toBe(200)
  expect((await as(bo).post(`/events/${event.id}/interested`)).status).toBe(200)
  await demote(cia, groupId, bo)
  expect((await as(ann).post(`/events/${event.id}`, aForm({ title: 'Hemlig tur' }))).status).toBe(200)
  const { body } = await as(bo).get<Event>(`/events/${event.id}`)
  expect(body).toMatchObject({ title: 'Skidtur', cancelled: true, sessionResponse: 'MAYBE', interested: 1 })
  expect(await readAnswers(db, event)).toMatchObject({ maybe: [], counts: { interested: 0 } })
})

test('a demoted admin keeps no seat at an event of a member whom they blocked', { tags: 'blocks.events' }, async () => {
  const [ann, bo, cia] = [await aMember(db), await aMember(db), await aMember(db)]
  const { groupId } = await aGroup(db, { owner: cia, admins: [bo], members: [ann] })
  const [byAnn, byCia] = [await anEvent(db, { author: ann, groupId }), await anEvent(db, { author: cia, groupId })]
  for (const event of [byAnn, byCia]) await anAnswer(db, event, bo)
  await block(bo, ann)
  await demote(cia, groupId, bo)
  expect((await as(bo).get(`/events/${byAnn.id}`)).status).toBe(404)
  expect(await readAnswers(db, byAnn)).toMatchObject({ yes: [], counts: { coming: 0 } })
  expect(await readAnswers(db, byCia)).toMatchObject({ yes: [bo.id], counts: { coming: 1 } })
  expect(await listChanges(bo, byAnn)).toEqual([])
})

test('no push reports a change to a member for whom the event was called off, even if an answer is still stored', {
  tags: 'blocks.events',
}, async () => {
  const [ann, bo] = [await aMember(db), await aMember(db)]
  await db.updateTable('members').set({ wantsEventMail: true }).where('id', '=', bo.id).execute()
  const event = await anEvent(db, { author: ann, title: 'Kanottur' })
  await anAnswer(db, event, bo)
  await aCallOff(db, event, bo)
  await db
    .insertInto('event_answers')
    .values({ eventId: event.id, memberId: bo.id, answer: 'WAITING', answeredAt: ctx.now().toISOString() })
    .execute()
  await db.updateTable('events').set({ waiting: 1 }).where('id', '=', event.id).execute()
  expect((await as(ann).post(`/events/${event.id}`, aForm({ place: 'Hemma', capacity: 9 }))).status).toBe(200)
  expect(await listChanges(bo, event)).toEqual([])
  expect(await db.selectFrom('mails').select('id').where('memberId', '=', bo.id).execute()).toEqual([])
})

const password = 'blå kanot 8'
const passwordHash = await aPasswordHash(password)

/** Actions of a member that also delete their answers to canceled events, by name. */
const LEAVING: Record<string, (world: { bo: TestMember; owner: TestMember; groupId: string }) => Promise<void>> = {
  'leaves the group and rejoins it': async ({ bo, groupId }) => {
    expect((await as(bo).post(`/groups/${groupId}/leave`)).status).toBeLessThan(300)
    expect((await as(bo).post(`/groups/${groupId}/join`)).status).toBe(200)
  },
  'leaves the group before it is deleted': async ({ bo, owner, groupId }) => {
    expect((await as(bo).post(`/groups/${groupId}/leave`)).status).toBeLessThan(300)
    expect((await as(owner).post(`/groups/${groupId}/delete`)).status).toBeLessThan(300)
  },
  'deletes the account and restores it': async ({ bo }) => {
    expect((await as(bo).post('/members/delete', { password })).status).toBeLessThan(300)
    const token = await aMailedToken(db, 'DELETION', bo.email)
    expect((await visitor.post(`/members/undelete/${token}`)).status).toBeLessThan(300)
  },
}

test.each(Object.keys(LEAVING))(
  'a block looks like a deletion to a blocked member who %s',
  { tags: 'blocks.events' },
  async (name) => {
    const views: unknown[] = []
    for (const kind of ['block', 'deletion']) {
      const [ann, bo, owner] = [await aMember(db), await aMember(db, { passwordHash }), await aMember(db)]
      const { groupId } = await aGroup(db, { owner, members: [ann, bo], isOpen: true })
      const events = [
        await anEvent(db, { author: ann, groupId, title: 'Kanottur' }),
        await anEvent(db, { author: ann, groupId, title: 'Skidtur', startsInMs: 4 * DAY_MS }),
        await anEvent(db, { author: ann, title: 'Bio', startsInMs: 5 * DAY_MS }),
        await anEvent(db, { author: ann, title: 'Lunch', startsInMs: 6 * DAY_MS, capacity: 1 }),
      ]
      for (const [index, answer] of (['YES', 'MAYBE', 'YES', 'WAITING'] as const).entries())
        await anAnswer(db, events[index]!, bo, answer)
      await anAnswer(db, events[0]!, owner)
      await (kind === 'block' ? block(ann, bo) : hideMember(ctx, ann))
      await LEAVING[name]?.({ bo, owner, groupId })
      const viewer = as({ ...bo, sessionId: await aSession(db, bo.id) })
      const placeholdersById = new Map(events.map(({ id }, index) => [id, `<${index}>`]))
      const view: unknown[] = []
      const paths = ['/events', ...events.flatMap(({ id }) => [`/events/${id}`, `/events/${id}/participants`])]
      for (const path of paths) {
        const { status, body } = await viewer.get(path)
        if (path === '/events') expect(status).toBe(200)
        const names = new Map([...placeholdersById, [owner.userName, '<owner>'], [bo.userName, '<bo>']])
        view.push(status, replaceVariableValues(JSON.parse(JSON.stringify(body)), names))
      }
      views.push(view)
    }
    expect(views[0]).toEqual(views[1])
  },
)
