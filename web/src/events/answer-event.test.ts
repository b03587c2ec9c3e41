import { EventParticipant } from '@app/contract/events'
import { beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { startSession } from '../lib/http/session.ts'
import { mira, onGet, onPost, respondWith, respondWithError } from '../testing.tsx'
import { createDeferred } from '../testing-deferred.ts'
import { setUpFreshDevice } from '../testing-hooks.ts'
import { anEvent } from './fake-events.ts'
import { EMPTY, withEvents } from './state.ts'
import { answerEvent, onEventChanged, removeMemberFromEvents, useEvents } from './store.ts'

setUpFreshDevice()

const dinner = anEvent()
const storedDinner = () => useEvents.getState().events.get(dinner.id)

beforeEach(() => {
  startSession(mira)
  onGet('events/7/participants', respondWith(z.array(EventParticipant), []))
  useEvents.setState(withEvents(EMPTY, [dinner]))
})

/** Answers the event with a request that fails. Returns a function that sends the error response. */
function answerInVain() {
  const delay = createDeferred()
  onPost('events/7/attending', () => delay.promise.then(respondWithError(409, 'CONFLICT', 'Eventet är inställt.')))
  const answered = answerEvent(dinner, 'attending')
  return async () => {
    delay.resolve()
    await answered
  }
}

test('the rollback of a rejected answer keeps a cancellation that arrived meanwhile', async () => {
  const respond = answerInVain()
  expect(storedDinner()?.sessionResponse).toBe('YES')
  const { sessionResponse: _, waitingPlace: __, mayChange: ___, ...info } = dinner
  onEventChanged({ type: 'event:changed', change: 'CANCELLED', event: { ...info, cancelled: true }, mine: null })
  await respond()
  expect(storedDinner()).toMatchObject({ cancelled: true, sessionResponse: 'NO_ANSWER' })
})

test('an answer of the next member on the device is sent while one of the previous member is in flight', async () => {
  const respond = answerInVain()
  startSession({ ...mira, sessionId: 'second.session.token' })
  useEvents.setState(withEvents(EMPTY, [dinner]))
  const answers = onPost('events/7/interested', respondWithError(409, 'CONFLICT', 'Eventet är inställt.'))
  await answerEvent(dinner, 'interested')
  expect(answers).toHaveLength(1)
  await respond()
})

test('the response to an answer does not restore an event whose host was blocked meanwhile', async () => {
  const respond = answerInVain()
  removeMemberFromEvents('Siv och Tor')
  await respond()
  expect(storedDinner()).toBeUndefined()
})
