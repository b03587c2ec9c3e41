import { aGroup } from '@app/server/testing/context'
import { anAnswer, anEvent } from '@app/server/testing/events'
import { aMember } from '@app/server/testing/members'
import { recordStatements } from '@app/server/testing/statements'
import { expect, test } from 'vitest'
import { setUpTestGateway } from '../testing.ts'
import { aForm } from './testing.ts'

const { ctx, as } = await setUpTestGateway()
const { db } = ctx

/** The number of statements that the session lookup adds to each request. */
const SESSION_STATEMENTS = 1

/** Creates a member with five events in each of three groups and five public ones, each with six answers. */
async function aMemberWithEvents() {
  const ann = await aMember(db)
  const otherMembers = await Promise.all(Array.from({ length: 5 }, () => aMember(db)))
  const groups = await Promise.all(Array.from({ length: 3 }, () => aGroup(db, { owner: ann, members: otherMembers })))
  const eventOptions = [...groups.map(({ groupId }) => ({ groupId })), {}]
  const events = await Promise.all(
    eventOptions.flatMap((options) => Array.from({ length: 5 }, () => anEvent(db, { author: ann, ...options }))),
  )
  for (const event of events) for (const member of [ann, ...otherMembers]) await anAnswer(db, event, member)
  return { ann, bo: otherMembers[0] ?? ann, id: events[0]?.id ?? '', groupId: groups[0]?.groupId ?? '' }
}

type Fixture = Awaited<ReturnType<typeof aMemberWithEvents>>

test.each<[string, number, (fixture: Fixture) => string]>([
  ['own events', 1, () => '/events'],
  ['older events', 1, () => '/events?older=true'],
  ['all public events', 1, () => '/events/public'],
  ['public events near the member', 1, () => '/events/public?near=true'],
  ['the next event shared with a member', 1, ({ ann }) => `/events/shared/${encodeURIComponent(ann.userName)}`],
  ['the events of a group', 2, ({ groupId }) => `/events?groupId=${groupId}`],
  ['an event', 2, ({ id }) => `/events/${id}`],
  ['access to an event', 1, ({ id }) => `/events/${id}/access`],
  ['participants', 2, ({ id }) => `/events/${id}/participants`],
  ['a calendar file', 2, ({ id }) => `/events/${id}.ics`],
])('a request for %s takes %i statements besides the session lookup', async (_, statementCount, createPath) => {
  const fixture = await aMemberWithEvents()
  const statements = await recordStatements(async () => {
    expect((await as(fixture.bo).get(createPath(fixture))).status).toBe(200)
  })
  expect(statements).toHaveLength(SESSION_STATEMENTS + statementCount)
})

test.each<[string, number, (fixture: Fixture) => [string, object?]]>([
  ['an answer', 9, ({ id }) => [`/events/${id}/interested`]],
  ['a change', 15, ({ id }) => [`/events/${id}`, aForm({ place: 'Botaniska' })]],
  ['canceling', 12, ({ id }) => [`/events/${id}/delete`]],
])(
  '%s takes at most %i statements besides the session lookup, however many members have answered',
  async (_, maxStatements, createRequest) => {
    const fixture = await aMemberWithEvents()
    const [path, body] = createRequest(fixture)
    const statements = await recordStatements(async () => {
      expect((await as(fixture.ann).post(path, body)).status).toBeLessThan(300)
    })
    expect(statements.length).toBeLessThanOrEqual(SESSION_STATEMENTS + maxStatements)
  },
)
