import type { Language } from '@app/contract/text/language'
import { aCallOff, anAnswer, anEvent, type TestEvent } from '@app/server/testing/events'
import { aMember, type TestMember } from '@app/server/testing/members'
import { describe, expect, test } from 'vitest'
import { setUpMailWorker } from '../testing-mail-worker.ts'
import { aMail, PUBLIC_URL, readMailRow } from '../testing-worker.ts'
import type { EventMailKind } from './queries.ts'
import { sendMail } from './send-mail.ts'

const { ctx, server } = await setUpMailWorker()

type EventMailFixture = { event: TestEvent; guest: TestMember; mailId: string }

/** Inserts an email to a guest about an event, and returns its id. */
const insertMail = (event: TestEvent, guest: TestMember, kind: EventMailKind): Promise<string> =>
  aMail(ctx, { kind, address: guest.email, memberId: guest.id, eventId: event.id })

/** Creates an event with an attending guest who wants emails, and an email to the guest about it. */
async function anEventMail(kind: EventMailKind, language: Language = 'SWEDISH'): Promise<EventMailFixture> {
  const cancelled = kind === 'EVENT_CANCELLED'
  const event = await anEvent(ctx.db, { title: 'Hemlig bjudning', cancelled }, ctx.now())
  const guest = await aMember(ctx.db, { language })
  await anAnswer(ctx.db, event, guest)
  await ctx.db.updateTable('event_answers').set({ remindedAt: ctx.now().toISOString() }).execute()
  await ctx.db.updateTable('members').set({ wantsEventMail: true }).where('id', '=', guest.id).execute()
  return { event, guest, mailId: await insertMail(event, guest, kind) }
}

const KINDS = ['EVENT_REMINDER', 'EVENT_CHANGED', 'EVENT_CANCELLED', 'EVENT_SEAT'] as const

const SUBJECTS = {
  EVENT_REMINDER: ['Påminnelse', 'Reminder'],
  EVENT_CHANGED: ['Tid eller plats är ändrad', 'Time or place has changed'],
  EVENT_CANCELLED: ['Det är inställt', 'It has been canceled'],
  EVENT_SEAT: ['Du har fått en plats', 'You got a spot'],
} as const

describe.each(KINDS)('%s', (kind) => {
  test.each([
    ['SWEDISH', 0],
    ['ENGLISH', 1],
  ] as const)(
    'is sent once, in %s, with a link to the event but without its title and place',
    async (language, subjectIndex) => {
      const { event, guest, mailId } = await anEventMail(kind, language)
      await Promise.all([sendMail(ctx, { mailId }), sendMail(ctx, { mailId })])
      await sendMail(ctx, { mailId })
      const [mail, ...otherMails] = server.listDeliveredTo(guest.email)
      expect(otherMails).toEqual([])
      expect(mail?.subject).toBe(SUBJECTS[kind][subjectIndex])
      expect(mail?.from).toMatchObject({ name: 'Salong' })
      expect(mail?.text).toContain(`${PUBLIC_URL}/events?id=${event.id}`)
      expect(mail?.text?.match(/\/unsubscribe\/token\/[\w-]{43}e\?language=\w+/g)).toEqual([
        expect.stringContaining(`e?language=${language}`),
      ])
      const headers = new Map(mail?.headers.map(({ key, value }) => [key, value]))
      expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
      expect(headers.get('list-unsubscribe')).toMatch(/^<https:\/\/salong\.test\/api\/v2\/unsubscribe\/[\w-]{43}e\?/)
      expect(`${mail?.subject}${mail?.text}${mail?.html}`).not.toMatch(/Hemlig bjudning|Slottsskogen|filt/)
      expect(await readMailRow(ctx, mailId)).toMatchObject({ state: 'SENT', attempts: 1 })
    },
  )

  const changes: [string, (fixture: EventMailFixture) => Promise<unknown>][] = [
    [
      'has unsubscribed',
      ({ guest }) => ctx.db.updateTable('members').set({ wantsEventMail: false }).where('id', '=', guest.id).execute(),
    ],
    [
      'is deleted',
      ({ guest }) =>
        ctx.db.updateTable('members').set({ deletedAt: ctx.now().toISOString() }).where('id', '=', guest.id).execute(),
    ],
    [
      'has withdrawn the answer',
      ({ guest }) => ctx.db.deleteFrom('event_answers').where('memberId', '=', guest.id).execute(),
    ],
    [
      'ignores the author',
      ({ guest, event }) =>
        ctx.db
          .insertInto('ignores')
          .values({ ignorerId: guest.id, ignoredId: event.author.id, lastActiveThen: ctx.now().toISOString() })
          .execute(),
    ],
    [
      'has an undeliverable address',
      ({ guest }) =>
        ctx.db
          .insertInto('dead_addresses')
          .values({ addressKey: guest.email, since: ctx.now().toISOString() })
          .execute(),
    ],
    [
      'has answered an event that has begun',
      ({ event }) =>
        ctx.db.updateTable('events').set({ eventTime: ctx.now().toISOString() }).where('id', '=', event.id).execute(),
    ],
    [
      'has answered an event that was canceled or restored afterwards',
      ({ event }) =>
        ctx.db
          .updateTable('events')
          .set({ cancelledAt: kind === 'EVENT_CANCELLED' ? null : ctx.now().toISOString() })
          .where('id', '=', event.id)
          .execute(),
    ],
    ['has a newer email of the same kind', ({ guest, event }) => insertMail(event, guest, kind)],
  ]
  test.each(changes)('is dropped for a guest who %s', async (_, change) => {
    const fixture = await anEventMail(kind)
    await change(fixture)
    await sendMail(ctx, { mailId: fixture.mailId })
    expect(server.listDeliveredTo(fixture.guest.email)).toEqual([])
    expect(await readMailRow(ctx, fixture.mailId)).toMatchObject({ state: 'DROPPED' })
  })
})

test('drops a reminder if the time of the event has changed since', async () => {
  const { guest, mailId } = await anEventMail('EVENT_REMINDER')
  await ctx.db.updateTable('event_answers').set({ remindedAt: null }).where('memberId', '=', guest.id).execute()
  await sendMail(ctx, { mailId })
  expect(server.listDeliveredTo(guest.email)).toEqual([])
  expect(await readMailRow(ctx, mailId)).toMatchObject({ state: 'DROPPED' })
})

test('shows the time in Stockholm before and after the clocks change', async () => {
  const times = [
    ['2027-03-28T00:59:00.000Z', 'söndag 28 mars kl.\u00a001:59'],
    ['2027-03-28T01:00:00.000Z', 'söndag 28 mars kl.\u00a003:00'],
    ['2027-10-31T00:30:00.000Z', 'söndag 31 oktober kl.\u00a002:30'],
    ['2027-10-31T02:00:00.000Z', 'söndag 31 oktober kl.\u00a003:00'],
  ]
  const msUntilMarch2027 = new Date('2027-03-01T00:00:00.000Z').getTime() - ctx.now().getTime()
  ctx.advanceClock(msUntilMarch2027)
  for (const [eventTime, formattedTime] of times) {
    const { event, guest, mailId } = await anEventMail('EVENT_SEAT')
    await ctx.db.updateTable('events').set({ eventTime }).where('id', '=', event.id).execute()
    await sendMail(ctx, { mailId })
    expect(server.listDeliveredTo(guest.email)[0]?.text).toContain(formattedTime)
  }
  ctx.advanceClock(-msUntilMarch2027)
})

test.each(KINDS)(
  'a %s is sent to a guest whom the host has blocked only if it says that the event is canceled',
  {
    tags: 'blocks.events',
  },
  async (kind) => {
    const { event, guest } = await anEventMail('EVENT_REMINDER')
    const mailId = await insertMail(event, guest, kind)
    await aCallOff(ctx.db, event, guest, ctx.now())
    await sendMail(ctx, { mailId })
    const subjects = server.listDeliveredTo(guest.email).map(({ subject }) => subject)
    expect(subjects).toEqual(kind === 'EVENT_CANCELLED' ? [SUBJECTS.EVENT_CANCELLED[0]] : [])
  },
)
