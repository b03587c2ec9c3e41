import { randomUUID } from 'node:crypto'
import type { Event, EventParticipant } from '@app/contract/events'
import type { GroupMessage } from '@app/contract/groups'
import { aGroup, pushes } from '@app/server/testing/context'
import { anAnswer, anEvent, DAY, readAnswers, type TestEvent } from '@app/server/testing/events'
import { aMember, type TestMember } from '@app/server/testing/members'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { listOperations, setUpTestGateway, type TestGateway } from '../testing.ts'
import { aForm } from './testing.ts'

const gateway = await setUpTestGateway()
const { app, ctx, as } = gateway
const { db } = ctx

type Caller = ReturnType<TestGateway['as']>

const CALLS: Record<string, (member: Caller, id: string) => Promise<{ status: number; body: unknown }>> = {
  'GET /events/{id}': (member, id) => member.get(`/events/${id}`),
  'GET /events/{id}/access': (member, id) => member.get(`/events/${id}/access`),
  'GET /events/{id}/participants': (member, id) => member.get(`/events/${id}/participants`),
  'GET /events/{id}.ics': (member, id) => member.get(`/events/${id}.ics`),
  'POST /events/{id}': (member, id) => member.post(`/events/${id}`, aForm({ title: 'Annat' })),
  'POST /events/{id}/attending': (member, id) => member.post(`/events/${id}/attending`),
  'POST /events/{id}/interested': (member, id) => member.post(`/events/${id}/interested`),
  'POST /events/{id}/no-answer': (member, id) => member.post(`/events/${id}/no-answer`),
  'POST /events/{id}/delete': (member, id) => member.post(`/events/${id}/delete`),
}
/** Calls that name no event. */
const OWN = [
  ...['', '/public', '/calendar'].map((list) => `GET /events${list}`),
  ...['public', 'public/', 'calendar', 'calendar/end', 'groups/{groupId}'].map(
    (createPath) => `POST /events/${createPath}`,
  ),
]

test('this table lists every call of events', () => {
  const documented = listOperations(app).filter((call) => call.includes(' /events'))
  expect(new Set([...Object.keys(CALLS), ...OWN])).toEqual(new Set(documented))
})

const calls = Object.entries(CALLS)

/** Reads all state that a call could change, including pushes. */
async function everything(): Promise<unknown> {
  const tables = ['events', 'event_answers', 'group_messages', 'groups', 'mails', 'outbox', 'calendar_feeds'] as const
  return Promise.all(
    tables.map(async (table) => (await sql`select * from ${sql.table(table)} t order by t::text`.execute(db)).rows),
  )
}

const NEVER_USED = '900000000000000000'
const at = new Date().toISOString()
const ignore = (one: TestMember, other: TestMember) =>
  db.insertInto('ignores').values({ ignorerId: one.id, ignoredId: other.id, lastActiveThen: at }).execute()
const markDeleted = ({ id }: TestMember) =>
  db.updateTable('members').set({ deletedAt: at }).where('id', '=', id).execute()

/** Creates a group with an event, and a member of every possible relation to it. */
async function aGroupWithEvent({ isOpen = false } = {}) {
  const [owner, author, admin, member, former, invited] = (await Promise.all(
    Array.from({ length: 6 }, () => aMember(db)),
  )) as [TestMember, TestMember, TestMember, TestMember, TestMember, TestMember]
  const { groupId } = await aGroup(db, { owner, admins: [author, admin], members: [member, former], isOpen })
  await as(former).post(`/groups/${groupId}/leave`)
  await db
    .insertInto('group_invites')
    .values({ groupId, inviterId: owner.id, recipientId: invited.id, sentAt: at })
    .execute()
  const event = await anEvent(db, { author, groupId })
  const elsewhere = (await aGroup(db, { members: [await aMember(db)] })).owner
  const [outsider, team] = [await aMember(db), await aMember(db, { level: 'ADMIN' })]
  return { groupId, event, owner, author, admin, member, former, invited, elsewhere, outsider, team }
}

describe.each(calls)('%s', (_, call) => {
  test('responds NOT_FOUND to an unused id', async () => {
    const member = as(await aMember(db))
    expect(await call(member, NEVER_USED)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  })

  test.each(['0', '-1', 'abc', '1.5', '9999999999999999999999', '1%00'])('rejects the id %s', async (id) => {
    const { status } = await call(as(await aMember(db)), id)
    expect([400, 404]).toContain(status)
  })

  test('requires a valid session', async () => {
    const event = await anEvent(db)
    const [ended, deletedMember] = [await aMember(db), await aMember(db, { deletedAt: new Date() })]
    await db.deleteFrom('sessions').where('id', '=', ended.sessionId).execute()
    const before = await everything()
    for (const member of [gateway.visitor, as(ended), as(deletedMember)])
      expect(await call(member, event.id)).toMatchObject({ status: 401, body: { code: 'PLEASE_LOGIN' } })
    expect(await everything()).toEqual(before)
  })

  test('hides events in a blocked pair and of members being deleted, as if the id were unused', async () => {
    const [bo, ignorer, ignored, deletedMember] = (await Promise.all(Array.from({ length: 4 }, () => aMember(db)))) as [
      TestMember,
      TestMember,
      TestMember,
      TestMember,
    ]
    await ignore(ignorer, bo)
    await ignore(bo, ignored)
    await markDeleted(deletedMember)
    const unknown = await call(as(bo), NEVER_USED)
    for (const author of [ignorer, ignored, deletedMember]) {
      const event = await anEvent(db, { author })
      const before = await everything()
      const answer = await call(as(bo), event.id)
      expect([answer.status, answer.body]).toEqual([unknown.status, unknown.body])
      expect(await everything()).toEqual(before)
    }
  })
})

const [CHANGE, CALL_OFF] = ['POST /events/{id}', 'POST /events/{id}/delete']
const FOR_HOSTS = { [CHANGE]: 403, [CALL_OFF]: 403 }
const CLOSED = { ...Object.fromEntries(calls.map(([name]) => [name, 403])), 'GET /events/{id}/access': 200 }

/** The statuses of rejected calls by the member’s relation to an event; all other calls succeed. */
const OF_GROUP = {
  ...{ owner: {}, author: {}, admin: {}, member: FOR_HOSTS },
  ...{ former: CLOSED, invited: CLOSED, elsewhere: CLOSED, outsider: CLOSED },
  team: { ...CLOSED, [CALL_OFF]: 204 },
}
const PUBLIC = { author: {}, outsider: FOR_HOSTS, team: { [CHANGE]: 403 } }

describe.each([
  ['of a group', OF_GROUP, aGroupWithEvent],
  [
    'for everybody',
    PUBLIC,
    async () => {
      const event = await anEvent(db)
      return { event, author: event.author, outsider: await aMember(db), team: await aMember(db, { level: 'ADMIN' }) }
    },
  ],
] as const)('an event %s', (_, table, aScene) => {
  test.each(Object.entries<Record<string, number>>(table))(
    'responds to each call: %s',
    { tags: 'events.calls-by-role' },
    async (member, refusals) => {
      const { event, ...people } = await aScene()
      const caller = as((people as Record<string, unknown>)[member] as TestMember)
      for (const [name, call] of calls) {
        const status = refusals[name] ?? (name === CALL_OFF ? 204 : 200)
        const before = await everything()
        const answer = await call(caller, event.id)
        expect({ name, status: answer.status }).toEqual({ name, status })
        if (status < 400) continue
        expect(answer.body).toMatchObject({ code: 'FORBIDDEN' })
        expect(await everything()).toEqual(before)
      }
    },
  )
})

describe('an event of a group', () => {
  test.each([
    [false, 'NO_ACCESS'],
    [true, 'OPEN_GROUP'],
  ])('states how to join: open %s is %s', { tags: 'events.group-access' }, async (isOpen, tag) => {
    const { event, groupId, member, author, former, invited, elsewhere, outsider } = await aGroupWithEvent({ isOpen })
    const readAccess = async (member: TestMember) => (await as(member).get(`/events/${event.id}/access`)).body
    for (const caller of [member, author]) expect(await readAccess(caller)).toEqual({ tag: 'MEMBER', value: null })
    for (const member of [former, invited, elsewhere, outsider])
      expect(await readAccess(member)).toEqual({ tag, value: isOpen ? groupId : null })
    const open = await anEvent(db)
    expect((await as(member).get(`/events/${open.id}/access`)).body).toEqual({ tag: 'PUBLIC', value: null })
  })

  test('states for each member whether they may change it', async () => {
    const { event, owner, author, admin, member } = await aGroupWithEvent()
    for (const caller of [owner, author, admin, member])
      expect((await as(caller).get<Event>(`/events/${event.id}`)).body.mayChange).toBe(caller !== member)
  })

  test('belongs to its admins once the author has left', { tags: 'events.author-left' }, async () => {
    const { event, groupId, author, admin } = await aGroupWithEvent()
    await as(author).post(`/groups/${groupId}/leave`)
    expect((await as(author).post(`/events/${event.id}`, aForm())).status).toBe(403)
    expect((await as(admin).post(`/events/${event.id}`, aForm({ title: 'Ny värd' }))).status).toBe(200)
  })

  test('is created by admins only, as a message that names it', { tags: 'events.group-admins-create' }, async () => {
    const { groupId, author, member, former, invited, outsider } = await aGroupWithEvent()
    const team = await aMember(db, { level: 'ADMIN' })
    const before = await everything()
    for (const caller of [member, former, invited, outsider, team])
      expect((await as(caller).post(`/events/groups/${groupId}`, aForm())).status).toBe(403)
    expect((await as(author).post(`/events/groups/${NEVER_USED}`, aForm())).status).toBe(404)
    expect((await as(author).post('/events/groups/x', aForm())).status).toBe(400)
    expect((await gateway.visitor.post(`/events/groups/${groupId}`, aForm())).status).toBe(401)
    expect(await everything()).toEqual(before)
    const { status, body } = await as(author).post<Event>(`/events/groups/${groupId}`, aForm({ title: 'Vårfest' }))
    expect({ status, body }).toMatchObject({ status: 201, body: { groupId, title: 'Vårfest', mayChange: true } })
    const message = (await pushes(db)).findLast(({ push }) => push.type === 'group:message')
    expect(message).toMatchObject({
      group: groupId,
      author: author.id,
      push: {
        message: {
          id: body.groupMessageId,
          message: 'Vårfest',
          eventMinimalInfo: { eventId: body.id, title: 'Vårfest', cancelled: false, sessionResponse: 'NO_ANSWER' },
        },
      },
    })
    await as(member).post(`/events/${body.id}/interested`)
    const path = `/groups/${groupId}/messages/${body.groupMessageId}`
    expect((await as(member).get(path)).body).toMatchObject({
      eventMinimalInfo: {
        eventId: body.id,
        place: 'Slottsskogen',
        eventTime: body.eventTime,
        sessionResponse: 'MAYBE',
      },
    })
  })

  test('is one event and one message when repeated with the same clientId', async () => {
    const { groupId, author } = await aGroupWithEvent()
    const form = aForm({ clientId: randomUUID() })
    const answers = await Promise.all([1, 2, 3].map(() => as(author).post<Event>(`/events/groups/${groupId}`, form)))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.groupMessageId}`)).size).toBe(1)
    const messages = await db.selectFrom('group_messages').select('id').where('groupId', '=', groupId).execute()
    expect(messages).toEqual([{ id: answers[0]?.body.groupMessageId }])
  })

  test('takes the group’s next version with each change, so that returning clients see it', async () => {
    const { groupId, author, member } = await aGroupWithEvent()
    const { body: created } = await as(author).post<Event>(`/events/groups/${groupId}`, aForm())
    const list = (since: number) =>
      as(member).get<{ group: { version: number }; messages: { eventMinimalInfo: object }[] }>(
        `/groups/${groupId}/messages?since=${since}`,
      )
    const { version } = (await list(0)).body.group
    await as(author).post(`/events/${created.id}`, aForm({ place: 'Botaniska' }))
    await as(author).post(`/events/${created.id}/delete`)
    const { body } = await list(version)
    expect(body.group.version).toBe(version + 2)
    expect(body.messages).toMatchObject([{ eventMinimalInfo: { place: 'Botaniska', cancelled: true } }])
  })

  test('pushes each change once to the whole group, and each answer to no other member', async () => {
    const { groupId, author, member } = await aGroupWithEvent()
    const { body: created } = await as(author).post<Event>(`/events/groups/${groupId}`, aForm())
    const move = () => as(author).post(`/events/${created.id}`, aForm({ place: 'Botaniska' }))
    await Promise.all(Array.from({ length: 10 }, move))
    await as(member).post(`/events/${created.id}/attending`)
    await as(author).post(`/events/${created.id}/delete`)
    const published = (await pushes(db)).flatMap((envelope) =>
      envelope.push.type === 'group:message-changed' && envelope.push.groupId === groupId ? [envelope] : [],
    )
    const { sessionResponse: _, ...asLoaded } = (
      await as(member).get<GroupMessage>(`/groups/${groupId}/messages/${created.groupMessageId}`)
    ).body.eventMinimalInfo!
    expect(published).toMatchObject([{ group: groupId, author: author.id }, { group: groupId }])
    expect(published.map(({ push }) => push.type === 'group:message-changed' && push.message.eventMinimalInfo)).toEqual(
      [{ ...asLoaded, cancelled: false }, asLoaded],
    )
  })

  test('is in the lists of the group’s members only', async () => {
    const { groupId, event, member, former, invited, outsider, author } = await aGroupWithEvent()
    const readLists = async (member: TestMember) => {
      const ids = async (path: string) => (await as(member).get<Event[]>(path)).body.map(({ id }) => id)
      return [(await ids('/events')).includes(event.id), (await ids('/events/public?limit=100')).includes(event.id)]
    }
    for (const caller of [member, author]) expect(await readLists(caller)).toEqual([true, false])
    for (const member of [former, invited, outsider]) expect(await readLists(member)).toEqual([false, false])
    const ofGroup = `/events?groupId=${groupId}`
    expect((await as(member).get<Event[]>(ofGroup)).body).toMatchObject([{ id: event.id, groupId }])
    for (const member of [former, invited, outsider]) expect((await as(member).get(ofGroup)).status).toBe(403)
    expect((await as(member).get(`/events?groupId=${NEVER_USED}`)).status).toBe(404)
  })

  test('does not reveal its time to outsiders who use it as a cursor', async () => {
    const { event, outsider, member } = await aGroupWithEvent()
    await anEvent(db, { author: outsider, startsInMs: 10 * DAY })
    for (const list of ['/events', '/events/public'])
      expect((await as(outsider).get(`${list}?after=${event.id}`)).body).toEqual([])
    expect((await as(member).get(`/events/public?after=${event.id}`)).body).toEqual([])
  })

  test('loses the answers of members who leave or are removed, and their seats go to the queue', async () => {
    const { event, groupId, owner, member, admin, author } = await aGroupWithEvent()
    await db.updateTable('events').set({ capacity: 1 }).where('id', '=', event.id).execute()
    const past = await anEvent(db, { author, groupId, startsInMs: -DAY })
    await anAnswer(db, past, member)
    for (const caller of [member, admin, author]) await as(caller).post(`/events/${event.id}/attending`)
    await as(member).post(`/groups/${groupId}/leave`)
    expect(await readAnswers(db, event)).toMatchObject({
      yes: [admin.id],
      waiting: [author.id],
      counts: { waiting: 1 },
    })
    expect(await readAnswers(db, past)).toMatchObject({ yes: [member.id] })
    const name = encodeURIComponent(admin.userName)
    expect((await as(owner).post(`/groups/${groupId}/members/${name}/remove`)).status).toBeLessThan(300)
    expect(await readAnswers(db, event)).toMatchObject({ yes: [author.id], counts: { coming: 1, waiting: 0 } })
  })

  test('keeps no answer given while the member is being removed', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { event, groupId, owner, member } = await aGroupWithEvent()
      const name = encodeURIComponent(member.userName)
      await Promise.all([
        as(member).post(`/events/${event.id}/attending`),
        as(owner).post(`/groups/${groupId}/members/${name}/remove`),
      ])
      expect(await readAnswers(db, event)).toMatchObject({ yes: [], counts: { coming: 0 } })
    }
  })
})

describe('lists of participants', () => {
  const list = async (member: TestMember, { id }: TestEvent, query = '') =>
    (await as(member).get<EventParticipant[]>(`/events/${id}/participants${query}`)).body
  const names = async (...args: Parameters<typeof list>) => (await list(...args)).map(({ userName }) => userName)

  test('are in the order of answering: coming, interested, and for the host the queue', {
    tags: 'events.participants',
  }, async () => {
    const [event, viewer] = [await anEvent(db, { capacity: 2 }), await aMember(db)]
    const all = await Promise.all(Array.from({ length: 6 }, () => aMember(db)))
    const [a, b, c, d, e, f] = all.map(({ userName }) => userName)
    const actions = ['interested', 'attending', 'attending', 'attending', 'interested', 'attending']
    for (const [index, member] of all.entries()) await as(member).post(`/events/${event.id}/${actions[index]}`)
    expect(await names(viewer, event)).toEqual([b, c, a, e])
    expect(await list(viewer, event)).toMatchObject([{ response: 'YES', waitingPlace: null, mine: false }, {}, {}, {}])
    const asHost = await list(event.author, event)
    expect(asHost.map(({ userName, response, waitingPlace }) => [userName, response, waitingPlace]).slice(4)).toEqual([
      [d, 'NO_ANSWER', 1],
      [f, 'NO_ANSWER', 2],
    ])
    expect(await names(all[5] as TestMember, event)).toEqual([b, c, a, e, f])
    expect(await names(viewer, event, '?limit=2')).toEqual([b, c])
    expect(await names(viewer, event, '?limit=2&from=2')).toEqual([a, e])
    expect(await names(viewer, event, '?from=4')).toEqual([])
  })

  test.each([
    ['ALL', [200, 200, 200, 200]],
    ['PARTICIPANTS', [200, 200, 403, 403]],
    ['HOST', [200, 403, 403, 403]],
  ] as const)('shown to %s are hidden from all others', async (participantsShownTo, statuses) => {
    const event = await anEvent(db, { participantsShownTo })
    const [guest, waiting, stranger] = (await Promise.all(Array.from({ length: 3 }, () => aMember(db)))) as [
      TestMember,
      TestMember,
      TestMember,
    ]
    await anAnswer(db, event, guest, 'MAYBE')
    await anAnswer(db, event, waiting, 'WAITING')
    const answers = await Promise.all(
      [event.author, guest, waiting, stranger].map((member) => as(member).get(`/events/${event.id}/participants`)),
    )
    expect(answers.map(({ status }) => status)).toEqual(statuses)
  })

  test('omit blocked pairs, members being deleted, and the team; the counts stay', async () => {
    const [event, viewer] = [await anEvent(db), await aMember(db)]
    const [ignorer, ignored, deletedMember, activeMember] = (await Promise.all(
      Array.from({ length: 4 }, () => aMember(db)),
    )) as [TestMember, TestMember, TestMember, TestMember]
    const team = await aMember(db, { level: 'ADMIN' })
    for (const member of [ignorer, ignored, deletedMember, activeMember, team]) await anAnswer(db, event, member)
    await ignore(ignorer, viewer)
    await ignore(viewer, ignored)
    await markDeleted(deletedMember)
    expect(await names(viewer, event)).toEqual([activeMember.userName])
    expect((await as(viewer).get(`/events/${event.id}`)).body).toMatchObject({ coming: 5 })
  })

  test.each(['from=-1', 'from=x', 'limit=0', 'limit=101'])('reject %s', async (query) => {
    const event = await anEvent(db)
    expect((await as(event.author).get(`/events/${event.id}/participants?${query}`)).status).toBe(400)
  })
})

test('lists omit the events of blocked pairs and of members being deleted', async () => {
  const [bo, ignorer, ignored, deletedMember] = (await Promise.all(Array.from({ length: 4 }, () => aMember(db)))) as [
    TestMember,
    TestMember,
    TestMember,
    TestMember,
  ]
  const events = await Promise.all([ignorer, ignored, deletedMember].map((author) => anEvent(db, { author })))
  for (const event of events) await anAnswer(db, event, bo)
  await ignore(ignorer, bo)
  await ignore(bo, ignored)
  await markDeleted(deletedMember)
  for (const list of ['/events', '/events/public?limit=100']) {
    const ids = (await as(bo).get<Event[]>(list)).body.map(({ id }) => id)
    for (const { id } of events) expect(ids).not.toContain(id)
  }
})

test('the team creates events under its common name', async () => {
  const team = await aMember(db, { level: 'ADMIN', userName: 'Adamina' })
  const { body } = await as(team).post<Event>('/events/public/', aForm())
  expect((await as(await aMember(db)).get(`/events/${body.id}`)).body).toMatchObject({ authorUserName: 'Teamet' })
})
