import { CalendarFeed, Event, EventAccess, EventParticipant } from '@app/contract/events'
import { Group } from '@app/contract/groups'
import { PAGE_DEFAULT, PAGE_MAX } from '@app/contract/limits'
import { fromStockholmTime, toStockholmTime } from '@app/contract/time/stockholm-time'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { Link } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { anEvent, aParticipant, twoDaysAgo } from '../events/fake-events.ts'
import { EMPTY } from '../events/state.ts'
import { loadEvents, loadMoreEvents, loadParticipants, onEventChanged, saveEvent, useEvents } from '../events/store.ts'
import { publicToggle } from '../events/toggles.ts'
import { useToasts } from '../lib/feedback/toasts.ts'
import { startSession } from '../lib/http/session.ts'
import { setHubConnection } from '../lib/realtime/hub-connection.ts'
import {
  mira,
  onGet,
  onPost,
  renderInApp,
  respondEmpty,
  respondWith,
  respondWithError,
  respondWithText,
  WithHeader,
} from '../testing.tsx'
import { setUpFreshDevice } from '../testing-hooks.ts'
import { server } from '../testing-server.ts'
import { EventsPage } from './EventsPage.tsx'

setUpFreshDevice()
beforeAll(
  () =>
    Promise.all([
      import('../ui/overlays/DialogBody.tsx'),
      import('../ui/overlays/MenuPopover.tsx'),
    ]) as Promise<unknown> as Promise<void>,
  60_000,
)

const dinner = anEvent()
const fridayEvent = anEvent({
  id: '8',
  title: 'Fredagshäng',
  paidEvent: false,
  sessionResponse: 'MAYBE',
  place: 'Vasastan',
})
const sauna = anEvent({ id: '9', title: 'Bastu och brasa', groupId: '3', groupName: 'Naturvänner' })

const eventsResponse = (list: Event[]) => respondWith(z.array(Event), list)
const serveEvent = (event: Event, participants: EventParticipant[] = []) => {
  onGet('events/public', eventsResponse([event]))
  onGet(`events/${event.id}`, respondWith(Event, event))
  onGet(`events/${event.id}/participants`, respondWith(z.array(EventParticipant), participants))
}

beforeEach(() => {
  startSession(mira)
  onGet('events/public', eventsResponse([dinner, fridayEvent]))
  onGet('events/public?near', eventsResponse([]))
  onGet('events', eventsResponse([sauna, fridayEvent]))
  onGet('groups/admin', respondWith(z.array(Group), []))
})
afterEach(() => {
  cleanup()
  setHubConnection(null)
})

const titles = () => screen.getAllByRole('link', { name: /·/ }).map((row) => row.textContent)
const open = (path = '/events') =>
  renderInApp(
    <WithHeader>
      <Link to="/chats">Chatt</Link>
      <EventsPage />
    </WithHeader>,
    path,
  )

test('a page of events that arrives after the list was reloaded does not change the list', async () => {
  const eventsFrom = (first: number) =>
    Array.from({ length: PAGE_DEFAULT }, (_, index) => anEvent({ id: String(first + index) }))
  const idsOf = (events: readonly Event[]) => events.map(({ id }) => id)
  const shownIds = () => useEvents.getState().lists.get('public/coming')?.data?.ids
  onGet('events/public', eventsResponse(eventsFrom(101)))
  await loadEvents('public', 'coming')
  let release = () => {}
  const reloaded = new Promise<void>((resolve) => {
    release = resolve
  })
  const requests = onGet('events/public', () => reloaded.then(eventsResponse(eventsFrom(151))))
  const more = loadMoreEvents('public', 'coming')
  await expect.poll(() => requests.length).toBe(1)
  onGet('events/public', eventsResponse(eventsFrom(100)))
  await loadEvents('public', 'coming')
  release()
  await more
  expect(shownIds()).toEqual(idsOf(eventsFrom(100)))
})

test('a push, a save and a reconnect reload a list as far as it is loaded', async () => {
  const all = Array.from({ length: 2 * PAGE_DEFAULT + 3 }, (_, index) => anEvent({ id: String(101 + index) }))
  const idsOf = (events: readonly Event[]) => events.map(({ id }) => id)
  const list = () => useEvents.getState().lists.get('public/coming')
  server.use(
    http.get('*/api/v2/events/public', ({ request }) => {
      const start = idsOf(all).indexOf(new URL(request.url).searchParams.get('after') ?? '') + 1
      return Response.json(z.array(Event).parse(all.slice(start, start + PAGE_DEFAULT)))
    }),
  )
  await loadEvents('public', 'coming')
  await loadMoreEvents('public', 'coming')
  const shown = { ids: idsOf(all.slice(0, 2 * PAGE_DEFAULT)), hasMore: true }
  expect(list()).toEqual({ state: 'loaded', data: shown })
  onPost('events/101', respondWith(Event, all[0]!))
  const reloads = [
    () => onEventChanged({ type: 'event:changed', change: 'CREATED', event: all[0]!, mine: null }),
    () =>
      saveEvent(
        { id: '101' },
        {
          title: 'Höstmiddag på Söder',
          description: 'Långbord',
          place: 'Söder',
          date: '2030-01-22',
          time: '18:30',
          paidEvent: false,
        },
      ),
    () => setHubConnection(() => undefined),
  ]
  for (const reload of reloads) {
    await reload()
    expect(list()?.state).toBe('loading')
    await expect.poll(() => list()?.state).toBe('loaded')
    expect(list()?.data).toEqual(shown)
  }
  await loadMoreEvents('public', 'coming')
  expect(list()?.data).toEqual({ ids: idsOf(all), hasMore: false })
})

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

test("the list shows public events and events of the member's groups, each once, with the member's answer", {
  tags: 'events.page-list',
}, async () => {
  open()
  expect(await screen.findByRole('link', { name: /Bastu och brasa/ })).toBeTruthy()
  const fridayRows = screen.getAllByRole('link', { name: /Fredagshäng/ })
  expect(fridayRows).toHaveLength(1)
  expect(within(fridayRows[0]!).getByText('Intresserad')).toBeTruthy()
  expect(within(fridayRows[0]!).getByText('För alla')).toBeTruthy()
  expect(within(screen.getByRole('link', { name: /Bastu/ })).getByText('Naturvänner')).toBeTruthy()
  expect(fridayRows[0]?.getAttribute('href')).toBe('/events?id=8')
})

test('the toggles hide public events and add past ones', {
  tags: 'events.page-toggles',
}, async () => {
  onGet('events/public', () => eventsResponse([dinner])())
  const { user } = open()
  await screen.findByRole('link', { name: /Bastu/ })
  await user.click(screen.getByRole('button', { name: 'För alla' }))
  expect(screen.queryByRole('link', { name: /Höstmiddag/ })).toBeNull()
  expect(screen.getByRole('link', { name: /Bastu/ })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'För alla' }))
  const pastEvent = anEvent({ id: '1', title: 'Kräftskiva', eventTime: twoDaysAgo() })
  const requests = onGet('events/public', eventsResponse([pastEvent]))
  onGet('events', eventsResponse([]))
  await user.click(screen.getByRole('button', { name: 'Visa äldre' }))
  expect(await screen.findByRole('heading', { name: 'Tidigare event' })).toBeTruthy()
  expect(titles().at(-1)).toContain('Kräftskiva')
  expect(requests.map(({ path }) => path)).toContain('events/public?older=true&limit=50')
  await user.click(screen.getByRole('button', { name: 'Visa äldre' }))
  expect(screen.queryByRole('link', { name: /Kräftskiva/ })).toBeNull()
})

test('loading the next page moves the focus to its first row', async () => {
  const page = Array.from({ length: PAGE_DEFAULT }, (_, index) =>
    anEvent({ id: String(100 + index), title: `Träff ${index}` }),
  )
  onGet('events/public', eventsResponse(page))
  const { user } = open()
  const showMore = await screen.findByRole('button', { name: 'Visa fler' })
  const requests = onGet(
    'events/public',
    eventsResponse([anEvent({ id: '900', title: 'Sist', eventTime: '2039-07-05T16:30:00.000Z' })]),
  )
  await user.click(showMore)
  const next = await screen.findByRole('link', { name: /Sist/ })
  expect(requests).toHaveLength(1)
  expect(document.activeElement).toBe(next)
  expect(screen.queryByRole('button', { name: 'Visa fler' })).toBeNull()
})

test('an event shows its time in Sweden, description and participants; an answer shows immediately and is sent', {
  tags: 'events.page-answer',
}, async () => {
  serveEvent(anEvent({ eventTime: '2031-07-05T16:30:00.000Z' }), [aParticipant('Jakob-83', { badges: ['VERIFIED'] })])
  const { user } = open('/events?id=7')
  expect(await screen.findAllByText('Lördag 5 juli 2031, 18:30')).not.toHaveLength(0)
  expect((await screen.findByText('levande ljus')).tagName).toBe('STRONG')
  expect(await screen.findByRole('link', { name: /Jakob-83/ })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Ångra svar' })).toBeNull()
  const answered = anEvent({ sessionResponse: 'YES', coming: 2 })
  const requests = onPost('events/7/attending', respondWith(Event, answered))
  await user.click(screen.getByRole('button', { name: 'Jag kommer' }))
  expect(screen.getByRole('button', { name: 'Jag kommer' }).getAttribute('aria-pressed')).toBe('true')
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(screen.getByRole('button', { name: 'Ångra svar' })).toBeTruthy()
})

test('events near the member come first, each once; their heading is missing if public events are hidden or those nearby fail to load', async () => {
  const requests = onGet('events/public?near', eventsResponse([fridayEvent]))
  const { user } = open()
  const near = await screen.findByRole('region', { name: 'Nära dig' })
  expect(
    within(near)
      .getAllByRole('link')
      .map((row) => row.getAttribute('href')),
  ).toEqual(['/events?id=8'])
  const others = screen.getByRole('region', { name: 'Fler event' })
  expect(
    within(others)
      .getAllByRole('link')
      .map((row) => row.getAttribute('href')),
  ).toEqual(['/events?id=7', '/events?id=9'])
  expect(requests.map(({ path }) => path)).toEqual(['events/public?near=true'])
  await user.click(screen.getByRole('button', { name: 'För alla' }))
  expect(screen.queryByRole('region', { name: 'Nära dig' })).toBeNull()
  cleanup()
  localStorage.clear()
  onGet('events/public?near', respondWithError(403, 'FORBIDDEN', 'Nej'))
  act(() => {
    useEvents.setState(EMPTY, true)
    publicToggle.set('on')
  })
  open()
  expect(await screen.findAllByRole('link', { name: /Fredagshäng/ })).toHaveLength(1)
  expect(screen.queryByRole('heading', { name: 'Nära dig' })).toBeNull()
})

test('an empty list explains events and offers to create one, or to show those that the toggles hide', async () => {
  onGet('events/public', eventsResponse([]))
  onGet('events', eventsResponse([]))
  const { user } = open()
  expect(await screen.findByText(/^Ett event är ett tillfälle att ses/)).toBeTruthy()
  const emptyState = within(screen.getByRole('region', { name: 'Event' }))
  expect(emptyState.getByRole('link', { name: 'Skapa event' }).getAttribute('href')).toBe('/events?new=1')
  await user.click(screen.getByRole('button', { name: 'För alla' }))
  await user.click(screen.getByRole('button', { name: 'Grupper' }))
  await user.click(screen.getByRole('button', { name: 'Visa båda' }))
  expect(screen.getByRole('button', { name: 'För alla' }).getAttribute('aria-pressed')).toBe('true')
  expect(screen.getByRole('button', { name: 'Grupper' }).getAttribute('aria-pressed')).toBe('true')
})

test.each([
  ['attending', 'Jag kommer', 'YES', 'Du kommer. Svaret kan ändras fram till start.'],
  ['interested', 'Intresserad', 'MAYBE', 'Du är intresserad. Svaret kan ändras fram till start.'],
] as const)(
  'the answer %s announces what it means, and offers the calendar and the participants',
  async (path, name, sessionResponse, text) => {
    serveEvent(anEvent(), [aParticipant('Jakob-83')])
    onPost(`events/7/${path}`, respondWith(Event, anEvent({ sessionResponse })))
    const { user } = open('/events?id=7')
    const answerButton = await screen.findByRole('button', { name })
    const group = screen.getByRole('group', { name: 'Kommer du?' })
    const answers = within(group.parentElement as HTMLElement)
    expect(answers.queryByRole('button', { name: 'Lägg i kalendern' })).toBeNull()
    await user.click(answerButton)
    expect(within(group).getByRole('status').textContent).toBe(text)
    expect(answers.getByRole('button', { name: 'Lägg i kalendern' })).toBeTruthy()
    await user.click(answers.getByRole('button', { name: 'Se vilka som kommer' }))
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Vilka som kommer' }))
    onPost('events/7/no-answer', respondWith(Event, anEvent()))
    await user.click(answers.getByRole('button', { name: 'Ångra svar' }))
    expect(within(group).getByRole('status').textContent).toBe('Svaret kan ändras fram till start.')
    expect(answers.queryByRole('button', { name: 'Lägg i kalendern' })).toBeNull()
  },
)

test('an answer to an event with hidden participants offers only the calendar', async () => {
  serveEvent(anEvent({ participantsShownTo: 'HOST', sessionResponse: 'YES' }))
  onGet('events/7/participants', respondWithError(403, 'FORBIDDEN', 'Det går inte att göra här.'))
  open('/events?id=7')
  const group = await screen.findByRole('group', { name: 'Kommer du?' })
  const answers = within(group.parentElement as HTMLElement)
  expect(answers.getByRole('button', { name: 'Lägg i kalendern' })).toBeTruthy()
  expect(answers.queryByRole('button', { name: 'Se vilka som kommer' })).toBeNull()
})

test("the event's menu is in the page's header", async () => {
  serveEvent(anEvent())
  open('/events?id=7')
  expect(await screen.findByRole('button', { name: 'Fler val för eventet' })).toBeTruthy()
  const header = within(screen.getByRole('region', { name: 'page header' }))
  expect(header.getByRole('button', { name: 'Fler val för eventet' })).toBeTruthy()
})

test('the last of several rapid answers wins', async () => {
  serveEvent(anEvent())
  const posted: string[] = []
  const serveAnswer = (path: string, sessionResponse: 'YES' | 'MAYBE') =>
    onPost(`events/7/${path}`, () => {
      posted.push(path)
      return respondWith(Event, anEvent({ sessionResponse }))()
    })
  serveAnswer('attending', 'YES')
  serveAnswer('interested', 'MAYBE')
  open('/events?id=7')
  const attendButton = await screen.findByRole('button', { name: 'Jag kommer' })
  fireEvent.click(attendButton)
  fireEvent.click(screen.getByRole('button', { name: 'Intresserad' }))
  await waitFor(() => expect(posted).toEqual(['attending', 'interested']))
  const pressed = () => screen.getAllByRole('button', { pressed: true }).map(({ textContent }) => textContent)
  await waitFor(() => expect(pressed()).toContain('Intresserad'))
  expect(attendButton.getAttribute('aria-pressed')).toBe('false')
})

test('undoing an answer keeps the focus on the answers', async () => {
  const coming = anEvent({ sessionResponse: 'YES' })
  serveEvent(coming)
  onPost('events/7/no-answer', respondWith(Event, { ...coming, sessionResponse: 'NO_ANSWER' }))
  const { user } = open('/events?id=7')
  await user.click(await screen.findByRole('button', { name: 'Ångra svar' }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Jag kommer' }))
  expect(screen.queryByRole('button', { name: 'Ångra svar' })).toBeNull()
})

test('a rejected answer is rolled back and its reason shown', async () => {
  serveEvent(dinner)
  onPost('events/7/interested', respondWithError(409, 'CONFLICT', 'Eventet är inställt.'))
  const { user } = open('/events?id=7')
  await user.click(await screen.findByRole('button', { name: 'Intresserad' }))
  expect(await screen.findByText('Eventet är inställt.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Intresserad' }).getAttribute('aria-pressed')).toBe('false')
})

test.each([
  [1, /^Platsen är tagen\. Det går att ställa sig i kö/],
  [2, /^Båda platserna är tagna\./],
])('a full event states its number of seats in words: %s', async (capacity, text) => {
  serveEvent(anEvent({ capacity, coming: capacity }))
  open('/events?id=7')
  expect(await screen.findByText(text)).toBeTruthy()
})

test('a full event offers the queue, shows the position in it, and announces a seat with a toast', async () => {
  const full = anEvent({ capacity: 10, coming: 10, waiting: 2 })
  serveEvent(full)
  const { user } = open('/events?id=7')
  expect(await screen.findByText(/Alla tio platser är tagna/)).toBeTruthy()
  onPost('events/7/attending', respondWith(Event, { ...full, waiting: 3, waitingPlace: 3 }))
  await user.click(screen.getByRole('button', { name: 'Ställ mig i kön' }))
  expect(await screen.findByText(/^Plats 3 i kön\./)).toBeTruthy()
  const { sessionResponse: _, waitingPlace: __, mayChange: ___, ...info } = full
  const mine = { sessionResponse: 'YES', waitingPlace: null, mayChange: false } as const
  act(() => onEventChanged({ type: 'event:changed', change: 'SEAT', event: info, mine }))
  expect(await screen.findByText('Du har fått en plats på Höstmiddag på Söder.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Jag kommer' }).getAttribute('aria-pressed')).toBe('true')
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

const fill = async (user: ReturnType<typeof renderInApp>['user'], label: string, text: string) => {
  const field = screen.getByLabelText(label)
  await user.clear(field)
  await user.type(field, text)
}

/** Returns the error or hint of a field. */
const describeField = (label: string) =>
  document.getElementById(screen.getByLabelText(label).getAttribute('aria-describedby') ?? '')?.textContent

test('the form shows the errors of missing fields, of a past or nonexistent time, and of an invalid number of seats', {
  tags: 'events.page-errors',
}, async () => {
  const { user } = open('/events?new=1')
  await user.click(await screen.findByRole('button', { name: 'Skapa event' }))
  for (const message of [
    'Skriv en rubrik.',
    'Välj ett datum.',
    'Välj en tid.',
    'Skriv en plats.',
    'Skriv en beskrivning.',
  ])
    expect(screen.getByText(message)).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Rubrik'))
  for (const date of ['0202-05-04', '1600-02-29', '2024-01-01']) {
    await fill(user, 'Datum', date)
    expect(describeField('Datum')).toBe('Eventet måste ligga i framtiden.')
    expect(describeField('Tid')).toBe('Välj en tid.')
    await fill(user, 'Tid', '12:00')
    expect(describeField('Datum')).toBe('Eventet måste ligga i framtiden.')
    expect(describeField('Tid')).toBeUndefined()
    await user.clear(screen.getByLabelText('Tid'))
  }
  await fill(user, 'Datum', '2031-03-30')
  await fill(user, 'Tid', '02:30')
  expect(screen.getByText('Den tiden finns inte. Kontrollera datum och klockslag.')).toBeTruthy()
  await fill(user, 'Antal platser', '0')
  await user.tab()
  expect(screen.getByText(/ett helt tal mellan 1 och 10\s000/)).toBeTruthy()
})

test('a member can create an event for a group that they administer, which is then shown', {
  tags: 'events.page-create',
}, async () => {
  const group = { groupId: '3', groupName: 'Naturvänner' } as Group
  onGet('groups/admin', respondWith(z.array(z.looseObject({})), [group]))
  const created = {
    ...{ ...sauna, description: 'Ta med handduk.', place: 'Björnö', paidEvent: false, capacity: 12 },
    ...{ participantsShownTo: 'HOST' as const, eventTime: fromStockholmTime('2031-12-06', '15:00') ?? '' },
  }
  const requests = onPost('events/groups/3', respondWith(Event, created, 201))
  serveEvent(created)
  const { user } = open('/events?new=1')
  await user.click(await screen.findByRole('radio', { name: 'En grupp' }))
  await user.selectOptions(screen.getByLabelText('Grupp'), 'Naturvänner')
  await fill(user, 'Rubrik', 'Bastu och brasa')
  await fill(user, 'Datum', '2031-12-06')
  await fill(user, 'Tid', '15:00')
  await fill(user, 'Plats', 'Björnö')
  await fill(user, 'Beskrivning', 'Ta med handduk.')
  await fill(user, 'Antal platser', '12')
  await user.click(screen.getByRole('radio', { name: 'Bara värden' }))
  await user.click(screen.getByRole('button', { name: 'Skapa event' }))
  expect(await screen.findByText('Eventet är sparat.')).toBeTruthy()
  expect(requests[0]?.body).toEqual({
    title: 'Bastu och brasa',
    description: 'Ta med handduk.',
    place: 'Björnö',
    date: '2031-12-06',
    time: '15:00',
    paidEvent: false,
    capacity: 12,
    participantsShownTo: 'HOST',
    clientId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
  expect(await screen.findByRole('heading', { name: 'Bastu och brasa' })).toBeTruthy()
})

test('resubmitting another place after a lost response changes the stored event', async () => {
  const { user } = open('/events?new=1')
  await screen.findByLabelText('Rubrik')
  await fill(user, 'Rubrik', 'Bastu och brasa')
  await fill(user, 'Datum', '2031-12-06')
  await fill(user, 'Tid', '15:00')
  await fill(user, 'Plats', 'Björn')
  await fill(user, 'Beskrivning', 'Ta med handduk.')
  const lost = onPost('events/public/', () => Response.error())
  await user.click(screen.getByRole('button', { name: 'Skapa event' }))
  await vi.waitFor(() => expect(lost).toHaveLength(1))
  const stored = { ...anEvent({ id: '9', title: 'Bastu och brasa' }), place: 'Björn' }
  const changed = { ...stored, place: 'Björnö' }
  const repeated = onPost('events/public/', respondWith(Event, stored, 201))
  const changes = onPost('events/9', respondWith(Event, changed))
  serveEvent(changed)
  await fill(user, 'Plats', 'Björnö')
  await user.click(screen.getByRole('button', { name: 'Skapa event' }))
  expect(await screen.findByText('Eventet är sparat.')).toBeTruthy()
  const { clientId } = lost[0]!.body as { clientId: string }
  expect(repeated[0]?.body).toMatchObject({ clientId, place: 'Björnö' })
  expect(changes.map(({ body }) => body)).toMatchObject([{ place: 'Björnö' }])
})

test('editing starts from the stored values in Swedish time, and leaving asks for confirmation', {
  tags: 'events.page-edit',
}, async () => {
  const ownEvent = anEvent({ mayChange: true, capacity: 5 })
  serveEvent(ownEvent)
  const { user } = open('/events?id=7')
  await user.click(await screen.findByRole('button', { name: 'Fler val för eventet' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Ändra' }))
  const { date, time } = toStockholmTime(ownEvent.eventTime)
  expect((await screen.findByLabelText<HTMLInputElement>('Datum')).value).toBe(date)
  expect(screen.getByLabelText<HTMLInputElement>('Tid').value).toBe(time)
  await fill(user, 'Plats', 'Någon annanstans')
  await user.click(screen.getByRole('link', { name: /Bastu/ }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await user.click(dialog.getByRole('button', { name: 'Fortsätt skriva' }))
  const requests = onPost('events/7', respondWith(Event, { ...ownEvent, place: 'Någon annanstans' }))
  await user.click(screen.getByRole('button', { name: 'Spara' }))
  await waitFor(() => expect(requests[0]?.body).toMatchObject({ place: 'Någon annanstans', capacity: 5, date, time }))
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

test('the menu of an event offers the team to open a case, but not to cancel or edit it', async () => {
  startSession({ ...mira, memberLevel: 'ADMIN' })
  serveEvent(dinner)
  const { user } = open('/events?id=7')
  await user.click(await screen.findByRole('button', { name: 'Fler val för eventet' }))
  expect(await screen.findByRole('menuitem', { name: 'Öppna ett ärende' })).toBeTruthy()
  for (const name of ['Ställ in eventet', 'Ändra']) expect(screen.queryByRole('menuitem', { name })).toBeNull()
})

test('the calendar file is downloaded with the session', async () => {
  serveEvent(dinner)
  const requests = onGet('events/7.ics', respondWithText('BEGIN:VCALENDAR'))
  const blobs: Blob[] = []
  URL.createObjectURL = (blob) => {
    blobs.push(blob as Blob)
    return 'blob:calendar'
  }
  URL.revokeObjectURL = vi.fn()
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const { user } = open('/events?id=7')
  await user.click(await screen.findByRole('button', { name: 'Fler val för eventet' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Lägg i kalendern' }))
  await waitFor(() => expect(click).toHaveBeenCalledOnce())
  expect(requests[0]?.session).toContain(mira.sessionId)
  expect(await blobs[0]?.text()).toBe('BEGIN:VCALENDAR')
  click.mockRestore()
})

test('the secret calendar URL is created and revoked, and a failure to copy it shows a message', async () => {
  onGet('events/calendar', respondWith(CalendarFeed, { active: false, url: null }))
  onPost(
    'events/calendar',
    respondWith(CalendarFeed, { active: true, url: 'https://salong.test/api/v2/calendar/x.ics' }),
  )
  const revocations = onPost('events/calendar/end', respondEmpty)
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Prenumerera i kalendern' }))
  await user.click(await screen.findByRole('button', { name: 'Skapa adress' }))
  expect((await screen.findByLabelText<HTMLInputElement>('Adress')).value).toContain('/calendar/x.ics')
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('denied'))
  await user.click(screen.getByRole('button', { name: 'Kopiera' }))
  expect(await screen.findByText(/kunde inte kopieras/)).toBeTruthy()
  act(() => useToasts.setState({ queue: [] }))
  await user.click(screen.getByRole('button', { name: 'Sluta dela' }))
  expect(await screen.findByText('Adressen gäller inte längre.')).toBeTruthy()
  expect(revocations).toHaveLength(1)
})

test('a failed load shows an error, and a reconnect reloads the list', async () => {
  onGet('events/public', respondWithError(503, 'UNAVAILABLE', 'Det går inte just nu.'))
  onGet('events', respondWithError(503, 'UNAVAILABLE', 'Det går inte just nu.'))
  open()
  expect(await screen.findByText('Kunde inte läsa in event.', undefined, { timeout: 15_000 })).toBeTruthy()
  onGet('events/public', eventsResponse([dinner]))
  onGet('events', eventsResponse([]))
  act(() => setHubConnection(() => undefined))
  expect((await screen.findAllByRole('link', { name: /Höstmiddag/ })).length).toBe(1)
}, 30_000)
