import type { Event } from '@app/contract/events'
import type { GroupResponse } from '@app/contract/groups'
import { aGroup } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { aForm } from '../events/testing.ts'
import { setUpTestGateway } from '../testing.ts'
import { hideMember } from '../visibility/testing.ts'

const { ctx, as } = await setUpTestGateway()
const { db } = ctx

const block = async (member: TestMember, other: TestMember) =>
  expect((await as(member).post('/blocks', { userName: other.userName })).status).toBe(204)
const announce = async (member: TestMember, groupId: string) =>
  (await as(member).post<Event>(`/events/groups/${groupId}`, aForm({ title: 'Grillning' }))).body
const change = async (member: TestMember, { id }: Event) =>
  expect((await as(member).post(`/events/${id}`, aForm({ title: 'Nya ord', place: 'Nya ord' }))).status).toBe(200)
const readEventInfo = async (member: TestMember, groupId: string) =>
  (await as(member).get<z.infer<typeof GroupResponse>>(`/groups/${groupId}/messages`)).body.messages[0]
    ?.eventMinimalInfo

test('hides an earlier event of the blocked member, and changes to it, from the blocker until the block ends', {
  tags: 'blocks.events',
}, async () => {
  const [ann, bo] = [await aMember(db), await aMember(db)]
  const { groupId } = await aGroup(db, { admins: [bo], members: [ann] })
  const event = await announce(bo, groupId)
  expect(await readEventInfo(ann, groupId)).toMatchObject({ title: 'Grillning' })
  await block(ann, bo)
  await change(bo, event)
  expect(await readEventInfo(ann, groupId)).toBeNull()
  await as(ann).post('/blocks/remove', { id: bo.id })
  expect(await readEventInfo(ann, groupId)).toMatchObject({ title: 'Nya ord', cancelled: false })
})

test('shows a called-off event as it is, in the message as on its page, once the blocked member is promoted', {
  tags: 'blocks.events',
}, async () => {
  const [ann, bo, cia] = [await aMember(db), await aMember(db), await aMember(db)]
  const { groupId } = await aGroup(db, { owner: cia, admins: [ann], members: [bo] })
  const event = await announce(ann, groupId)
  await block(ann, bo)
  await change(ann, event)
  expect(await readEventInfo(bo, groupId)).toMatchObject({ title: 'Grillning', cancelled: true })
  const path = `/groups/${groupId}/members/${encodeURIComponent(bo.userName)}`
  expect((await as(cia).post(`${path}/promote`)).status).toBe(204)
  const page = (await as(bo).get<Event>(`/events/${event.id}`)).body
  expect(page).toMatchObject({ title: 'Nya ord', cancelled: false })
  expect(await readEventInfo(bo, groupId)).toMatchObject({ title: 'Nya ord', place: 'Nya ord', cancelled: false })
  expect((await as(cia).post(`${path}/demote`)).status).toBe(204)
  await as(ann).post(`/events/${event.id}/delete`)
  expect(await readEventInfo(bo, groupId)).toMatchObject({ title: 'Nya ord', cancelled: true })
})

test('shows an event that was over before the block in the same way as after a deletion of its author', {
  tags: 'blocks.events',
}, async () => {
  const infos: unknown[] = []
  for (const kind of ['block', 'deletion']) {
    const [ann, bo] = [await aMember(db), await aMember(db)]
    const { groupId } = await aGroup(db, { admins: [ann], members: [bo] })
    const { id } = await announce(ann, groupId)
    const eventTime = '2020-01-01T18:00:00.000Z'
    await db.updateTable('events').set({ eventTime }).where('id', '=', id).execute()
    if (kind === 'block') await block(ann, bo)
    else await hideMember(ctx, ann)
    infos.push({ ...(await readEventInfo(bo, groupId)), eventId: '' })
  }
  expect(infos[0]).toEqual(infos[1])
  expect(infos[0]).toMatchObject({ title: 'Grillning', cancelled: false })
})

test('shows an earlier event of the blocker as canceled to a blocked member who joins later', {
  tags: 'blocks.events',
}, async () => {
  const worlds: unknown[] = []
  for (const kind of ['block', 'deletion']) {
    const [ann, bo, cia] = [await aMember(db), await aMember(db), await aMember(db)]
    const { groupId } = await aGroup(db, { owner: cia, admins: [ann], isOpen: true })
    const event = await announce(ann, groupId)
    if (kind === 'block') await block(ann, bo)
    else await hideMember(ctx, ann)
    expect((await as(bo).post(`/groups/${groupId}/join`)).status).toBe(200)
    if (kind === 'block') await change(ann, event)
    const { status, body } = await as(bo).get<Event>(`/events/${event.id}`)
    const { title, cancelled, coming, authorUserName } = body
    const info = await readEventInfo(bo, groupId)
    worlds.push({ status, title, cancelled, coming, authorUserName, info: { ...info, eventId: '' } })
    if (kind === 'block') expect((await as(bo).get<Event[]>('/events')).body).toEqual([])
  }
  expect(worlds[0]).toEqual(worlds[1])
  expect(worlds[0]).toMatchObject({ status: 200, cancelled: true, info: { title: 'Grillning', cancelled: true } })
})
