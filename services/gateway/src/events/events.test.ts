import { randomUUID } from 'node:crypto'
import type { Event } from '@app/contract/events'
import { DAY_MS, HOUR_MS, NEARBY_MAX } from '@app/contract/limits'
import { toStockholmTime } from '@app/contract/time/stockholm-time'
import { aGroup, listPushes } from '@app/server/testing/context'
import { anAnswer, anEvent, readAnswers } from '@app/server/testing/events'
import { countLockWaiters } from '@app/server/testing/locks'
import { aMember, aSession, type TestMember } from '@app/server/testing/members'
import { describe, expect, test } from 'vitest'
import { aCase, aDecision } from '../cases/testing.ts'
import { setUpTestGateway, UNUSED_ID } from '../testing.ts'
import { aForm } from './testing.ts'

let now = new Date()
const { ctx, as } = await setUpTestGateway({ now: () => now })
const { db } = ctx

/** Runs an action with the clock set to another time. */
async function withClockAt<Result>(instant: string | Date, action: () => Promise<Result>): Promise<Result> {
  const before = now
  now = new Date(instant)
  return action().finally(() => {
    now = before
  })
}

const START_OF_2027 = '2027-01-01T00:00:00.000Z'

/** Creates a member with a session that began at this time. */
async function aMemberLoggedInAt(instant: string): Promise<TestMember> {
  const member = await aMember(db)
  return { ...member, sessionId: await aSession(db, member.id, new Date(instant)) }
}

const createEvent = (member: TestMember, form: object = aForm()) => as(member).post<Event>('/events/public/', form)
const listFieldPaths = ({ body }: { body: unknown }) =>
  (body as { fields: { path: string }[] }).fields.map(({ path }) => path)
const changeEvent = (member: TestMember, id: string, form: object) => as(member).post<Event>(`/events/${id}`, form)
const cancelEvent = (member: TestMember, id: string) => as(member).post(`/events/${id}/delete`)
const listTitles = async (member: TestMember, path: string) =>
  (await as(member).get<Event[]>(path)).body.map(({ title }) => title)

const listPushesOf = async (id: string) =>
  (await listPushes(db)).flatMap(({ to, push }) =>
    push.type === 'event:changed' && push.event.id === id ? [{ to: to.toSorted(), ...push }] : [],
  )
const listMails = (eventId: string) =>
  db.selectFrom('mails').select(['kind', 'memberId', 'language']).where('eventId', '=', eventId).orderBy('id').execute()

const readRow = (id: string) => db.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('creating an event', () => {
  test("responds with the event, and notifies the author's own devices", { tags: 'events.create' }, async () => {
    const ann = await aMember(db)
    const { status, body } = await createEvent(ann, aForm({ title: ' Kräftskiva ', paidEvent: true, capacity: 3 }))
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        id: expect.any(String),
        title: 'Kräftskiva',
        description: 'Ta med en **filt**.',
        place: 'Slottsskogen',
        eventTime: expect.stringMatching(/:00\.000Z$/),
        paidEvent: true,
        groupId: null,
        groupName: null,
        authorUserName: ann.userName,
        groupMessageId: null,
        capacity: 3,
        participantsShownTo: 'ALL',
        cancelled: false,
        coming: 0,
        interested: 0,
        waiting: 0,
        sessionResponse: 'NO_ANSWER',
        waitingPlace: null,
        mayChange: true,
      },
    })
    expect((await as(ann).get(`/events/${body.id}`)).body).toEqual(body)
    const { sessionResponse, waitingPlace, mayChange, ...event } = body
    expect(await listPushesOf(body.id)).toEqual([
      {
        to: [ann.id],
        type: 'event:changed',
        change: 'CREATED',
        event,
        mine: { sessionResponse, waitingPlace, mayChange },
      },
    ])
    const response = await as(await aMember(db)).get(`/events/${body.id}`)
    expect(response.body).toEqual({ ...body, mayChange: false })
  })

  test('accepts the path without a trailing slash', { tags: 'events.create-path' }, async () => {
    expect((await as(await aMember(db)).post('/events/public', aForm())).status).toBe(201)
  })

  test('creates one event for repeated requests with the same clientId, and otherwise one for each', async () => {
    const [ann, bo] = [await aMember(db), await aMember(db)]
    const clientId = randomUUID()
    const form = aForm({ clientId })
    const responses = await Promise.all(Array.from({ length: 10 }, () => createEvent(ann, form)))
    const laterResponse = await createEvent(ann, aForm({ clientId: clientId.toUpperCase(), title: 'Annat' }))
    expect(
      new Set([...responses, laterResponse].map(({ status, body }) => `${status} ${body.id} ${body.title}`)).size,
    ).toBe(1)
    expect((await listPushesOf(laterResponse.body.id)).map(({ change }) => change)).toEqual(['CREATED'])
    expect((await createEvent(bo, form)).body.id).not.toBe(laterResponse.body.id)
    expect((await createEvent(ann, aForm())).body.id).not.toBe((await createEvent(ann, aForm())).body.id)
    expect((await createEvent(ann, aForm({ clientId: 'x' }))).status).toBe(400)
  })

  test('does not return an event of a group for its clientId to a public path or to an author who has left', async () => {
    const [admin, owner] = [await aMember(db), await aMember(db)]
    const { groupId } = await aGroup(db, { owner, admins: [admin] })
    const form = aForm({ clientId: randomUUID() })
    const createInGroup = () => as(admin).post<Event>(`/events/groups/${groupId}`, form)
    const created = await createInGroup()
    expect((await createInGroup()).body.id).toBe(created.body.id)
    expect((await createEvent(admin, form)).body).toMatchObject({ code: 'CONFLICT' })
    await as(admin).post(`/groups/${groupId}/leave`)
    expect((await createInGroup()).status).toBe(403)
    expect((await createEvent(admin, form)).body).toMatchObject({ code: 'CONFLICT' })
  })

  test('is rejected with RESTRICTED if the team restricts the author while the request waits for their lock', async () => {
    const ann = await aMember(db)
    const decisionId = await aDecision(db, { caseId: await aCase(db), byId: UNUSED_ID })
    const [from = '', until = ''] = [now, new Date(now.getTime() + DAY_MS)].map((time) => time.toISOString())
    let creation: ReturnType<typeof createEvent> | undefined
    await db.transaction().execute(async (tx) => {
      await tx.selectFrom('members').select('id').where('id', '=', ann.id).forNoKeyUpdate().execute()
      creation = createEvent(ann)
      await expect.poll(() => countLockWaiters(ctx)).toBe(1)
      await tx.insertInto('measures').values({ decisionId, memberId: ann.id, kind: 'POST', from, until }).execute()
    })
    expect(await creation).toMatchObject({ status: 403, body: { code: 'RESTRICTED' } })
    expect(await listTitles(ann, '/events')).toEqual([])
  })

  test('reports every invalid field', { tags: 'events.invalid-fields' }, async () => {
    const { status, body } = await createEvent(await aMember(db), {
      title: ' ',
      description: '',
      place: 'x'.repeat(101),
      date: '22/11 2026',
      time: '7.30',
      capacity: 0,
      participantsShownTo: 'NOBODY',
    })
    expect({ status, body }).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
    const { fields } = body as unknown as { fields: { path: string }[] }
    expect(new Set(fields.map(({ path }) => path))).toEqual(
      new Set(['title', 'description', 'place', 'date', 'time', 'capacity', 'participantsShownTo']),
    )
  })

  test.each(['title', 'description', 'place', 'date', 'time'])(
    'requires %s and reports only that field',
    { tags: 'events.required-fields' },
    async (field) => {
      for (const emptyValue of [undefined, '', null]) {
        const response = await createEvent(await aMember(db), aForm({ [field]: emptyValue }))
        expect(response).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
        expect(listFieldPaths(response)).toEqual([field])
      }
    },
  )

  test.each([
    [{ date: '2027-02-29' }, ['date']],
    [{ date: '2027-13-01' }, ['date']],
    [{ date: '2027-00-10' }, ['date']],
    [{ date: '0000-00-00' }, ['date']],
    [{ date: '22/11 2027' }, ['date']],
    [{ time: '24:00' }, ['time']],
    [{ time: '18:60' }, ['time']],
    [{ time: '7.30' }, ['time']],
    [{ date: '2027-02-30', time: '25:00' }, ['date', 'time']],
    [{ date: '', time: '' }, ['date', 'time']],
    [{ date: '2020-01-01' }, ['date']],
    [{ date: '2020-03-29', time: '02:30' }, ['date']],
    [{ date: '1879-01-01' }, ['date']],
    [{ date: '1600-02-29' }, ['date']],
    [{ date: '0999-12-31' }, ['date']],
    [{ date: '0202-05-04' }, ['date']],
    [{ date: '0000-01-01' }, ['date']],
  ])('reports the invalid fields of %j: %j', async (changes, fields) => {
    const response = await createEvent(await aMember(db), aForm(changes))
    expect(response.status).toBe(400)
    expect(listFieldPaths(response)).toEqual(fields)
  })

  test.each(['0202-05-04', '1879-01-01'])('rejects %s as a past date', { tags: 'events.past-time' }, async (date) => {
    const response = await createEvent(await aMember(db), aForm({ date }))
    expect(response.body).toMatchObject({ code: 'DATE_TIME_PASSED', fields: [{ path: 'date' }] })
  })

  test('rejects a start that is not in the future, to the millisecond', { tags: 'events.past-time' }, async () => {
    const ann = await aMemberLoggedInAt(START_OF_2027)
    const form = aForm({ date: '2027-01-01', time: '18:30' })
    const [justBefore, start] = ['2027-01-01T17:29:59.999Z', '2027-01-01T17:30:00.000Z']
    const { body: created } = await withClockAt(justBefore, () => createEvent(ann, form))
    expect(created).toMatchObject({ eventTime: start })
    await withClockAt(start, async () => {
      expect(await createEvent(ann, form)).toMatchObject({
        status: 400,
        body: { code: 'DATE_TIME_PASSED', message: 'Eventet måste ligga i framtiden.', fields: [{ path: 'time' }] },
      })
      expect(await changeEvent(ann, created.id, aForm())).toMatchObject({ body: { code: 'DATE_TIME_PASSED' } })
      expect(await listTitles(ann, '/events')).toEqual([])
      expect(await listTitles(ann, '/events?older=true')).toEqual(['Picknick'])
    })
    await withClockAt(justBefore, async () => {
      expect(await changeEvent(ann, created.id, { ...form, time: '18:29' })).toMatchObject({
        body: { code: 'DATE_TIME_PASSED' },
      })
    })
  })

  test.each([
    ['2027-03-28', '01:59', '2027-03-28T00:59:00.000Z'],
    ['2027-03-28', '03:00', '2027-03-28T01:00:00.000Z'],
    ['2027-10-31', '01:59', '2027-10-30T23:59:00.000Z'],
    ['2027-10-31', '02:30', '2027-10-31T00:30:00.000Z'],
    ['2027-10-31', '03:00', '2027-10-31T02:00:00.000Z'],
  ])('stores %s %s in Stockholm as %s', async (date, time, eventTime) => {
    const ann = await aMemberLoggedInAt(START_OF_2027)
    await withClockAt(START_OF_2027, async () => {
      const { body } = await createEvent(ann, aForm({ date, time }))
      expect(body).toMatchObject({ eventTime })
      expect(toStockholmTime(body.eventTime)).toEqual({ date, time })
    })
  })

  test('rejects an hour that daylight saving time skips, and reports the field', async () => {
    const ann = await aMemberLoggedInAt(START_OF_2027)
    const response = await withClockAt(START_OF_2027, () =>
      createEvent(ann, aForm({ date: '2027-03-28', time: '02:30' })),
    )
    expect(response).toMatchObject({ status: 400, body: { code: 'VALIDATION', fields: [{ path: 'time' }] } })
  })
})

describe('lists', () => {
  test('are in chronological order across pages, past events newest first', { tags: 'events.list-order' }, async () => {
    const ann = await aMember(db)
    const days = [3, 1, 2, 5, 4]
    for (const day of days) {
      await anEvent(db, { author: ann, title: `om ${day}`, startsInMs: day * DAY_MS })
      await anEvent(db, { author: ann, title: `för ${day} sedan`, startsInMs: -day * DAY_MS })
    }
    const coming = [1, 2, 3, 4, 5].map((day) => `om ${day}`)
    const older = [1, 2, 3, 4, 5].map((day) => `för ${day} sedan`)
    expect(await listTitles(ann, '/events')).toEqual(coming)
    expect(await listTitles(ann, '/events?older=true')).toEqual(older)
    for (const [query, expectedTitles] of [
      ['limit=2', coming],
      ['older=true&limit=2', older],
    ] as const) {
      for (const list of ['/events', '/events/public']) {
        let [after, listedTitles]: [string | undefined, string[]] = [undefined, []]
        for (;;) {
          const page: Event[] = (await as(ann).get<Event[]>(`${list}?${query}${after ? `&after=${after}` : ''}`)).body
          listedTitles = [...listedTitles, ...page.filter(({ mayChange }) => mayChange).map(({ title }) => title)]
          after = page.at(-1)?.id
          if (page.length < 2) break
        }
        expect(listedTitles).toEqual(expectedTitles)
      }
    }
  })

  test('contain with `near` up to ten upcoming events whose place or title names a city of the member', {
    tags: 'events.near',
  }, async () => {
    const [ann, ignored] = [await aMember(db, { cities: ['Örebro', 'Upplands Väsby', 'Vara'] }), await aMember(db)]
    const anEventIn = async (place: string, options: Parameters<typeof anEvent>[1] = {}) => {
      const event = await anEvent(db, options)
      await db.updateTable('events').set({ place }).where('id', '=', event.id).execute()
    }
    await as(ann).post('/ignore', ignored.userName)
    const inOrder = ['Slottet, Örebro', 'Upplands Väsbys torg: Messingen', 'Örebro']
    for (const [index, place] of inOrder.entries())
      await anEventIn(place, { title: place, startsInMs: (index + 1) * DAY_MS })
    await anEventIn('Kajen', { title: 'Dans i Örebro!', startsInMs: 4 * DAY_MS })
    for (const place of ['Örebroar', 'Nyörebro', 'Kom och vara med', 'Upplands', 'Väsby', 'Örkelljunga'])
      await anEventIn(place)
    await anEventIn('Upplands', { title: 'Väsby' })
    await anEventIn('Örebro', { author: ignored })
    await anEventIn('Örebro', { cancelled: true })
    await anEventIn('Örebro', { startsInMs: -DAY_MS })
    await anEventIn('Örebro', { groupId: (await aGroup(db, { members: [ann] })).groupId })
    const titles = [...inOrder, 'Dans i Örebro!']
    const near = '/events/public?near=true'
    expect(await listTitles(ann, near)).toEqual(titles)
    const { body: all } = await as(ann).get<Event[]>(near)
    expect(await listTitles(ann, `${near}&older=true&after=${all[1]?.id}`)).toEqual(titles)
    expect(await listTitles(ann, `${near}&limit=2`)).toEqual(titles.slice(0, 2))
    expect(await listTitles(ann, '/events/public?near=false&limit=100')).toEqual(
      await listTitles(ann, '/events/public?limit=100'),
    )
    expect((await as(ann).get('/events/public?near=ja')).status).toBe(400)
    for (let n = 0; n < NEARBY_MAX; n += 1) await anEventIn('Örebro')
    expect(await listTitles(ann, `${near}&limit=100`)).toHaveLength(NEARBY_MAX)
    expect(await listTitles(await aMember(db, { level: 'ADMIN' }), near)).toEqual([])
  })

  test('return events with the same start time without gaps or duplicates across pages', async () => {
    const ann = await aMember(db)
    const startsInMs = 30 * DAY_MS
    for (const title of ['a', 'b', 'c']) await anEvent(db, { author: ann, title, startsInMs }, now)
    const [first] = (await as(ann).get<Event[]>('/events?limit=1')).body
    expect(first?.title).toBe('a')
    expect(await listTitles(ann, `/events?limit=5&after=${first?.id}`)).toEqual(['b', 'c'])
  })

  test('at /events, contain those public events that the member answered or created, and no other public ones', {
    tags: 'events.my-list',
  }, async () => {
    const [ann, bo] = [await aMember(db), await aMember(db)]
    const anAnsweredEvent = async (title: string, answer?: 'YES' | 'MAYBE' | 'WAITING') => {
      const event = await anEvent(db, { author: ann, title })
      if (answer) await anAnswer(db, event, bo, answer)
    }
    await anAnsweredEvent('kommer', 'YES')
    await anAnsweredEvent('kanske', 'MAYBE')
    await anAnsweredEvent('i kö', 'WAITING')
    await anAnsweredEvent('inget svar')
    await anEvent(db, { author: bo, title: 'mitt eget' })
    expect(new Set(await listTitles(bo, '/events'))).toEqual(new Set(['kommer', 'kanske', 'i kö', 'mitt eget']))
    expect(await listTitles(await aMember(db), '/events')).toEqual([])
    const publicTitles = await listTitles(bo, '/events/public?limit=100')
    expect(publicTitles).toEqual(expect.arrayContaining(['kommer', 'kanske', 'i kö', 'inget svar', 'mitt eget']))
  })

  test('contain canceled events for their participants and author until the event starts', async () => {
    const [bo, stranger] = [await aMember(db), await aMember(db)]
    const event = await anEvent(db, { title: 'inställt', startsInMs: HOUR_MS, cancelled: true }, now)
    await anAnswer(db, event, bo, 'MAYBE')
    const readVisibility = async () => {
      const lists = [event.author, bo, stranger].map(async (member) => [
        (await listTitles(member, '/events')).includes('inställt'),
        (await listTitles(member, '/events/public?limit=100')).includes('inställt'),
        (await listTitles(member, '/events/public?older=true&limit=100')).includes('inställt'),
        (await as(member).get(`/events/${event.id}`)).status === 200,
      ])
      return Promise.all(lists)
    }
    const [visible, hidden] = [
      [true, true, false, true],
      [false, false, false, false],
    ]
    expect(await readVisibility()).toEqual([visible, visible, hidden])
    await withClockAt(new Date(now.getTime() + HOUR_MS), async () =>
      expect(await readVisibility()).toEqual([hidden, hidden, hidden]),
    )
  })

  test.each(['limit=0', 'limit=101', 'after=x', 'older=yes', 'groupId=0', 'after=9999999999999999999'])(
    'reject %s',
    async (query) => {
      expect((await as(await aMember(db)).get(`/events?${query}`)).status).toBe(400)
    },
  )
})

describe('changing an event', () => {
  test.each([
    ['time', toStockholmTime(new Date(Date.now() + 5 * DAY_MS)), 1, true],
    ['place', { place: 'Botaniska' }, 1, true],
    ['title', { title: 'Grillning' }, 1, false],
    ['description', { description: 'Ta med två.' }, 0, false],
    ['price', { paidEvent: true }, 0, false],
    ['visibility of participants', { participantsShownTo: 'HOST' }, 0, false],
  ])(
    'notifies everyone who answered when the %s changes, and emails those who want it if it is the time or the place',
    { tags: 'events.change-notifies' },
    async (_, changes, sequence, isEmailed) => {
      const ann = await aMember(db)
      const { body: created } = await createEvent(ann)
      const respondents = await Promise.all(['YES', 'MAYBE', 'WAITING'].map(() => aMember(db, { language: 'ENGLISH' })))
      const [yes, maybe, waiting] = respondents as [TestMember, TestMember, TestMember]
      const withoutEventMail = await aMember(db)
      await anAnswer(db, created, yes, 'YES')
      await anAnswer(db, created, maybe, 'MAYBE')
      await anAnswer(db, created, waiting, 'WAITING')
      await anAnswer(db, created, withoutEventMail, 'YES')
      await db.updateTable('members').set({ wantsEventMail: false }).where('id', '=', withoutEventMail.id).execute()
      const respondentIds = respondents.map(({ id }) => id)
      await db
        .updateTable('members')
        .set({ wantsEventMail: true })
        .where('id', 'in', [...respondentIds, ann.id])
        .execute()
      const { status, body } = await changeEvent(ann, created.id, aForm(changes))
      expect({ status, body }).toMatchObject({ status: 200, body: { id: created.id, coming: 2 } })
      const { sessionResponse: _response, waitingPlace: _waitingPlace, mayChange: _mayChange, ...event } = body
      expect((await listPushesOf(created.id)).slice(1)).toEqual([
        {
          to: [ann.id, withoutEventMail.id, ...respondentIds].toSorted(),
          type: 'event:changed',
          change: 'CHANGED',
          event,
          mine: null,
        },
      ])
      const rows = respondentIds.map((memberId) => ({ kind: 'EVENT_CHANGED', memberId, language: 'ENGLISH' }))
      expect(await listMails(created.id)).toEqual(isEmailed ? expect.arrayContaining(rows) : [])
      expect(await listMails(created.id)).toHaveLength(isEmailed ? 3 : 0)
      expect((await readRow(created.id)).sequence).toBe(sequence)
    },
  )

  test('notifies and emails once, and not at all if nothing has changed', async () => {
    const [ann, bo] = [await aMember(db), await aMember(db)]
    const { body: created } = await createEvent(ann)
    await anAnswer(db, created, bo)
    await db.updateTable('members').set({ wantsEventMail: true }).where('id', '=', bo.id).execute()
    await Promise.all(Array.from({ length: 10 }, () => changeEvent(ann, created.id, aForm({ place: 'Botaniska' }))))
    await changeEvent(ann, created.id, aForm({ place: 'Botaniska' }))
    expect((await listPushesOf(created.id)).map(({ change }) => change)).toEqual(['CREATED', 'CHANGED'])
    expect(await listMails(created.id)).toHaveLength(1)
    expect((await readRow(created.id)).sequence).toBe(1)
  })

  test('keeps the capacity and the visibility of participants if they are omitted', async () => {
    const ann = await aMember(db)
    const { body: created } = await createEvent(ann, aForm({ capacity: 7, participantsShownTo: 'HOST' }))
    const { body } = await changeEvent(ann, created.id, aForm({ title: 'Ny' }))
    expect(body).toMatchObject({ title: 'Ny', capacity: 7, participantsShownTo: 'HOST' })
    expect((await changeEvent(ann, created.id, aForm({ capacity: null }))).body).toMatchObject({ capacity: null })
  })

  test('is limited to the author of a public event', async () => {
    const event = await anEvent(db)
    for (const member of [await aMember(db), await aMember(db, { level: 'ADMIN' })])
      expect(await changeEvent(member, event.id, aForm())).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect(await listPushesOf(event.id)).toEqual([])
  })

  test('is rejected once the event is canceled', async () => {
    const event = await anEvent(db, { cancelled: true })
    expect(await changeEvent(event.author, event.id, aForm())).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT' },
    })
  })
})

describe('canceling an event', () => {
  test('notifies everyone who answered, keeps their answers, and takes effect once', {
    tags: 'events.cancel',
  }, async () => {
    const event = await anEvent(db)
    const [bo, eva] = [await aMember(db), await aMember(db)]
    await anAnswer(db, event, bo, 'YES')
    await anAnswer(db, event, eva, 'MAYBE')
    await db.updateTable('members').set({ wantsEventMail: true }).where('id', '=', bo.id).execute()
    const responses = await Promise.all(Array.from({ length: 10 }, () => cancelEvent(event.author, event.id)))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([204, ...Array(9).fill(409)])
    const recipientIds = [event.author.id, bo.id, eva.id].toSorted()
    expect(await listPushesOf(event.id)).toMatchObject([
      { to: recipientIds, change: 'CANCELLED', event: { cancelled: true, coming: 1, interested: 1 }, mine: null },
    ])
    expect(await listMails(event.id)).toMatchObject([{ kind: 'EVENT_CANCELLED', memberId: bo.id }])
    expect(await readAnswers(db, event)).toMatchObject({ yes: [bo.id], maybe: [eva.id] })
  })

  test('is limited to the author of a public event', async () => {
    const event = await anEvent(db)
    for (const other of [await aMember(db), await aMember(db, { level: 'ADMIN' })])
      expect((await cancelEvent(other, event.id)).status).toBe(403)
    expect((await cancelEvent(event.author, event.id)).status).toBe(204)
  })

  test('removes a past event from the lists without notifications', async () => {
    const event = await anEvent(db, { title: 'förr', startsInMs: -HOUR_MS })
    await anAnswer(db, event, await aMember(db), 'YES')
    expect((await cancelEvent(event.author, event.id)).status).toBe(204)
    expect(await listTitles(event.author, '/events?older=true')).toEqual([])
    expect((await cancelEvent(event.author, event.id)).status).toBe(404)
    expect([await listPushesOf(event.id), await listMails(event.id)]).toEqual([[], []])
  })
})

test('a rejected change or answer sends no push', async () => {
  const event = await anEvent(db, { startsInMs: -HOUR_MS })
  const pushCount = (await listPushes(db)).length
  expect((await changeEvent(event.author, event.id, aForm())).status).toBe(400)
  expect((await as(event.author).post(`/events/${event.id}/attending`)).status).toBe(400)
  expect((await listPushes(db)).length).toBe(pushCount)
})
