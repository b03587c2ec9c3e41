import type { Event, EventParticipant, SharedEvent } from '@app/contract/events'
import { DAY_MS, HOUR_MS } from '@app/contract/limits'
import { aGroup } from '@app/server/testing/context'
import { anAnswer, anEvent } from '@app/server/testing/events'
import { aMember, type TestMember } from '@app/server/testing/members'
import { describe, expect, test } from 'vitest'
import { setUpTestGateway } from '../testing.ts'

const { ctx, as } = await setUpTestGateway()
const { db } = ctx

const ANSWERS = ['YES', 'MAYBE', 'WAITING', null] as const
const AUDIENCES = ['ALL', 'PARTICIPANTS', 'HOST'] as const

type EventOptions = NonNullable<Parameters<typeof anEvent>[1]>
type Shared = NonNullable<SharedEvent['event']>
type Pair = { caller: TestMember; other: TestMember }

const readShared = (caller: TestMember, userName: string) =>
  as(caller).get<SharedEvent>(`/events/shared/${encodeURIComponent(userName)}`)
const ignore = (ignorer: TestMember, ignored: TestMember) => as(ignorer).post('/ignore', ignored.userName)
const aGroupEvent = async (options: Parameters<typeof aGroup>[1]) => ({
  groupId: (await aGroup(db, options)).groupId,
  author: await aMember(db),
})

/** The relations of a pair to an event, each with the options of the event. */
const RELATIONS: Record<string, (pair: Pair) => EventOptions | Promise<EventOptions>> = {
  'is public': async () => ({ author: await aMember(db) }),
  'is public and by the caller': ({ caller }) => ({ author: caller }),
  'is public and by the other member': ({ other }) => ({ author: other }),
  'is by a member whom the caller ignores': async ({ caller }) => {
    const author = await aMember(db)
    await ignore(caller, author)
    return { author }
  },
  'is by a member who ignores the other member': async ({ other }) => {
    const author = await aMember(db)
    await ignore(author, other)
    return { author }
  },
  'belongs to a group of both': ({ caller, other }) => aGroupEvent({ members: [caller, other] }),
  'belongs to a group that the caller administers': ({ caller, other }) =>
    aGroupEvent({ admins: [caller], members: [other] }),
  'belongs to an open group of only the other member': ({ other }) => aGroupEvent({ members: [other], isOpen: true }),
  'belongs to a group of only the caller': ({ caller }) => aGroupEvent({ members: [caller] }),
  "belongs to a group in which the caller's membership is held": async ({ caller, other }) => {
    const options = await aGroupEvent({ members: [caller, other] })
    await db
      .updateTable('group_members')
      .set({ held: true })
      .where('groupId', '=', options.groupId)
      .where('memberId', '=', caller.id)
      .execute()
    return options
  },
}

/** Creates an event for each audience and each pair of answers, in an order that mixes them. */
async function createEvents({ caller, other }: Pair, options: EventOptions): Promise<string[]> {
  const combinations = AUDIENCES.flatMap((participantsShownTo) =>
    ANSWERS.flatMap((own) => ANSWERS.map((theirs) => ({ participantsShownTo, own, theirs }))),
  )
  const eventIds: string[] = []
  for (const [index, { participantsShownTo, own, theirs }] of combinations.entries()) {
    const startsInMs = HOUR_MS * (1 + ((index * 7) % combinations.length))
    const event = await anEvent(db, { ...options, participantsShownTo, startsInMs })
    if (own) await anAnswer(db, event, caller, own)
    if (theirs) await anAnswer(db, event, other, theirs)
    eventIds.push(event.id)
  }
  return eventIds
}

/** Lists the events whose lists of participants show both members to the caller, in order of time. */
async function listShownToCaller({ caller, other }: Pair, eventIds: string[]): Promise<Shared[]> {
  const shown: Shared[] = []
  for (const id of eventIds) {
    const { status, body } = await as(caller).get<EventParticipant[]>(`/events/${id}/participants`)
    const participants = status === 200 ? body.filter(({ response }) => response !== 'NO_ANSWER') : []
    const own = participants.find(({ mine }) => mine)
    const theirs = participants.find(({ userName }) => userName === other.userName)
    if (!own || !theirs) continue
    const { title, place, eventTime } = (await as(caller).get<Event>(`/events/${id}`)).body
    shown.push({ id, title, place, eventTime, bothComing: own.response === 'YES' && theirs.response === 'YES' })
  }
  return shown.sort((one, next) => one.eventTime.localeCompare(next.eventTime))
}

/** Reads the shared events of a pair one after the other: each one is canceled once it has been returned. */
async function listAllShared({ caller, other }: Pair): Promise<Shared[]> {
  const { status, body } = await readShared(caller, other.userName)
  expect(status).toBe(200)
  if (!body.event) return []
  const cancelledAt = new Date().toISOString()
  await db.updateTable('events').set({ cancelledAt }).where('id', '=', body.event.id).execute()
  return [body.event, ...(await listAllShared({ caller, other }))]
}

describe('the next event of the caller and another member', { tags: 'events.shared' }, () => {
  test.each(Object.entries(RELATIONS))(
    'is the next one whose participants the caller may see, for any answers and audience, if it %s',
    async (_, createOptions) => {
      const pair = { caller: await aMember(db), other: await aMember(db) }
      const eventIds = await createEvents(pair, await createOptions(pair))
      const expected = await listShownToCaller(pair, eventIds)
      expect(await listAllShared(pair)).toEqual(expected)
    },
  )

  test('exists for 8 of the 48 combinations of answers and audience if another member is the author, and for 12 if the caller is', async () => {
    const pair = { caller: await aMember(db), other: await aMember(db) }
    const shown = await listShownToCaller(pair, await createEvents(pair, { author: await aMember(db) }))
    expect(shown).toHaveLength(8)
    expect(shown.filter(({ bothComing }) => bothComing)).toHaveLength(2)
    const ownPair = { caller: await aMember(db), other: await aMember(db) }
    expect(await listShownToCaller(ownPair, await createEvents(ownPair, { author: ownPair.caller }))).toHaveLength(12)
  })

  test('is null, without a reason, if one ignores the other, with the team and without a shared event', async () => {
    const [caller, ignored, ignorer, stranger] = (await Promise.all(Array.from({ length: 4 }, () => aMember(db)))) as [
      TestMember,
      TestMember,
      TestMember,
      TestMember,
    ]
    const admin = await aMember(db, { level: 'ADMIN' })
    const event = await anEvent(db)
    for (const member of [caller, ignored, ignorer, admin]) await anAnswer(db, event, member)
    for (const { userName } of [ignored, ignorer])
      expect((await readShared(caller, userName)).body.event).toMatchObject({ id: event.id, bothComing: true })
    await ignore(caller, ignored)
    await ignore(ignorer, caller)
    for (const userName of [ignored.userName, ignorer.userName, stranger.userName, admin.userName, 'Teamet'])
      expect(await readShared(caller, userName)).toMatchObject({ status: 200, body: { event: null } })
    for (const { userName } of [caller, stranger])
      expect(await readShared(admin, userName)).toMatchObject({ status: 200, body: { event: null } })
  })

  test('is neither past nor canceled', async () => {
    const [caller, other] = [await aMember(db), await aMember(db)]
    for (const options of [{ startsInMs: -DAY_MS }, { cancelled: true }]) {
      const event = await anEvent(db, options)
      for (const member of [caller, other]) await anAnswer(db, event, member)
    }
    expect((await readShared(caller, other.userName)).body).toEqual({ event: null })
  })

  test('is not found for a member being deleted, as for an unknown name', async () => {
    const [caller, deletedMember, event] = [await aMember(db), await aMember(db), await anEvent(db)]
    for (const member of [caller, deletedMember]) await anAnswer(db, event, member)
    const deletedAt = new Date().toISOString()
    await db.updateTable('members').set({ deletedAt }).where('id', '=', deletedMember.id).execute()
    const unknown = await readShared(caller, 'Finns inte')
    expect(unknown).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    const deleted = await readShared(caller, deletedMember.userName)
    expect({ ...deleted.body, requestId: null }).toEqual({ ...unknown.body, requestId: null })
    expect(await readShared(caller, caller.userName)).toMatchObject({ status: 400 })
  })
})
