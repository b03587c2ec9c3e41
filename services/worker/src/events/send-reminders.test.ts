import { DAY_MS, HOUR_MS } from '@app/contract/limits'
import { aGroup, listPushes } from '@app/server/testing/context'
import { aCallOff, anAnswer, anEvent } from '@app/server/testing/events'
import { aMember, type TestMember } from '@app/server/testing/members'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestWorker, testWorker } from '../testing-worker.ts'
import { sendReminders } from './send-reminders.ts'

let ctx: TestWorker
beforeAll(async () => {
  ctx = await testWorker({})
})
afterAll(() => ctx.close())

/** Creates an event, by default in less than a day. */
const createEvent = (options: Parameters<typeof anEvent>[1]) =>
  anEvent(ctx.db, { startsInMs: 23 * HOUR_MS, ...options }, ctx.now())

async function aGuest(wantsEventMail = true): Promise<TestMember> {
  const member = await aMember(ctx.db)
  await ctx.db.updateTable('members').set({ wantsEventMail }).where('id', '=', member.id).execute()
  return member
}

/** Lists the ids of the members whom a push or an email reminded of an event. */
const listReminders = async ({ id }: { id: string }) => ({
  pushed: (await listPushes(ctx.db)).flatMap(({ to, push }) =>
    push.type === 'event:changed' && push.change === 'REMINDER' && push.event.id === id ? to : [],
  ),
  mailed: (
    await ctx.db
      .selectFrom('mails')
      .select('memberId')
      .where('eventId', '=', id)
      .where('kind', '=', 'EVENT_REMINDER')
      .execute()
  ).map(({ memberId }) => memberId),
})

test('reminds an attendee once, by push and, if wanted, by email', async () => {
  const event = await createEvent({})
  const [ann, bo, interestedGuest, queuedGuest] = await Promise.all([aGuest(), aGuest(false), aGuest(), aGuest()])
  await anAnswer(ctx.db, event, ann)
  await anAnswer(ctx.db, event, bo)
  await anAnswer(ctx.db, event, interestedGuest, 'MAYBE')
  await anAnswer(ctx.db, event, queuedGuest, 'WAITING')
  await sendReminders(ctx)
  await sendReminders(ctx)
  const { pushed, mailed } = await listReminders(event)
  expect([pushed.toSorted(), mailed]).toEqual([[ann.id, bo.id].toSorted(), [ann.id]])
})

test('reminds each attendee once with several concurrent workers', async () => {
  const events = await Promise.all([createEvent({}), createEvent({})])
  const guests = await Promise.all(Array.from({ length: 40 }, () => aGuest()))
  for (const event of events) for (const guest of guests) await anAnswer(ctx.db, event, guest)
  await Promise.all([sendReminders(ctx), sendReminders(ctx), sendReminders(ctx), sendReminders(ctx)])
  const guestIds = guests.map(({ id }) => id).toSorted()
  for (const event of events) {
    const { pushed, mailed } = await listReminders(event)
    expect([pushed.toSorted(), mailed.toSorted()]).toEqual([guestIds, guestIds])
  }
})

test('reminds more attendees than one batch contains', async () => {
  const guests = await Promise.all(Array.from({ length: 30 }, () => aGuest()))
  const events = await Promise.all(Array.from({ length: 21 }, () => createEvent({})))
  const rows = events.flatMap(({ id: eventId }) =>
    guests.map(({ id: memberId }) => ({
      eventId,
      memberId,
      answer: 'YES' as const,
      answeredAt: ctx.now().toISOString(),
    })),
  )
  await ctx.db.insertInto('event_answers').values(rows).execute()
  await sendReminders(ctx)
  for (const event of events) expect((await listReminders(event)).mailed).toHaveLength(30)
})

test.each([
  ['begins in more than a day', { startsInMs: DAY_MS + 1 }],
  ['has begun', { startsInMs: 0 }],
  ['is canceled', { cancelled: true }],
])('does not remind of an event that %s', async (_, options) => {
  const event = await createEvent(options)
  await anAnswer(ctx.db, event, await aGuest())
  await sendReminders(ctx)
  expect(await listReminders(event)).toEqual({ pushed: [], mailed: [] })
})

test('reminds exactly one day before the event', async () => {
  const [event, guest] = [await createEvent({ startsInMs: 2 * DAY_MS }), await aGuest()]
  await anAnswer(ctx.db, event, guest)
  ctx.advanceClock(DAY_MS - 1)
  await sendReminders(ctx)
  expect((await listReminders(event)).pushed).toEqual([])
  ctx.advanceClock(1)
  await sendReminders(ctx)
  expect(await listReminders(event)).toEqual({ pushed: [guest.id], mailed: [guest.id] })
})

test('sends no reminder within a blocked pair, or to a former member of the group', async () => {
  const [ignorer, ignored, formerMember] = [await aGuest(), await aGuest(), await aGuest()]
  const [eventOfIgnored, eventOfIgnorer] = [await createEvent({}), await createEvent({})]
  const { groupId, owner } = await aGroup(ctx.db)
  const groupEvent = await createEvent({ author: owner, groupId })
  await anAnswer(ctx.db, eventOfIgnored, ignorer)
  await anAnswer(ctx.db, eventOfIgnorer, ignored)
  await anAnswer(ctx.db, groupEvent, formerMember)
  const lastActiveThen = ctx.now().toISOString()
  await ctx.db
    .insertInto('ignores')
    .values([
      { ignorerId: ignorer.id, ignoredId: eventOfIgnored.author.id, lastActiveThen },
      { ignorerId: eventOfIgnorer.author.id, ignoredId: ignored.id, lastActiveThen },
    ])
    .execute()
  await sendReminders(ctx)
  for (const event of [eventOfIgnored, eventOfIgnorer, groupEvent])
    expect(await listReminders(event)).toEqual({ pushed: [], mailed: [] })
})

test('sends no reminder of an event that was called off for the member, even if an answer is still stored', async () => {
  const [event, guest] = [await createEvent({}), await aGuest()]
  await anAnswer(ctx.db, event, guest)
  await aCallOff(ctx.db, event, guest)
  await anAnswer(ctx.db, event, guest)
  await sendReminders(ctx)
  expect(await listReminders(event)).toEqual({ pushed: [], mailed: [] })
})
