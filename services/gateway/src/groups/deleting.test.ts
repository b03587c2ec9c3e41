import { randomUUID } from 'node:crypto'
import type { Event } from '@app/contract/events'
import type { Group, GroupInvite } from '@app/contract/groups'
import { DAY_MS } from '@app/contract/limits'
import { aGroup } from '@app/server/testing/context'
import { anAnswer, anEvent, readAnswers } from '@app/server/testing/events'
import { aMember, type TestMember } from '@app/server/testing/members'
import { aPhoto } from '@app/server/testing/photos'
import { recordStatements } from '@app/server/testing/statements'
import { describe, expect, test } from 'vitest'
import { createGroupChatHelpers } from '../group-chats/testing.ts'
import { setUpTestGateway } from '../testing.ts'
import { listMemberships, recordPushes } from './testing.ts'

const gateway = await setUpTestGateway()
const { ctx, as } = gateway
const { db } = ctx
const { canSeePhoto } = createGroupChatHelpers(gateway)

const deleteGroup = (member: TestMember, groupId: string) => as(member).post(`/groups/${groupId}/delete`)
/** Lists the ids of the groups in a list, or of those to which the invites in it refer. */
const listGroupIds = async (member: TestMember, path: string) =>
  (await as(member).get<(Pick<Group, 'groupId'> | GroupInvite)[]>(path)).body.map((item) =>
    'group' in item ? item.group.groupId : item.groupId,
  )
const listEvents = async (member: TestMember) => (await as(member).get<Event[]>('/events')).body
const enableEventMails = (...members: TestMember[]) =>
  db
    .updateTable('members')
    .set({ wantsEventMail: true })
    .where(
      'id',
      'in',
      members.map(({ id }) => id),
    )
    .execute()
const listMailsAbout = (eventIds: string[]) =>
  db
    .selectFrom('mails')
    .select(['kind', 'memberId', 'eventId'])
    .where('eventId', 'in', eventIds)
    .orderBy('eventId')
    .execute()

describe('deleting a group', () => {
  test('removes all of its content, and notifies only its members and invited members', {
    tags: 'groups.delete',
  }, async () => {
    const ann = await aMember(db)
    const { groupId, groupName, owner } = await aGroup(db, { members: [ann], isOpen: true })
    const { body } = await as(ann).post<{ id: string }>(`/groups/${groupId}/messages`, { message: 'bara för oss' })
    const photo = await aPhoto(ctx, ann, { groupId, attached: true })
    expect(await canSeePhoto(owner, photo)).toBe(true)
    const guest = await aMember(db)
    await as(owner).post('/groups/invites', { groupId, recipientName: guest.userName })
    expect(await listGroupIds(guest, '/groups/invites')).toEqual([groupId])
    expect(await listGroupIds(guest, '/groups/can-join')).toContain(groupId)
    expect(await listGroupIds(ann, '/groups')).toEqual([groupId])
    const readPushes = await recordPushes(ctx)
    expect((await deleteGroup(owner, groupId)).status).toBe(204)
    expect(await readPushes()).toEqual([
      { to: [guest.id], push: { type: 'group:invite', groupId, invite: null } },
      { to: expect.arrayContaining([owner.id, ann.id]), push: { type: 'group:changed', groupId, group: null } },
    ])
    expect(await listMemberships(ctx, groupId)).toEqual([])
    for (const member of [owner, ann, guest, await aMember(db)]) {
      for (const path of ['open', 'members', 'messages', `messages/${body.id}`, 'messages?since=1'])
        expect((await as(member).get(`/groups/${groupId}/${path}`)).status).toBe(404)
      for (const path of ['delete', 'join', 'leave', 'accept', `mark-read/${body.id}`, `messages/${body.id}/delete`])
        expect((await as(member).post(`/groups/${groupId}/${path}`)).status).toBe(404)
      for (const list of ['/groups', '/groups/can-join', '/groups/admin', '/groups/invites'])
        expect(await listGroupIds(member, list)).not.toContain(groupId)
      expect((await as(member).post(`/groups/${groupId}/messages`, { message: 'någon här?' })).status).toBe(404)
    }
    expect(await canSeePhoto(owner, photo)).toBe(false)
    expect((await as(ann).get('/groups/count')).body).toEqual({ groups: 0, messages: 0, invites: 0 })
    expect((await as(ann).post('/groups', { groupName, description: 'igen' })).status).toBe(201)
  })

  test('takes effect once if ten requests are concurrent', async () => {
    const { groupId, owner } = await aGroup(db, { members: [await aMember(db)] })
    const readPushes = await recordPushes(ctx)
    const responses = await Promise.all(Array.from({ length: 10 }, () => deleteGroup(owner, groupId)))
    expect(responses.map(({ status }) => status).sort()).toEqual([204, ...Array(9).fill(404)])
    expect(await readPushes()).toHaveLength(1)
  })
})

/** Creates a group with upcoming and past events, answered by its members. */
async function aGroupWithEvents() {
  const [author, attendee, waitingMember, silentMember] = await Promise.all(
    Array.from({ length: 4 }, () => aMember(db)),
  )
  const members = [author!, attendee!, waitingMember!, silentMember!]
  const { groupId, owner } = await aGroup(db, { members })
  const options = { author: author!, groupId }
  const [nextEvent, laterEvent] = [
    await anEvent(db, { ...options, capacity: 1 }),
    await anEvent(db, { ...options, startsInMs: 5 * DAY_MS }),
  ]
  const [pastEvent, canceledEvent] = [
    await anEvent(db, { ...options, startsInMs: -DAY_MS }),
    await anEvent(db, { ...options, cancelled: true }),
  ]
  await anAnswer(db, nextEvent, attendee!)
  await anAnswer(db, nextEvent, waitingMember!, 'WAITING')
  for (const event of [laterEvent, pastEvent, canceledEvent]) await anAnswer(db, event, attendee!, 'MAYBE')
  await enableEventMails(owner, author!, attendee!, silentMember!)
  return {
    groupId,
    owner,
    author: author!,
    attendee: attendee!,
    waitingMember: waitingMember!,
    silentMember: silentMember!,
    nextEvent,
    laterEvent,
    pastEvent,
    canceledEvent,
  }
}

describe('an event of a deleted group', () => {
  test('is canceled, with one push to its author, the admins and everyone who answered, and emails to those who answered and want them', async () => {
    const { groupId, owner, author, attendee, waitingMember, nextEvent, laterEvent, pastEvent, canceledEvent } =
      await aGroupWithEvents()
    const readPushes = await recordPushes(ctx)
    const responses = await Promise.all([1, 2, 3].map(() => deleteGroup(owner, groupId)))
    expect(responses.map(({ status }) => status).sort()).toEqual([204, 404, 404])
    const cancellations = (await readPushes()).flatMap((envelope) =>
      'to' in envelope && envelope.push.type === 'event:changed'
        ? [{ to: new Set(envelope.to), ...envelope.push }]
        : [],
    )
    expect(cancellations).toMatchObject([
      {
        to: new Set([owner.id, author.id, attendee.id, waitingMember.id]),
        change: 'CANCELLED',
        event: { id: nextEvent.id },
      },
      { to: new Set([owner.id, author.id, attendee.id]), change: 'CANCELLED', event: { id: laterEvent.id } },
    ])
    const mails = await listMailsAbout([nextEvent.id, laterEvent.id, pastEvent.id, canceledEvent.id])
    expect(mails).toEqual(
      [nextEvent, laterEvent].map(({ id }) => ({ kind: 'EVENT_CANCELLED', memberId: attendee.id, eventId: id })),
    )
    const [listedEvent] = await listEvents(attendee)
    expect(cancellations[0]?.event).toEqual(
      expect.objectContaining({ id: listedEvent?.id, cancelled: true, groupId: null, groupName: null }),
    )
  })

  test('stays visible as canceled to its author and everyone who answered; past events disappear', async () => {
    const {
      groupId,
      owner,
      author,
      attendee,
      waitingMember,
      silentMember,
      nextEvent,
      laterEvent,
      pastEvent,
      canceledEvent,
    } = await aGroupWithEvents()
    await deleteGroup(owner, groupId)
    const readEvents = async (member: TestMember) =>
      (await listEvents(member)).map(({ id, cancelled }) => [id, cancelled])
    const expectedEvents = [nextEvent, canceledEvent, laterEvent].map(({ id }) => [id, true])
    expect(await readEvents(attendee)).toEqual(expectedEvents)
    expect(await readEvents(author)).toEqual(expectedEvents)
    expect(await readEvents(waitingMember)).toEqual([[nextEvent.id, true]])
    const team = await aMember(db, { level: 'ADMIN' })
    for (const member of [owner, silentMember, team, await aMember(db)]) {
      expect(await readEvents(member)).toEqual([])
      expect((await as(member).get<Event[]>('/events/public?limit=100')).body.map(({ id }) => id)).not.toContain(
        nextEvent.id,
      )
      for (const path of ['', '/access', '/participants', '.ics'])
        expect((await as(member).get(`/events/${nextEvent.id}${path}`)).status).toBe(404)
      expect((await as(member).post(`/events/${nextEvent.id}/attending`)).status).toBe(404)
    }
    for (const member of [attendee, author]) {
      expect((await as(member).get(`/events?older=true`)).body).toEqual([])
      for (const path of ['', '/access', '/participants', '.ics'])
        expect((await as(member).get(`/events/${pastEvent.id}${path}`)).status).toBe(404)
      expect((await as(member).post(`/events/${nextEvent.id}/no-answer`)).status).toBe(409)
    }
    const { body } = await as(attendee).get<string>(`/events/${nextEvent.id}.ics`)
    expect(body).toContain('STATUS:CANCELLED')
  })

  test('is canceled for its author when the last member leaves', async () => {
    const { groupId, owner } = await aGroup(db)
    const event = await anEvent(db, { author: owner, groupId })
    expect((await as(owner).post(`/groups/${groupId}/leave`)).status).toBe(204)
    expect(await listEvents(owner)).toMatchObject([{ id: event.id, cancelled: true }])
  })

  test('has correct counts after answers during the deletion', async () => {
    for (let round = 0; round < 5; round += 1) {
      const members = await Promise.all(Array.from({ length: 4 }, () => aMember(db)))
      const { groupId, owner } = await aGroup(db, { members })
      const event = await anEvent(db, { author: owner, groupId, capacity: 2 })
      const [deletion, ...responses] = await Promise.all([
        deleteGroup(owner, groupId),
        ...members.map((member) => as(member).post(`/events/${event.id}/attending`)),
      ])
      expect(deletion?.status).toBe(204)
      for (const { status } of responses) expect([200, 403, 404, 409]).toContain(status)
      const { yes, waiting, counts } = await readAnswers(db, event)
      expect(counts).toMatchObject({ coming: yes.length, waiting: waiting.length })
      expect(yes.length + waiting.length).toBe(responses.filter(({ status }) => status === 200).length)
    }
  })
})

test('deleting a group takes the same number of statements for any number of rows', async () => {
  const countStatements = async (rowCount: number) => {
    const members = await Promise.all(Array.from({ length: rowCount }, () => aMember(db)))
    const { groupId, owner } = await aGroup(db, { members })
    for (const member of members) {
      await as(member).post(`/groups/${groupId}/messages`, { message: 'hej hej', clientId: randomUUID() })
      const event = await anEvent(db, { author: owner, groupId })
      for (const member of members) await anAnswer(db, event, member)
      await aPhoto(ctx, member, { groupId, attached: true })
    }
    const statements = await recordStatements(async () => void (await deleteGroup(owner, groupId)))
    return statements.filter((text) => !/outbox|string_agg|unread/.test(text)).length
  }
  expect(await countStatements(6)).toBe(await countStatements(1))
})
