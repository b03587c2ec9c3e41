import type { Event } from '@app/contract/events'
import { DAY_MS } from '@app/contract/limits'
import { aGroup, listPushes } from '@app/server/testing/context'
import { anAnswer, anEvent, readAnswers } from '@app/server/testing/events'
import { aMember, type TestMember } from '@app/server/testing/members'
import { aPasswordHash } from '@app/server/testing/passwords'
import { expect, test } from 'vitest'
import { aMailedToken } from '../accounts/testing.ts'
import { setUpTestGateway } from '../testing.ts'

const { ctx, as, visitor } = await setUpTestGateway()
const { db } = ctx

const password = 'blå kanot 8'
const passwordHash = await aPasswordHash(password)
const aMemberWithPassword = () => aMember(db, { passwordHash })
const deleteAccount = async (member: TestMember) =>
  expect((await as(member).post('/members/delete', { password })).status).toBeLessThan(300)

test('deleting an account passes its seat to the first member in the queue and corrects the counts', async () => {
  const [ann, bo] = [await aMemberWithPassword(), await aMember(db)]
  const [fullEvent, openEvent, pastEvent] = [
    await anEvent(db, { capacity: 1 }),
    await anEvent(db),
    await anEvent(db, { startsInMs: -DAY_MS }),
  ]
  await anAnswer(db, fullEvent, ann, 'YES')
  await anAnswer(db, fullEvent, bo, 'WAITING')
  await anAnswer(db, openEvent, ann, 'MAYBE')
  await anAnswer(db, pastEvent, ann, 'YES')
  await deleteAccount(ann)
  expect(await readAnswers(db, fullEvent)).toMatchObject({
    yes: [bo.id],
    waiting: [],
    counts: { coming: 1, waiting: 0 },
  })
  expect(await readAnswers(db, openEvent)).toMatchObject({ maybe: [], counts: { interested: 0 } })
  expect(await readAnswers(db, pastEvent)).toMatchObject({ yes: [ann.id] })
})

test('deleting an account cancels its upcoming events, which stay canceled after it is restored', async () => {
  const [ann, bo] = [await aMemberWithPassword(), await aMember(db)]
  const { groupId } = await aGroup(db, { admins: [ann], members: [bo] })
  const events = [await anEvent(db, { author: ann }), await anEvent(db, { author: ann, groupId })]
  for (const event of events) await anAnswer(db, event, bo)
  const pastEvent = await anEvent(db, { author: ann, startsInMs: -DAY_MS })
  await deleteAccount(ann)
  const cancellations = (await listPushes(db)).flatMap(({ to, push }) =>
    push.type === 'event:changed' && push.change === 'CANCELLED' ? [{ to, id: push.event.id }] : [],
  )
  for (const { id } of events) expect(cancellations.find((push) => push.id === id)?.to).toContain(bo.id)
  expect(cancellations.map(({ id }) => id)).not.toContain(pastEvent.id)
  const readState = async () =>
    (await as(bo).get<Event[]>('/events')).body.map(({ id, cancelled, authorUserName }) => [
      id,
      cancelled,
      authorUserName,
    ])
  expect(new Set(await readState())).toEqual(new Set(events.map(({ id }) => [id, true, null])))
  const token = await aMailedToken(db, 'DELETION', ann.email)
  expect((await visitor.post(`/members/undelete/${token}`)).status).toBeLessThan(300)
  expect(new Set(await readState())).toEqual(new Set(events.map(({ id }) => [id, true, ann.userName])))
})

test('deleting an account leaves no answer that was sent concurrently', async () => {
  for (let round = 0; round < 4; round += 1) {
    const [ann, event] = [await aMemberWithPassword(), await anEvent(db, { capacity: 1 })]
    const requests = ['attending', 'interested', 'attending'].map((action) =>
      as(ann).post(`/events/${event.id}/${action}`),
    )
    await Promise.all([...requests, deleteAccount(ann)])
    expect(await readAnswers(db, event)).toMatchObject({
      yes: [],
      maybe: [],
      waiting: [],
      counts: { coming: 0, interested: 0, waiting: 0 },
    })
  }
})

test('concurrent deletions of accounts pass every free seat to the queue and correct the counts', async () => {
  const members = await Promise.all(Array.from({ length: 4 }, aMemberWithPassword))
  const events = await Promise.all(members.map((author) => anEvent(db, { author, capacity: 2 })))
  const [sharedEvent, waitingMember] = [await anEvent(db, { capacity: 4 }), await aMember(db)]
  for (const member of members) for (const event of [...events, sharedEvent]) await anAnswer(db, event, member)
  await anAnswer(db, sharedEvent, waitingMember, 'WAITING')
  const responses = await Promise.all(members.map((member) => as(member).post('/members/delete', { password })))
  expect(responses.map(({ status }) => status)).toEqual([204, 204, 204, 204])
  expect(await readAnswers(db, sharedEvent)).toMatchObject({
    yes: [waitingMember.id],
    waiting: [],
    counts: { coming: 1, waiting: 0 },
  })
  for (const event of events) expect(await readAnswers(db, event)).toMatchObject({ yes: [], counts: { coming: 0 } })
})
