import type { Event } from '@app/contract/events'
import { hashPassword } from '@app/server/accounts/passwords'
import { aGroup, pushes } from '@app/server/testing/context'
import { anAnswer, anEvent, DAY, readAnswers } from '@app/server/testing/events'
import { aMember, type TestMember } from '@app/server/testing/members'
import { expect, test } from 'vitest'
import { aMailedToken } from '../accounts/testing.ts'
import { setUpTestGateway } from '../testing.ts'

const { ctx, as, visitor } = await setUpTestGateway()
const { db } = ctx

const password = 'blå kanot 8'
const passwordHash = await hashPassword(password)
const aLeaver = () => aMember(db, { passwordHash })
const deleteAccount = async (member: TestMember) =>
  expect((await as(member).post('/members/delete', { password })).status).toBeLessThan(300)

test('a deleted account leaves its seat to the first of the queue, and correct counts', async () => {
  const [ann, bo] = [await aLeaver(), await aMember(db)]
  const [full, open, past] = [
    await anEvent(db, { capacity: 1 }),
    await anEvent(db),
    await anEvent(db, { startsInMs: -DAY }),
  ]
  await anAnswer(db, full, ann, 'YES')
  await anAnswer(db, full, bo, 'WAITING')
  await anAnswer(db, open, ann, 'MAYBE')
  await anAnswer(db, past, ann, 'YES')
  await deleteAccount(ann)
  expect(await readAnswers(db, full)).toMatchObject({ yes: [bo.id], waiting: [], counts: { coming: 1, waiting: 0 } })
  expect(await readAnswers(db, open)).toMatchObject({ maybe: [], counts: { interested: 0 } })
  expect(await readAnswers(db, past)).toMatchObject({ yes: [ann.id] })
})

test('events of a deleted account are canceled for everyone who answered, even after the account is restored', async () => {
  const [ann, bo] = [await aLeaver(), await aMember(db)]
  const { groupId } = await aGroup(db, { admins: [ann], members: [bo] })
  const events = [await anEvent(db, { author: ann }), await anEvent(db, { author: ann, groupId })]
  for (const event of events) await anAnswer(db, event, bo)
  const past = await anEvent(db, { author: ann, startsInMs: -DAY })
  await deleteAccount(ann)
  const published = (await pushes(db)).flatMap(({ to, push }) =>
    push.type === 'event:changed' && push.change === 'CANCELLED' ? [{ to, id: push.event.id }] : [],
  )
  for (const { id } of events) expect(published.find((push) => push.id === id)?.to).toContain(bo.id)
  expect(published.map(({ id }) => id)).not.toContain(past.id)
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

test('an answer concurrent with the deletion is not kept', async () => {
  for (let round = 0; round < 4; round += 1) {
    const [ann, event] = [await aLeaver(), await anEvent(db, { capacity: 1 })]
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

test('concurrent deletions leave no seat empty and correct counts', async () => {
  const leavers = await Promise.all(Array.from({ length: 4 }, aLeaver))
  const events = await Promise.all(leavers.map((author) => anEvent(db, { author, capacity: 2 })))
  const [partyEvent, waiting] = [await anEvent(db, { capacity: 4 }), await aMember(db)]
  for (const member of leavers) for (const event of [...events, partyEvent]) await anAnswer(db, event, member)
  await anAnswer(db, partyEvent, waiting, 'WAITING')
  const responses = await Promise.all(leavers.map((member) => as(member).post('/members/delete', { password })))
  expect(responses.map(({ status }) => status)).toEqual([204, 204, 204, 204])
  expect(await readAnswers(db, partyEvent)).toMatchObject({
    yes: [waiting.id],
    waiting: [],
    counts: { coming: 1, waiting: 0 },
  })
  for (const event of events) expect(await readAnswers(db, event)).toMatchObject({ yes: [], counts: { coming: 0 } })
})
