import { Event, EventParticipant } from '@app/contract/events'
import { beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { startSession } from '../lib/http/session.ts'
import { mira, onGet, respondWith } from '../testing.tsx'
import { createDeferred } from '../testing-deferred.ts'
import { setUpFreshDevice } from '../testing-hooks.ts'
import { anEvent, aParticipant } from './fake-events.ts'
import { loadEvents, loadParticipants, useEvents } from './store.ts'

setUpFreshDevice()
beforeEach(() => startSession(mira))

/** Starts `load` twice, the second time with newer data. Sends the response to the first request last. */
async function respondInReverse<Data>(
  path: string,
  schema: z.ZodMiniType<Data>,
  [older, newer]: [Data, Data],
  load: () => Promise<void>,
) {
  const delay = createDeferred()
  const requests = onGet(path, () => delay.promise.then(respondWith(schema, older)))
  const first = load()
  await expect.poll(() => requests.length).toBe(1)
  onGet(path, respondWith(schema, newer))
  await load()
  delay.resolve()
  await first
}

test('a response about a list that arrives after that of a later request is dropped', async () => {
  const [dinner, walk] = [anEvent(), anEvent({ id: '8' })]
  await respondInReverse('events/public', z.array(Event), [[dinner], [dinner, walk]], () =>
    loadEvents('public', 'coming'),
  )
  expect(useEvents.getState().lists.get('public/coming')?.data?.ids).toEqual(['7', '8'])
})

test('a response about participants that arrives after that of a later request is dropped', async () => {
  const [linn, siv] = [aParticipant('Linn'), aParticipant('Siv')]
  await respondInReverse('events/7/participants', z.array(EventParticipant), [[linn], [linn, siv]], () =>
    loadParticipants('7'),
  )
  expect(useEvents.getState().participants.get('7')?.data?.participants).toHaveLength(2)
})
