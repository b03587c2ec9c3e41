import { randomUUID } from 'node:crypto'
import type { Event } from '@app/contract/events'
import { aGroup } from '@app/server/testing'
import { anAnswer, anEvent, answersTo, DAY } from '@app/server/testing-events'
import { aMember, type TestMember } from '@app/server/testing-members'
import { aPhoto } from '@app/server/testing-photos'
import { statementsOf } from '@app/server/testing-statements'
import { describe, expect, test } from 'vitest'
import { groupChat } from '../group-chats/testing.ts'
import { gatewayOfThisFile } from '../testing.ts'
import { listen, storedMembers } from './testing.ts'

const gateway = await gatewayOfThisFile()
const { ctx, as } = gateway
const { db } = ctx
const { sees } = groupChat(gateway)

const end = (who: TestMember, groupId: string) => as(who).post(`/groups/${groupId}/delete`)
const eventsOf = async (who: TestMember) => (await as(who).get<Event[]>('/events')).body
const wantMails = (...who: TestMember[]) =>
  db
    .updateTable('members')
    .set({ wantsEventMail: true })
    .where(
      'id',
      'in',
      who.map(({ id }) => id),
    )
    .execute()
const mailsAbout = (eventIds: string[]) =>
  db.selectFrom('mails').select(['kind', 'memberId', 'eventId']).where('eventId', 'in', eventIds).execute()

describe('deleting a group', () => {
  test('takes everything away and tells its members, and nobody else', async () => {
    const ann = await aMember(db)
    const { groupId, groupName, owner } = await aGroup(db, { members: [ann], isOpen: true })
    const { body } = await as(ann).post<{ id: string }>(`/groups/${groupId}/messages`, { message: 'bara för oss' })
    const photo = await aPhoto(ctx, ann, { groupId, carried: true })
    expect(await sees(owner, photo)).toBe(true)
    await as(owner).post('/groups/invites', { groupId, recipientName: (await aMember(db)).userName })
    const told = await listen(ctx)
    expect((await end(owner, groupId)).status).toBe(204)
    expect(await told()).toEqual([
      { to: [expect.any(String)], push: { type: 'group:invite', groupId, invite: null } },
      { to: expect.arrayContaining([owner.id, ann.id]), push: { type: 'group:changed', groupId, group: null } },
    ])
    expect(await storedMembers(ctx, groupId)).toEqual([])
    for (const who of [owner, ann, await aMember(db)]) {
      for (const path of ['open', 'members', 'messages', `messages/${body.id}`, 'messages?since=1'])
        expect((await as(who).get(`/groups/${groupId}/${path}`)).status).toBe(404)
      for (const path of ['delete', 'join', 'leave', 'accept', `mark-read/${body.id}`, `messages/${body.id}/delete`])
        expect((await as(who).post(`/groups/${groupId}/${path}`)).status).toBe(404)
      for (const list of ['/groups', '/groups/can-join', '/groups/admin', '/groups/invites'])
        expect((await as(who).get<{ groupId?: string }[]>(list)).body.map((one) => one.groupId)).not.toContain(groupId)
      expect((await as(who).post(`/groups/${groupId}/messages`, { message: 'någon här?' })).status).toBe(404)
    }
    expect(await sees(owner, photo)).toBe(false)
    expect((await as(ann).get('/groups/count')).body).toEqual({ groups: 0, messages: 0, invites: 0 })
    expect((await as(ann).post('/groups', { groupName, description: 'igen' })).status).toBe(201)
  })

  test('is open to the team, too, which may do nothing else there', async () => {
    const team = await aMember(db, { level: 'ADMIN' })
    const { groupId } = await aGroup(db)
    expect((await as(team).get(`/groups/${groupId}/members`)).status).toBe(403)
    expect((await end(team, groupId)).status).toBe(204)
    expect((await as(team).get(`/groups/${groupId}/open`)).status).toBe(404)
  })

  test('ten times at the same moment happens once', async () => {
    const { groupId, owner } = await aGroup(db, { members: [await aMember(db)] })
    const told = await listen(ctx)
    const answers = await Promise.all(Array.from({ length: 10 }, () => end(owner, groupId)))
    expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array(9).fill(404)])
    expect(await told()).toHaveLength(1)
  })
})

/** A group with what is to come and what has been, answered by its members. */
async function aGroupWithEvents() {
  const [author, goes, waits, silent] = await Promise.all(Array.from({ length: 4 }, () => aMember(db)))
  const members = [author!, goes!, waits!, silent!]
  const { groupId, owner } = await aGroup(db, { members })
  const of = { author: author!, groupId }
  const [coming, second] = [await anEvent(db, { ...of, capacity: 1 }), await anEvent(db, { ...of, startsIn: 5 * DAY })]
  const [past, off] = [await anEvent(db, { ...of, startsIn: -DAY }), await anEvent(db, { ...of, cancelled: true })]
  await anAnswer(db, coming, goes!)
  await anAnswer(db, coming, waits!, 'WAITING')
  for (const event of [second, past, off]) await anAnswer(db, event, goes!, 'MAYBE')
  await wantMails(owner, author!, goes!, silent!)
  return { groupId, owner, author: author!, goes: goes!, waits: waits!, silent: silent!, coming, second, past, off }
}

describe('what a group that ends had announced', () => {
  test('is called off: who had answered hears of it by push, and by mail if they want that, once', async () => {
    const { groupId, owner, author, goes, waits, coming, second, past, off } = await aGroupWithEvents()
    const told = await listen(ctx)
    const answers = await Promise.all([1, 2, 3].map(() => end(owner, groupId)))
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404])
    const cancelled = (await told()).flatMap((envelope) =>
      'to' in envelope && envelope.push.type === 'event:changed'
        ? [{ to: new Set(envelope.to), ...envelope.push }]
        : [],
    )
    expect(cancelled).toMatchObject([
      { to: new Set([owner.id, author.id, goes.id, waits.id]), change: 'CANCELLED', event: { id: coming.id } },
      { to: new Set([owner.id, author.id, goes.id]), change: 'CANCELLED', event: { id: second.id } },
    ])
    const mails = await mailsAbout([coming.id, second.id, past.id, off.id])
    expect(mails).toEqual(
      [coming, second].map(({ id }) => ({ kind: 'EVENT_CANCELLED', memberId: goes.id, eventId: id })),
    )
    const [shown] = await eventsOf(goes)
    expect(cancelled[0]?.event).toEqual(
      expect.objectContaining({ id: shown?.id, cancelled: true, groupId: null, groupName: null }),
    )
  })

  test('is seen as called off by its author and by who had answered, and by nobody else; what has been is gone', async () => {
    const { groupId, owner, author, goes, waits, silent, coming, second, past, off } = await aGroupWithEvents()
    await end(owner, groupId)
    const seen = async (who: TestMember) => (await eventsOf(who)).map(({ id, cancelled }) => [id, cancelled])
    const inOrder = [coming, off, second].map(({ id }) => [id, true])
    expect(await seen(goes)).toEqual(inOrder)
    expect(await seen(author)).toEqual(inOrder)
    expect(await seen(waits)).toEqual([[coming.id, true]])
    const team = await aMember(db, { level: 'ADMIN' })
    for (const who of [owner, silent, team, await aMember(db)]) {
      expect(await seen(who)).toEqual([])
      expect((await as(who).get<Event[]>('/events/public?limit=100')).body.map(({ id }) => id)).not.toContain(coming.id)
      for (const path of ['', '/access', '/participants', '.ics'])
        expect((await as(who).get(`/events/${coming.id}${path}`)).status).toBe(404)
      expect((await as(who).post(`/events/${coming.id}/attending`)).status).toBe(404)
    }
    for (const who of [goes, author]) {
      expect((await as(who).get(`/events?older=true`)).body).toEqual([])
      for (const path of ['', '/access', '/participants', '.ics'])
        expect((await as(who).get(`/events/${past.id}${path}`)).status).toBe(404)
      expect((await as(who).post(`/events/${coming.id}/no-answer`)).status).toBe(409)
    }
    const { body } = await as(goes).get<string>(`/events/${coming.id}.ics`)
    expect(body).toContain('STATUS:CANCELLED')
  })

  test('as the last member leaves it is called off for its author', async () => {
    const { groupId, owner } = await aGroup(db)
    const event = await anEvent(db, { author: owner, groupId })
    expect((await as(owner).post(`/groups/${groupId}/leave`)).status).toBe(204)
    expect(await eventsOf(owner)).toMatchObject([{ id: event.id, cancelled: true }])
  })

  test('answered in the moment of the end leaves numbers right and nobody in a queue of nothing', async () => {
    for (let round = 0; round < 5; round += 1) {
      const members = await Promise.all(Array.from({ length: 4 }, () => aMember(db)))
      const { groupId, owner } = await aGroup(db, { members })
      const event = await anEvent(db, { author: owner, groupId, capacity: 2 })
      const [ended, ...answers] = await Promise.all([
        end(owner, groupId),
        ...members.map((who) => as(who).post(`/events/${event.id}/attending`)),
      ])
      expect(ended?.status).toBe(204)
      for (const { status } of answers) expect([200, 403, 404, 409]).toContain(status)
      const { yes, waiting, counts } = await answersTo(db, event)
      expect(counts).toMatchObject({ coming: yes.length, waiting: waiting.length })
      expect(yes.length + waiting.length).toBe(answers.filter(({ status }) => status === 200).length)
    }
  })
})

test('the end costs the same however much there is: members, messages, events, answers', async () => {
  const costOf = async (size: number) => {
    const members = await Promise.all(Array.from({ length: size }, () => aMember(db)))
    const { groupId, owner } = await aGroup(db, { members })
    for (const member of members) {
      await as(member).post(`/groups/${groupId}/messages`, { message: 'hej hej', clientId: randomUUID() })
      const event = await anEvent(db, { author: owner, groupId })
      for (const who of members) await anAnswer(db, event, who)
      await aPhoto(ctx, member, { groupId, carried: true })
    }
    const statements = await statementsOf(async () => void (await end(owner, groupId)))
    return statements.filter((text) => !/outbox|string_agg|unread/.test(text)).length
  }
  expect(await costOf(6)).toBe(await costOf(1))
})
