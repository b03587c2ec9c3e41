import type { CalendarFeed, Event } from '@app/contract/events'
import { DAY_MS } from '@app/contract/limits'
import { generateToken, hashToken } from '@app/server/accounts/mail-tokens'
import { anAnswer, anEvent } from '@app/server/testing/events'
import { countLockWaiters } from '@app/server/testing/locks'
import { aMember, aSession, type TestMember } from '@app/server/testing/members'
import { aPasswordHash } from '@app/server/testing/passwords'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { aMailedToken, anEmailAddress } from '../accounts/testing.ts'
import { setUpTestGateway, UNUSED_ID } from '../testing.ts'
import { renderCalendar } from './ics.ts'
import { aForm } from './testing.ts'

const { ctx, as, visitor } = await setUpTestGateway({ settings: { PUBLIC_URL: 'https://salong.test' } })
const { db } = ctx

/** Parses the events of a calendar as a calendar program does: unfold, split, unescape. */
function parseEvents(file: string): Record<string, string>[] {
  expect(file.endsWith('\r\n')).toBe(true)
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  const lines = file.replaceAll('\r\n ', '').trimEnd().split('\r\n')
  expect([lines[0], lines.at(-1)]).toEqual(['BEGIN:VCALENDAR', 'END:VCALENDAR'])
  const events: Record<string, string>[] = []
  for (const line of lines) {
    if (line === 'BEGIN:VEVENT') events.push({})
    const [name = '', ...value] = line.split(':')
    const text = value.join(':').replace(/\\(.)/g, (_, character) => (character === 'n' ? '\n' : character))
    Object.assign(events.at(-1) ?? {}, { [name]: text })
  }
  return events
}

const createFeed = async (member: TestMember): Promise<string> => {
  const { status, body } = await as(member).post<CalendarFeed>('/events/calendar')
  expect({ status, body }).toMatchObject({ status: 201, body: { active: true } })
  expect(body.url).toMatch(/^https:\/\/salong\.test\/api\/v2\/calendar\/[\w-]{43}\.ics$/)
  return body.url?.replace('https://salong.test/api/v2', '') ?? ''
}

const PASSWORD = 'gul kanot 7'
const passwordHash = await aPasswordHash(PASSWORD)
const resetPassword = (token: string) => visitor.post(`/members/reset-pwd/${token}`, 'en helt ny båt')

const changePassword = (member: TestMember) =>
  as(member).post('/members/password', { password: PASSWORD, newPassword: 'en helt ny båt' })
async function changeEmail(member: TestMember): Promise<void> {
  expect((await as(member).post('/members/email', { email: anEmailAddress(), password: PASSWORD })).status).toBe(204)
  const token = generateToken()
  await db
    .updateTable('email_changes')
    .set({ hash: hashToken(token) })
    .where('memberId', '=', member.id)
    .execute()
  expect((await visitor.post(`/members/email/confirm/${token}`)).status).toBe(204)
}

const fetchFeed = (path: string) => visitor.get<string>(path)
const listTitles = async (path: string) =>
  parseEvents((await fetchFeed(path)).body).map(({ SUMMARY, STATUS }) => [SUMMARY, STATUS])

describe('the file of one event', () => {
  test('keeps its UID when the event is changed or canceled, and increments its sequence number', {
    tags: 'events.calendar-file',
  }, async () => {
    const ann = await aMember(db)
    const form = { title: 'Fika, vin; ost', description: 'Rad ett\nRad två \\o/', place: `Kök ${'å'.repeat(90)}` }
    const { body: created } = await as(ann).post<Event>('/events/public/', aForm(form))
    const readCalendarEvent = async () => {
      const { body, headers, status } = await as(ann).get<string>(`/events/${created.id}.ics`)
      expect(status).toBe(200)
      expect(headers).toMatchObject({
        'content-type': 'text/calendar; charset=utf-8',
        'cache-control': 'private, no-store',
      })
      return parseEvents(body)[0]
    }
    const first = await readCalendarEvent()
    expect(first).toMatchObject({
      UID: `event-${created.id}@salong.test`,
      SUMMARY: form.title,
      DESCRIPTION: form.description,
      LOCATION: form.place,
      URL: `https://salong.test/events?id=${created.id}`,
      DTSTART: created.eventTime.replace(/[-:]|\.000/g, ''),
      SEQUENCE: '0',
      STATUS: 'CONFIRMED',
    })
    const steps = [
      [{ description: 'Ny text' }, '0'],
      [{ description: 'Ny text', paidEvent: true }, '0'],
      [{ description: 'Ny text', title: 'Fika' }, '1'],
      [{ description: 'Ny text', title: 'Fika', place: 'Park' }, '2'],
      [{ description: 'Ny text', title: 'Fika', place: 'Park' }, '2'],
    ] as const
    for (const [changes, sequence] of steps) {
      await as(ann).post(`/events/${created.id}`, aForm({ ...form, ...changes }))
      expect(await readCalendarEvent()).toMatchObject({ UID: first?.UID, SEQUENCE: sequence })
    }
    await as(ann).post(`/events/${created.id}/delete`)
    expect(await readCalendarEvent()).toMatchObject({ UID: first?.UID, SEQUENCE: '3', STATUS: 'CANCELLED' })
  })

  test('is tentative for interested members, and not available to visitors', async () => {
    const [event, bo] = [await anEvent(db), await aMember(db)]
    await anAnswer(db, event, bo, 'MAYBE')
    expect(parseEvents((await as(bo).get<string>(`/events/${event.id}.ics`)).body)).toMatchObject([
      { STATUS: 'TENTATIVE' },
    ])
    expect((await visitor.get(`/events/${event.id}.ics`)).status).toBe(401)
    expect((await as(bo).get(`/events/${UNUSED_ID}.ics`)).status).toBe(404)
    expect((await as(bo).get('/events/x.ics')).status).toBe(400)
  })

  test('never splits a character across two lines', () => {
    const event = {
      id: '1',
      description: '',
      venue: '',
      sequence: 0,
      canceled: false,
      ownAnswer: 'YES' as const,
    }
    const eventTime = '2026-10-25T01:30:00.000Z'
    for (let prefixLength = 0; prefixLength < 80; prefixLength += 1) {
      const title = `${'x'.repeat(prefixLength)}${'👩‍🌾åß漢'.repeat(30)}`
      const file = renderCalendar('https://salong.test', [
        { ...event, title, eventTime, createdAt: eventTime, changedAt: eventTime },
      ])
      expect(parseEvents(file)).toMatchObject([{ SUMMARY: title, DTSTART: '20261025T013000Z' }])
    }
  })
})

describe('a calendar feed', () => {
  test('contains events that the member attends or may attend, including canceled ones, of the last month and later', {
    tags: 'events.calendar-contents',
  }, async () => {
    const [ann, bo] = [await aMember(db), await aMember(db)]
    const path = await createFeed(bo)
    expect(await listTitles(path)).toEqual([])
    const anAnsweredEvent = async (
      title: string,
      startsInMs: number,
      answer?: 'YES' | 'MAYBE' | 'WAITING',
      cancelled = false,
    ) => {
      const event = await anEvent(db, { author: ann, title, startsInMs, cancelled })
      if (answer) await anAnswer(db, event, bo, answer)
      return event
    }
    await anAnsweredEvent('för länge sedan', -31 * DAY_MS, 'YES')
    await anAnsweredEvent('nyss', -29 * DAY_MS, 'YES')
    await anAnsweredEvent('inställt', DAY_MS, 'YES', true)
    await anAnsweredEvent('kanske', 2 * DAY_MS, 'MAYBE')
    await anAnsweredEvent('i kö', 3 * DAY_MS, 'WAITING')
    await anAnsweredEvent('inget svar', 3 * DAY_MS)
    await anAnsweredEvent('kommer', 4 * DAY_MS, 'YES')
    expect(await listTitles(path)).toEqual([
      ['nyss', 'CONFIRMED'],
      ['inställt', 'CANCELLED'],
      ['kanske', 'TENTATIVE'],
      ['kommer', 'CONFIRMED'],
    ])
    const lastActiveThen = new Date().toISOString()
    await db.insertInto('ignores').values({ ignorerId: ann.id, ignoredId: bo.id, lastActiveThen }).execute()
    expect(await listTitles(path)).toEqual([])
  })

  test('leaves out an event that the team has removed, except for its author', {
    tags: 'events.calendar-contents',
  }, async () => {
    const [ann, bo] = [await aMember(db), await aMember(db)]
    const [path, authorPath] = [await createFeed(bo), await createFeed(ann)]
    const event = await anEvent(db, { author: ann, title: 'olagligt', cancelled: true })
    for (const member of [ann, bo]) await anAnswer(db, event, member)
    expect(await listTitles(path)).toEqual([['olagligt', 'CANCELLED']])
    await db.updateTable('events').set({ removedBy: UNUSED_ID }).where('id', '=', event.id).execute()
    expect([await listTitles(path), await listTitles(authorPath)]).toEqual([[], [['olagligt', 'CANCELLED']]])
  })

  test('drops past events first, and then the most distant ones, if there are more than a thousand', {
    tags: 'events.calendar-contents',
  }, async () => {
    const [ann, bo] = [await aMember(db), await aMember(db)]
    const path = await createFeed(bo)
    /** Creates events a minute apart, which Bo attends. */
    const someEvents = (title: string, startsInDays: number, count = 1) =>
      sql`
        with created as (
          insert into events ("authorId", title, description, place, "eventTime", "paidEvent", "participantsShownTo",
            "createdAt", "changedAt")
          select ${ann.id}, ${title}, 'Kom', 'Här', now() + ${startsInDays} * interval '1 day' + n * interval '1 minute',
            false, 'ALL', now(), now()
          from generate_series(1, ${count}::integer) n returning id)
        insert into event_answers ("eventId", "memberId", answer, "answeredAt")
        select id, ${bo.id}, 'YES', now() from created`.execute(db)
    await someEvents('förra veckan', -7)
    await someEvents('i går', -1)
    await someEvents('i morgon', 1)
    await someEvents('varje minut', 2, 997)
    await someEvents('nästa vecka', 7)
    const listDistinct = async () => [...new Set((await listTitles(path)).map(([title]) => title))]
    expect(await listTitles(path)).toHaveLength(1_000)
    expect(await listDistinct()).toEqual(['i går', 'i morgon', 'varje minut', 'nästa vecka'])
    await someEvents('om en stund', 0, 2)
    expect(await listDistinct()).toEqual(['om en stund', 'i morgon', 'varje minut'])
  })

  test('is created under a URL that is returned once, and can be replaced and deleted', {
    tags: 'events.calendar-url',
  }, async () => {
    const bo = await aMember(db)
    const readState = async () => (await as(bo).get('/events/calendar')).body
    expect(await readState()).toEqual({ active: false, url: null })
    const first = await createFeed(bo)
    expect(await readState()).toEqual({ active: true, url: null })
    expect((await fetchFeed(first)).headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-store',
    })
    const second = await createFeed(bo)
    expect([(await fetchFeed(first)).status, (await fetchFeed(second)).status]).toEqual([404, 200])
    expect((await as(bo).post('/events/calendar/end')).status).toBe(204)
    expect((await as(bo).post('/events/calendar/end')).status).toBe(204)
    expect((await fetchFeed(second)).status).toBe(404)
    expect(await readState()).toEqual({ active: false, url: null })
  })

  test("belongs to an admin's own account, and an admin can delete it", async () => {
    const admin = await aMember(db, { level: 'ADMIN' })
    const path = await createFeed(admin)
    expect((await fetchFeed(path)).status).toBe(200)
    expect((await as(admin).post('/events/calendar/end')).status).toBe(204)
    expect((await fetchFeed(path)).status).toBe(404)
  })

  test('stores only the hash of its secret', async () => {
    const bo = await aMember(db)
    const token = /calendar\/(.+)\.ics/.exec(await createFeed(bo))?.[1] ?? ''
    const rows = await db.selectFrom('calendar_feeds').selectAll().where('memberId', '=', bo.id).execute()
    expect(rows[0]?.hash.length).toBe(32)
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(rows[0]?.hash.toString()).not.toBe(token)
  })

  test('is available at only one of ten URLs that were created concurrently', async () => {
    const bo = await aMember(db)
    const paths = await Promise.all(Array.from({ length: 10 }, () => createFeed(bo)))
    const responses = await Promise.all(paths.map(fetchFeed))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test.each<[string, (member: TestMember) => Promise<unknown>]>([
    ['a password reset', async ({ email }) => resetPassword(await aMailedToken(db, 'PASSWORD_RESET', email))],
    ['a change of password', (member) => changePassword(member)],
    ['a change of email address', (member) => changeEmail(member)],
    ['a logout everywhere', (member) => as(member).post('/sessions/logout-everywhere')],
    ['the deletion of the account', (member) => as(member).post('/members/delete', { password: PASSWORD })],
  ])('is deleted by %s', async (_, action) => {
    const [ann, bo] = [await aMember(db), await aMember(db, { passwordHash })]
    const [path, otherPath] = [await createFeed(bo), await createFeed(ann)]
    await action(bo)
    expect([(await fetchFeed(path)).status, (await fetchFeed(otherPath)).status]).toEqual([404, 200])
    await db.updateTable('members').set({ deletedAt: null }).where('id', '=', bo.id).execute()
    expect((await fetchFeed(path)).status).toBe(404)
    const newSession = { ...bo, sessionId: await aSession(db, bo.id) }
    expect((await as(newSession).get('/events/calendar')).body).toEqual({ active: false, url: null })
  })

  test('stays available after the member logs out of one session', async () => {
    const bo = await aMember(db)
    const path = await createFeed(bo)
    await as(bo).post('/sessions/logout')
    expect((await fetchFeed(path)).status).toBe(200)
  })

  test('cannot be created by a session that is revoked concurrently', async () => {
    const bo = await aMember(db)
    const { pending } = await db.transaction().execute(async (tx) => {
      await tx.deleteFrom('sessions').where('memberId', '=', bo.id).execute()
      const pending = as(bo).post('/events/calendar')
      await vi.waitFor(async () => expect(await countLockWaiters(ctx)).toBe(1))
      return { pending }
    })
    expect(await pending).toMatchObject({ status: 401, body: { code: 'PLEASE_LOGIN' } })
    expect(await db.selectFrom('calendar_feeds').selectAll().where('memberId', '=', bo.id).execute()).toEqual([])
  })

  test('gives the same response for a guessed URL and for a member who is being deleted', async () => {
    const bo = await aMember(db)
    const path = await createFeed(bo)
    const guessedUrl = await fetchFeed(`/calendar/${'A'.repeat(43)}.ics`)
    expect(guessedUrl).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    await db.updateTable('members').set({ deletedAt: new Date().toISOString() }).where('id', '=', bo.id).execute()
    const afterDeletion = await fetchFeed(path)
    expect(afterDeletion.body).toEqual(guessedUrl.body)
    for (const token of ['x', '%00', '..%2f..', "'%20or%201=1", '%ED%A0%80', 'x'.repeat(300)])
      expect([400, 404]).toContain((await fetchFeed(`/calendar/${token}.ics`)).status)
  })
})
