import { Event, EventAccess, EventParticipant } from '@app/contract/events'
import { PAGE_MAX } from '@app/contract/limits'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { anEvent, aParticipant, twoDaysAgo } from '../events/fake-events.ts'
import { answerEvent, loadParticipants, useEvents } from '../events/store.ts'
import { useToasts } from '../lib/feedback/toasts.ts'
import { startSession } from '../lib/http/session.ts'
import { mira, onGet, onPost, respondEmpty, respondWith, respondWithError } from '../testing.tsx'
import { createDeferred } from '../testing-deferred.ts'
import { nora, respondToNextMember, waitForEarlierResponses } from '../testing-next-member.ts'
import { server } from '../testing-server.ts'
import { dinner, open, serveEvent, setUpEvents } from './events-testing.tsx'

setUpEvents()

test('participants beyond the first page are loaded on demand, and a reload keeps them', async () => {
  const others = Array.from({ length: PAGE_MAX - 1 }, (_, n) => aParticipant(`Nordan ${n}`, { response: 'YES' }))
  const coming = [aParticipant('Alva', { response: 'YES' }), ...others, aParticipant('Ylva', { response: 'YES' })]
  const all = [...coming, aParticipant('Linn', { response: 'MAYBE' })]
  const event = anEvent({ coming: coming.length, interested: 1 })
  serveEvent(event)
  server.use(
    http.get('*/api/v2/events/7/participants', ({ request }) => {
      const from = Number(new URL(request.url).searchParams.get('from'))
      return Response.json(z.array(EventParticipant).parse(all.slice(from, from + PAGE_MAX)))
    }),
  )
  const { user } = open('/events?id=7')
  await screen.findByRole('link', { name: /Alva/ })
  const showMore = await screen.findByRole('button', { name: 'Visa fler' })
  expect(screen.queryByRole('link', { name: /Linn/ })).toBeNull()
  await user.click(showMore)
  const linn = await screen.findByRole('link', { name: /Linn/ })
  await waitFor(() => expect(document.activeElement).toBe(linn))
  expect(screen.queryByRole('button', { name: 'Visa fler' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Visa alla' }))
  expect(screen.getByRole('link', { name: /Ylva/ })).toBeTruthy()
  await act(() => loadParticipants('7'))
  expect(screen.getByRole('link', { name: /Linn/ })).toBeTruthy()
})

test("the event's menu is in the page's header", async () => {
  serveEvent(anEvent())
  open('/events?id=7')
  expect(await screen.findByRole('button', { name: 'Fler val för eventet' })).toBeTruthy()
  const header = within(screen.getByRole('region', { name: 'page header' }))
  expect(header.getByRole('button', { name: 'Fler val för eventet' })).toBeTruthy()
})

test('other members do not see hidden participants; the host sees them and the queue', async () => {
  serveEvent(anEvent({ participantsShownTo: 'HOST', coming: 4 }))
  onGet('events/7/participants', respondWithError(403, 'FORBIDDEN', 'Det går inte att göra här.'))
  open('/events?id=7')
  expect(await screen.findByText('Bara värden ser vilka som kommer.')).toBeTruthy()
  cleanup()
  const ownEvent = anEvent({ participantsShownTo: 'HOST', coming: 1, waiting: 1, mayChange: true })
  serveEvent(ownEvent, [aParticipant('Siv'), aParticipant('Bo', { response: 'NO_ANSWER', waitingPlace: 1 })])
  open('/events?id=7')
  expect(await screen.findByRole('heading', { name: 'I kön' })).toBeTruthy()
  expect(screen.getByRole('link', { name: /Bo/ })).toBeTruthy()
})

test('an event of another group links to that group only if the group is open', async () => {
  onGet('events/70', respondWithError(403, 'FORBIDDEN', 'Det går inte att göra här.'))
  onGet('events/70/access', respondWith(EventAccess, { tag: 'OPEN_GROUP', value: '3' }))
  open('/events?id=70')
  expect((await screen.findByRole('link', { name: 'Till gruppen' })).getAttribute('href')).toBe('/groups?id=3')
  cleanup()
  onGet('events/70/access', respondWith(EventAccess, { tag: 'NO_ACCESS', value: null }))
  open('/events?id=70')
  expect(await screen.findByText('Bara för gruppens medlemmar')).toBeTruthy()
})

test('a missing event shows a message', { tags: 'events.page-missing' }, async () => {
  onGet('events/70', respondWithError(404, 'NOT_FOUND', 'Det finns inte.'))
  open('/events?id=70')
  expect(await screen.findByText('Eventet finns inte, eller har tagits bort.')).toBeTruthy()
})

test('a canceled event has no answer buttons, and a past one cannot be edited', async () => {
  serveEvent(anEvent({ cancelled: true }))
  open('/events?id=7')
  expect(await screen.findByText('Eventet är inställt.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Jag kommer' })).toBeNull()
  cleanup()
  serveEvent(anEvent({ eventTime: twoDaysAgo(), mayChange: true }))
  const { user } = open('/events?id=7')
  expect(await screen.findByText('Eventet är över.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Fler val för eventet' }))
  expect(screen.queryByRole('menuitem', { name: 'Ändra' })).toBeNull()
})

test('canceling an event asks for confirmation', async () => {
  serveEvent(anEvent({ mayChange: true }))
  const requests = onPost('events/7/delete', respondEmpty)
  const { user } = open('/events?id=7')
  await user.click(await screen.findByRole('button', { name: 'Fler val för eventet' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Ställ in eventet' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Ställa in Höstmiddag på Söder?' }))
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Behåll' }))
  await user.click(dialog.getByRole('button', { name: 'Ställ in eventet' }))
  expect(await screen.findByText('Höstmiddag på Söder är inställt.')).toBeTruthy()
  expect(requests).toHaveLength(1)
})

test('a cancellation that ends after a logout does not name the event to the next member on the device', async () => {
  serveEvent(anEvent({ mayChange: true }))
  const requests = onPost('events/7/delete', respondToNextMember(respondEmpty))
  const { user } = open('/events?id=7')
  await user.click(await screen.findByRole('button', { name: 'Fler val för eventet' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Ställ in eventet' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Ställa in Höstmiddag på Söder?' }))
  await user.click(dialog.getByRole('button', { name: 'Ställ in eventet' }))
  await waitFor(() => expect(requests).toHaveLength(1))
  await waitForEarlierResponses()
  expect(useToasts.getState().queue).toEqual([])
})

test('an answer to an event that was pending at a logout is not sent as the next member on the device', async () => {
  const { promise, resolve } = createDeferred()
  const requests = onPost('events/7/:answer', async () => {
    await promise
    return respondWith(Event, anEvent())()
  })
  useEvents.setState({ events: new Map([['7', anEvent()]]) })
  const answers = Promise.all([answerEvent(anEvent(), 'interested'), answerEvent(anEvent(), 'attending')])
  await waitFor(() => expect(requests).toHaveLength(1))
  startSession(nora)
  useEvents.setState({ events: new Map([['7', anEvent()]]) })
  resolve()
  await answers
  await waitForEarlierResponses()
  expect(requests).toHaveLength(1)
})

test('the menu of an event offers the team to open a case, but not to cancel or edit it', async () => {
  startSession({ ...mira, memberLevel: 'ADMIN' })
  serveEvent(dinner)
  const { user } = open('/events?id=7')
  await user.click(await screen.findByRole('button', { name: 'Fler val för eventet' }))
  expect(await screen.findByRole('menuitem', { name: 'Öppna ett ärende' })).toBeTruthy()
  for (const name of ['Ställ in eventet', 'Ändra']) expect(screen.queryByRole('menuitem', { name })).toBeNull()
})
