import { aGroup, pushes } from '@app/server/testing/context'
import { anAnswer, anEvent, DAY, HOUR } from '@app/server/testing/events'
import { aMember, type TestMember } from '@app/server/testing/members'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestWorker, testWorker } from '../testing-worker.ts'
import { remind } from './remind.ts'

let ctx: TestWorker
beforeAll(async () => {
  ctx = await testWorker({})
})
afterAll(() => ctx.close())

const createEvent = (options: Parameters<typeof anEvent>[1]) =>
  anEvent(ctx.db, { startsInMs: 23 * HOUR, ...options }, ctx.now())

async function aGuest(wantsEventMail = true): Promise<TestMember> {
  const member = await aMember(ctx.db)
  await ctx.db.updateTable('members').set({ wantsEventMail }).where('id', '=', member.id).execute()
  return member
}

const listReminded = async ({ id }: { id: string }) => ({
  pushed: (await pushes(ctx.db)).flatMap(({ to, push }) =>
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
  const party = await createEvent({})
  const [ann, bo, maybe, waiting] = await Promise.all([aGuest(), aGuest(false), aGuest(), aGuest()])
  await anAnswer(ctx.db, party, ann)
  await anAnswer(ctx.db, party, bo)
  await anAnswer(ctx.db, party, maybe, 'MAYBE')
  await anAnswer(ctx.db, party, waiting, 'WAITING')
  await remind(ctx)
  await remind(ctx)
  const { pushed, mailed } = await listReminded(party)
  expect([pushed.toSorted(), mailed]).toEqual([[ann.id, bo.id].toSorted(), [ann.id]])
})

test('reminds each attendee once with several concurrent workers', async () => {
  const parties = await Promise.all([createEvent({}), createEvent({})])
  const guests = await Promise.all(Array.from({ length: 40 }, () => aGuest()))
  for (const party of parties) for (const guest of guests) await anAnswer(ctx.db, party, guest)
  await Promise.all([remind(ctx), remind(ctx), remind(ctx), remind(ctx)])
  const guestIds = guests.map(({ id }) => id).toSorted()
  for (const party of parties) {
    const { pushed, mailed } = await listReminded(party)
    expect([pushed.toSorted(), mailed.toSorted()]).toEqual([guestIds, guestIds])
  }
})

test('reminds more attendees than one batch contains', async () => {
  const party = await createEvent({})
  const guests = await Promise.all(Array.from({ length: 30 }, () => aGuest()))
  const parties = await Promise.all(Array.from({ length: 20 }, () => createEvent({})))
  const rows = [party, ...parties].flatMap(({ id: eventId }) =>
    guests.map(({ id: memberId }) => ({
      eventId,
      memberId,
      answer: 'YES' as const,
      answeredAt: ctx.now().toISOString(),
    })),
  )
  await ctx.db.insertInto('event_answers').values(rows).execute()
  await remind(ctx)
  for (const one of [party, ...parties]) expect((await listReminded(one)).mailed).toHaveLength(30)
})

test.each([
  ['begins later than tomorrow', { startsInMs: DAY + 1 }],
  ['has begun', { startsInMs: 0 }],
  ['is canceled', { cancelled: true }],
])('does not remind of an event that %s', async (_, options) => {
  const party = await createEvent(options)
  await anAnswer(ctx.db, party, await aGuest())
  await remind(ctx)
  expect(await listReminded(party)).toEqual({ pushed: [], mailed: [] })
})

test('reminds exactly a day ahead', async () => {
  const [party, guest] = [await createEvent({ startsInMs: 2 * DAY }), await aGuest()]
  await anAnswer(ctx.db, party, guest)
  ctx.advanceClock(DAY - 1)
  await remind(ctx)
  expect((await listReminded(party)).pushed).toEqual([])
  ctx.advanceClock(1)
  await remind(ctx)
  expect(await listReminded(party)).toEqual({ pushed: [guest.id], mailed: [guest.id] })
})

test('does not remind a member who ignores the author or has left the group', async () => {
  const [one, other, out] = [await createEvent({}), await createEvent({}), await aGuest()]
  const [ignorer, ignored] = [await aGuest(), await aGuest()]
  const { groupId, owner } = await aGroup(ctx.db)
  const inGroup = await createEvent({ author: owner, groupId })
  await anAnswer(ctx.db, one, ignorer)
  await anAnswer(ctx.db, other, ignored)
  await anAnswer(ctx.db, inGroup, out)
  const lastActiveThen = ctx.now().toISOString()
  await ctx.db
    .insertInto('ignores')
    .values([
      { ignorerId: ignorer.id, ignoredId: one.author.id, lastActiveThen },
      { ignorerId: other.author.id, ignoredId: ignored.id, lastActiveThen },
    ])
    .execute()
  await remind(ctx)
  for (const party of [one, other, inGroup]) expect(await listReminded(party)).toEqual({ pushed: [], mailed: [] })
})
