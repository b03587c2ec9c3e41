import { aGroup } from '@app/server/testing/context'
import { anAnswer, anEvent } from '@app/server/testing/events'
import { aMember } from '@app/server/testing/members'
import { recordStatements } from '@app/server/testing/statements'
import { expect, test } from 'vitest'
import { setUpTestGateway } from '../testing.ts'
import { aForm } from './testing.ts'

const { ctx, as } = await setUpTestGateway()
const { db } = ctx

/** The session lookup adds this to each call. */
const SESSION = 1

/** Creates a member with five events in each of three groups and five public ones, all answered by many. */
async function aScene() {
  const ann = await aMember(db)
  const others = await Promise.all(Array.from({ length: 5 }, () => aMember(db)))
  const groups = await Promise.all(Array.from({ length: 3 }, () => aGroup(db, { owner: ann, members: others })))
  const scopes = [...groups.map(({ groupId }) => ({ groupId })), {}]
  const events = await Promise.all(
    scopes.flatMap((scope) => Array.from({ length: 5 }, () => anEvent(db, { author: ann, ...scope }))),
  )
  for (const event of events) for (const member of [ann, ...others]) await anAnswer(db, event, member)
  return { ann, bo: others[0] ?? ann, id: events[0]?.id ?? '', groupId: groups[0]?.groupId ?? '' }
}

type Scene = Awaited<ReturnType<typeof aScene>>

test.each<[string, number, (scene: Scene) => string]>([
  ['my events', 1, () => '/events'],
  ['older ones', 1, () => '/events?older=true'],
  ['all public events', 1, () => '/events/public'],
  ['the events of a group', 2, ({ groupId }) => `/events?groupId=${groupId}`],
  ['an event', 2, ({ id }) => `/events/${id}`],
  ['access', 1, ({ id }) => `/events/${id}/access`],
  ['participants', 2, ({ id }) => `/events/${id}/participants`],
  ['a calendar file', 2, ({ id }) => `/events/${id}.ics`],
])('%s take %i statements beside the session’s', async (_, maxStatements, path) => {
  const scene = await aScene()
  const statements = await recordStatements(async () => {
    expect((await as(scene.bo).get(path(scene))).status).toBe(200)
  })
  expect(statements).toHaveLength(SESSION + maxStatements)
})

test.each<[string, number, (scene: Scene) => [string, object?]]>([
  ['an answer', 9, ({ id }) => [`/events/${id}/interested`]],
  ['a change', 14, ({ id }) => [`/events/${id}`, aForm({ place: 'Botaniska' })]],
  ['canceling', 12, ({ id }) => [`/events/${id}/delete`]],
])('%s takes the same number of statements for any number of answers, at most %i', async (_, maxStatements, call) => {
  const scene = await aScene()
  const [path, body] = call(scene)
  const statements = await recordStatements(async () => {
    expect((await as(scene.ann).post(path, body)).status).toBeLessThan(300)
  })
  expect(statements.length).toBeLessThanOrEqual(SESSION + maxStatements)
})
