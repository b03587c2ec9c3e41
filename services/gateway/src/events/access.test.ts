import { randomUUID } from 'node:crypto'
import type { Event, EventParticipant } from '@app/contract/events'
import type { GroupMessage } from '@app/contract/groups'
import { DAY_MS } from '@app/contract/limits'
import { aGroup, listPushes } from '@app/server/testing/context'
import { anAnswer, anEvent, readAnswers, type TestEvent } from '@app/server/testing/events'
import { aMember, type TestMember } from '@app/server/testing/members'
import { hashTables } from '@app/server/testing/table-hashes'
import { describe, expect, test } from 'vitest'
import { type Caller, listOperations, setUpTestGateway, UNUSED_ID } from '../testing.ts'
import { aForm } from './testing.ts'

const gateway = await setUpTestGateway()
const { app, ctx, as } = gateway
const { db } = ctx

const ACTIONS: Record<string, (caller: Caller, id: string) => Promise<{ status: number; body: unknown }>> = {
  'GET /events/{id}': (caller, id) => caller.get(`/events/${id}`),
  'GET /events/{id}/access': (caller, id) => caller.get(`/events/${id}/access`),
  'GET /events/{id}/participants': (caller, id) => caller.get(`/events/${id}/participants`),
  'GET /events/{id}.ics': (caller, id) => caller.get(`/events/${id}.ics`),
  'POST /events/{id}': (caller, id) => caller.post(`/events/${id}`, aForm({ title: 'Annat' })),
  'POST /events/{id}/attending': (caller, id) => caller.post(`/events/${id}/attending`),
  'POST /events/{id}/interested': (caller, id) => caller.post(`/events/${id}/interested`),
  'POST /events/{id}/no-answer': (caller, id) => caller.post(`/events/${id}/no-answer`),
  'POST /events/{id}/delete': (caller, id) => caller.post(`/events/${id}/delete`),
}
/** Operations whose path contains no event id. */
const OPERATIONS_WITHOUT_EVENT = [
  ...['', '/public', '/shared/{userName}', '/calendar'].map((path) => `GET /events${path}`),
  ...['public', 'public/', 'calendar', 'calendar/end', 'groups/{groupId}'].map((path) => `POST /events/${path}`),
]

test('ACTIONS and OPERATIONS_WITHOUT_EVENT contain every operation of events', () => {
  const documentedOperations = listOperations(app).filter((operation) => operation.includes(' /events'))
  expect(new Set([...Object.keys(ACTIONS), ...OPERATIONS_WITHOUT_EVENT])).toEqual(new Set(documentedOperations))
})

const actions = Object.entries(ACTIONS)

/** Reads all state that a request could change, including pushes. */
const readAllState = () =>
  hashTables(db, ['events', 'event_answers', 'group_messages', 'groups', 'mails', 'outbox', 'calendar_feeds'])

const timestamp = new Date().toISOString()
const ignore = (ignorer: TestMember, ignored: TestMember) =>
  db.insertInto('ignores').values({ ignorerId: ignorer.id, ignoredId: ignored.id, lastActiveThen: timestamp }).execute()
const markDeleted = ({ id }: TestMember) =>
  db.updateTable('members').set({ deletedAt: timestamp }).where('id', '=', id).execute()

/** Creates a group with an event, and one member for each possible relation to the group. */
async function aGroupWithEvent({ isOpen = false } = {}) {
  const [owner, author, admin, member, formerMember, invited] = (await Promise.all(
    Array.from({ length: 6 }, () => aMember(db)),
  )) as [TestMember, TestMember, TestMember, TestMember, TestMember, TestMember]
  const { groupId } = await aGroup(db, { owner, admins: [author, admin], members: [member, formerMember], isOpen })
  await as(formerMember).post(`/groups/${groupId}/leave`)
  await db
    .insertInto('group_invites')
    .values({ groupId, inviterId: owner.id, recipientId: invited.id, sentAt: timestamp })
    .execute()
  const event = await anEvent(db, { author, groupId })
  const otherGroupOwner = (await aGroup(db, { members: [await aMember(db)] })).owner
  const [outsider, team] = [await aMember(db), await aMember(db, { level: 'ADMIN' })]
  return { groupId, event, owner, author, admin, member, formerMember, invited, otherGroupOwner, outsider, team }
}

describe.each(actions)('%s', (_, action) => {
  test('responds NOT_FOUND to an unused id', async () => {
    const caller = as(await aMember(db))
    expect(await action(caller, UNUSED_ID)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  })

  test.each(['0', '-1', 'abc', '1.5', '9999999999999999999999', '1%00'])('rejects the id %s', async (id) => {
    const { status } = await action(as(await aMember(db)), id)
    expect([400, 404]).toContain(status)
  })

  test('requires a valid session', async () => {
    const event = await anEvent(db)
    const [withoutSession, deletedMember] = [await aMember(db), await aMember(db, { deletedAt: new Date() })]
    await db.deleteFrom('sessions').where('id', '=', withoutSession.sessionId).execute()
    const stateBefore = await readAllState()
    for (const caller of [gateway.visitor, as(withoutSession), as(deletedMember)])
      expect(await action(caller, event.id)).toMatchObject({ status: 401, body: { code: 'PLEASE_LOGIN' } })
    expect(await readAllState()).toEqual(stateBefore)
  })

  test('responds as if the event did not exist when its author ignores or is ignored by the caller, or is being deleted', async () => {
    const [bo, ignorer, ignored, deletedMember] = (await Promise.all(Array.from({ length: 4 }, () => aMember(db)))) as [
      TestMember,
      TestMember,
      TestMember,
      TestMember,
    ]
    await ignore(ignorer, bo)
    await ignore(bo, ignored)
    await markDeleted(deletedMember)
    const responseForUnusedId = await action(as(bo), UNUSED_ID)
    for (const author of [ignorer, ignored, deletedMember]) {
      const event = await anEvent(db, { author })
      const stateBefore = await readAllState()
      const response = await action(as(bo), event.id)
      expect([response.status, response.body]).toEqual([responseForUnusedId.status, responseForUnusedId.body])
      expect(await readAllState()).toEqual(stateBefore)
    }
  })
})

const [CHANGE, CANCEL] = ['POST /events/{id}', 'POST /events/{id}/delete']
const HOSTS_ONLY = { [CHANGE]: 403, [CANCEL]: 403 }
const MEMBERS_ONLY = { ...Object.fromEntries(actions.map(([name]) => [name, 403])), 'GET /events/{id}/access': 200 }

/** The expected statuses by the member's relation to an event; a request that is not listed succeeds. */
const GROUP_EVENT_STATUSES = {
  owner: {},
  author: {},
  admin: {},
  member: HOSTS_ONLY,
  formerMember: MEMBERS_ONLY,
  invited: MEMBERS_ONLY,
  otherGroupOwner: MEMBERS_ONLY,
  outsider: MEMBERS_ONLY,
  team: MEMBERS_ONLY,
}
const PUBLIC_EVENT_STATUSES = { author: {}, outsider: HOSTS_ONLY, team: HOSTS_ONLY }

describe.each([
  ['of a group', GROUP_EVENT_STATUSES, aGroupWithEvent],
  [
    'for everyone',
    PUBLIC_EVENT_STATUSES,
    async () => {
      const event = await anEvent(db)
      return { event, author: event.author, outsider: await aMember(db), team: await aMember(db, { level: 'ADMIN' }) }
    },
  ],
] as const)('an event %s', (_, statusesByRole, createEvent) => {
  test.each(Object.entries<Record<string, number>>(statusesByRole))(
    'allows only the requests permitted to this role: %s',
    { tags: 'events.requests-by-role' },
    async (role, statuses) => {
      const { event, ...membersByRole } = await createEvent()
      const caller = as((membersByRole as Record<string, unknown>)[role] as TestMember)
      for (const [name, action] of actions) {
        const status = statuses[name] ?? (name === CANCEL ? 204 : 200)
        const stateBefore = await readAllState()
        const response = await action(caller, event.id)
        expect({ name, status: response.status }).toEqual({ name, status })
        if (status < 400) continue
        expect(response.body).toMatchObject({ code: 'FORBIDDEN' })
        expect(await readAllState()).toEqual(stateBefore)
      }
    },
  )
})

describe('an event of a group', () => {
  test.each([
    [false, 'NO_ACCESS'],
    [true, 'OPEN_GROUP'],
  ])(
    'reports to outsiders of a group whether they can join it (open: %s): %s',
    { tags: 'events.group-access' },
    async (isOpen, tag) => {
      const { event, groupId, member, author, formerMember, invited, otherGroupOwner, outsider } =
        await aGroupWithEvent({
          isOpen,
        })
      const readAccess = async (caller: TestMember) => (await as(caller).get(`/events/${event.id}/access`)).body
      for (const caller of [member, author]) expect(await readAccess(caller)).toEqual({ tag: 'MEMBER', value: null })
      for (const caller of [formerMember, invited, otherGroupOwner, outsider])
        expect(await readAccess(caller)).toEqual({ tag, value: isOpen ? groupId : null })
      const publicEvent = await anEvent(db)
      expect((await as(member).get(`/events/${publicEvent.id}/access`)).body).toEqual({ tag: 'PUBLIC', value: null })
    },
  )

  test('reports to each member whether they may change it', async () => {
    const { event, owner, author, admin, member } = await aGroupWithEvent()
    for (const caller of [owner, author, admin, member])
      expect((await as(caller).get<Event>(`/events/${event.id}`)).body.mayChange).toBe(caller !== member)
  })

  test('can be changed by the admins of the group, but not by an author who has left it', {
    tags: 'events.author-left',
  }, async () => {
    const { event, groupId, author, admin } = await aGroupWithEvent()
    await as(author).post(`/groups/${groupId}/leave`)
    expect((await as(author).post(`/events/${event.id}`, aForm())).status).toBe(403)
    expect((await as(admin).post(`/events/${event.id}`, aForm({ title: 'Ny värd' }))).status).toBe(200)
  })

  test('is created by admins only, together with a message in the group', {
    tags: 'events.group-admins-create',
  }, async () => {
    const { groupId, author, member, formerMember, invited, outsider } = await aGroupWithEvent()
    const team = await aMember(db, { level: 'ADMIN' })
    const stateBefore = await readAllState()
    for (const caller of [member, formerMember, invited, outsider, team])
      expect((await as(caller).post(`/events/groups/${groupId}`, aForm())).status).toBe(403)
    expect((await as(author).post(`/events/groups/${UNUSED_ID}`, aForm())).status).toBe(404)
    expect((await as(author).post('/events/groups/x', aForm())).status).toBe(400)
    expect((await gateway.visitor.post(`/events/groups/${groupId}`, aForm())).status).toBe(401)
    expect(await readAllState()).toEqual(stateBefore)
    const { status, body } = await as(author).post<Event>(`/events/groups/${groupId}`, aForm({ title: 'Vårfest' }))
    expect({ status, body }).toMatchObject({ status: 201, body: { groupId, title: 'Vårfest', mayChange: true } })
    const message = (await listPushes(db)).findLast(({ push }) => push.type === 'group:message')
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

  test('is created once, with one message, when the request is repeated with the same clientId', async () => {
    const { groupId, author } = await aGroupWithEvent()
    const form = aForm({ clientId: randomUUID() })
    const responses = await Promise.all([1, 2, 3].map(() => as(author).post<Event>(`/events/groups/${groupId}`, form)))
    expect(new Set(responses.map(({ status, body }) => `${status} ${body.groupMessageId}`)).size).toBe(1)
    const messages = await db.selectFrom('group_messages').select('id').where('groupId', '=', groupId).execute()
    expect(messages).toEqual([{ id: responses[0]?.body.groupMessageId }])
  })

  test("increments the group's version with each change, so that a returning client loads it", async () => {
    const { groupId, author, member } = await aGroupWithEvent()
    const { body: created } = await as(author).post<Event>(`/events/groups/${groupId}`, aForm())
    const listMessages = (since: number) =>
      as(member).get<{ group: { version: number }; messages: { eventMinimalInfo: object }[] }>(
        `/groups/${groupId}/messages?since=${since}`,
      )
    const { version } = (await listMessages(0)).body.group
    await as(author).post(`/events/${created.id}`, aForm({ place: 'Botaniska' }))
    await as(author).post(`/events/${created.id}/delete`)
    const { body } = await listMessages(version)
    expect(body.group.version).toBe(version + 2)
    expect(body.messages).toMatchObject([{ eventMinimalInfo: { place: 'Botaniska', cancelled: true } }])
  })

  test('is pushed to the whole group once for each change, and not for an answer', async () => {
    const { groupId, author, member } = await aGroupWithEvent()
    const { body: created } = await as(author).post<Event>(`/events/groups/${groupId}`, aForm())
    const changePlace = () => as(author).post(`/events/${created.id}`, aForm({ place: 'Botaniska' }))
    await Promise.all(Array.from({ length: 10 }, changePlace))
    await as(member).post(`/events/${created.id}/attending`)
    await as(author).post(`/events/${created.id}/delete`)
    const published = (await listPushes(db)).flatMap((envelope) =>
      envelope.push.type === 'group:message-changed' && envelope.push.groupId === groupId ? [envelope] : [],
    )
    const { sessionResponse: _, ...loadedInfo } = (
      await as(member).get<GroupMessage>(`/groups/${groupId}/messages/${created.groupMessageId}`)
    ).body.eventMinimalInfo!
    expect(published).toMatchObject([{ group: groupId, author: author.id }, { group: groupId }])
    expect(published.map(({ push }) => push.type === 'group:message-changed' && push.message.eventMinimalInfo)).toEqual(
      [{ ...loadedInfo, cancelled: false }, loadedInfo],
    )
  })

  test("is listed only for the group's members", async () => {
    const { groupId, event, member, formerMember, invited, outsider, author } = await aGroupWithEvent()
    const readLists = async (caller: TestMember) => {
      const listIds = async (path: string) => (await as(caller).get<Event[]>(path)).body.map(({ id }) => id)
      return [
        (await listIds('/events')).includes(event.id),
        (await listIds('/events/public?limit=100')).includes(event.id),
      ]
    }
    for (const caller of [member, author]) expect(await readLists(caller)).toEqual([true, false])
    for (const caller of [formerMember, invited, outsider]) expect(await readLists(caller)).toEqual([false, false])
    const groupPath = `/events?groupId=${groupId}`
    expect((await as(member).get<Event[]>(groupPath)).body).toMatchObject([{ id: event.id, groupId }])
    for (const caller of [formerMember, invited, outsider]) expect((await as(caller).get(groupPath)).status).toBe(403)
    expect((await as(member).get(`/events?groupId=${UNUSED_ID}`)).status).toBe(404)
  })

  test('does not reveal its time to an outsider who uses its id as a cursor', async () => {
    const { event, outsider, member } = await aGroupWithEvent()
    const own = await anEvent(db, { author: outsider, startsInMs: 10 * DAY_MS })
    expect((await as(outsider).get('/events')).body).toMatchObject([{ id: own.id }])
    for (const list of ['/events', '/events/public'])
      expect((await as(outsider).get(`${list}?after=${event.id}`)).body).toEqual([])
    expect((await as(member).get(`/events/public?after=${event.id}`)).body).toEqual([])
  })

  test('drops the answers of members who leave or are removed, and gives their seats to queued members; a past event keeps its answers', async () => {
    const { event, groupId, owner, member, admin, author } = await aGroupWithEvent()
    await db.updateTable('events').set({ capacity: 1 }).where('id', '=', event.id).execute()
    const past = await anEvent(db, { author, groupId, startsInMs: -DAY_MS })
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
  const listParticipants = async (member: TestMember, { id }: TestEvent, query = '') =>
    (await as(member).get<EventParticipant[]>(`/events/${id}/participants${query}`)).body
  const listNames = async (...args: Parameters<typeof listParticipants>) =>
    (await listParticipants(...args)).map(({ userName }) => userName)

  test('contain members who attend, members who are interested and, for the host, the queue, in order of answers', {
    tags: 'events.participants',
  }, async () => {
    const [event, viewer] = [await anEvent(db, { capacity: 2 }), await aMember(db)]
    const participants = await Promise.all(Array.from({ length: 6 }, () => aMember(db)))
    const [a, b, c, d, e, f] = participants.map(({ userName }) => userName)
    const actions = ['interested', 'attending', 'attending', 'attending', 'interested', 'attending']
    for (const [index, member] of participants.entries()) await as(member).post(`/events/${event.id}/${actions[index]}`)
    expect(await listNames(viewer, event)).toEqual([b, c, a, e])
    expect(await listParticipants(viewer, event)).toMatchObject([
      { response: 'YES', waitingPlace: null, mine: false },
      {},
      {},
      {},
    ])
    const hostView = await listParticipants(event.author, event)
    expect(hostView.map(({ userName, response, waitingPlace }) => [userName, response, waitingPlace]).slice(4)).toEqual(
      [
        [d, 'NO_ANSWER', 1],
        [f, 'NO_ANSWER', 2],
      ],
    )
    expect(await listNames(participants[5] as TestMember, event)).toEqual([b, c, a, e, f])
    expect(await listNames(viewer, event, '?limit=2')).toEqual([b, c])
    expect(await listNames(viewer, event, '?limit=2&from=2')).toEqual([a, e])
    expect(await listNames(viewer, event, '?from=4')).toEqual([])
  })

  test.each([
    ['ALL', [200, 200, 200, 200]],
    ['PARTICIPANTS', [200, 200, 403, 403]],
    ['HOST', [200, 403, 403, 403]],
  ] as const)('are visible only to the audience %s', async (participantsShownTo, statuses) => {
    const event = await anEvent(db, { participantsShownTo })
    const [interested, waiting, outsider] = (await Promise.all(Array.from({ length: 3 }, () => aMember(db)))) as [
      TestMember,
      TestMember,
      TestMember,
    ]
    await anAnswer(db, event, interested, 'MAYBE')
    await anAnswer(db, event, waiting, 'WAITING')
    const responses = await Promise.all(
      [event.author, interested, waiting, outsider].map((member) => as(member).get(`/events/${event.id}/participants`)),
    )
    expect(responses.map(({ status }) => status)).toEqual(statuses)
  })

  test('omit the team, members being deleted and those who ignore or are ignored by the viewer; the counts include them', async () => {
    const [event, viewer] = [await anEvent(db), await aMember(db)]
    const [ignorer, ignored, deletedMember, activeMember] = (await Promise.all(
      Array.from({ length: 4 }, () => aMember(db)),
    )) as [TestMember, TestMember, TestMember, TestMember]
    const team = await aMember(db, { level: 'ADMIN' })
    for (const member of [ignorer, ignored, deletedMember, activeMember, team]) await anAnswer(db, event, member)
    await ignore(ignorer, viewer)
    await ignore(viewer, ignored)
    await markDeleted(deletedMember)
    expect(await listNames(viewer, event)).toEqual([activeMember.userName])
    expect((await as(viewer).get(`/events/${event.id}`)).body).toMatchObject({ coming: 5 })
  })

  test.each(['from=-1', 'from=x', 'limit=0', 'limit=101'])('reject %s', async (query) => {
    const event = await anEvent(db)
    expect((await as(event.author).get(`/events/${event.id}/participants?${query}`)).status).toBe(400)
  })
})

test('lists omit events by authors who ignore or are ignored by the caller, and by authors being deleted', async () => {
  const [bo, ignorer, ignored, deletedMember] = (await Promise.all(Array.from({ length: 4 }, () => aMember(db)))) as [
    TestMember,
    TestMember,
    TestMember,
    TestMember,
  ]
  const events = await Promise.all([ignorer, ignored, deletedMember].map((author) => anEvent(db, { author })))
  for (const event of events) await anAnswer(db, event, bo)
  expect((await as(bo).get<Event[]>('/events')).body).toHaveLength(events.length)
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
