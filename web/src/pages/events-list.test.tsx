import { Event } from '@app/contract/events'
import { PAGE_DEFAULT } from '@app/contract/limits'
import { act, cleanup, screen, within } from '@testing-library/react'
import { http } from 'msw'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { anEvent, twoDaysAgo } from '../events/fake-events.ts'
import { EMPTY } from '../events/state.ts'
import { loadEvents, loadMoreEvents, onEventChanged, saveEvent, useEvents } from '../events/store.ts'
import { publicToggle } from '../events/toggles.ts'
import { setHubConnection } from '../lib/realtime/hub-connection.ts'
import { onGet, onPost, respondWith, respondWithError } from '../testing.tsx'
import { skipRetryDelays } from '../testing-retries.ts'
import { server } from '../testing-server.ts'
import { dinner, eventsResponse, fridayEvent, open, setUpEvents } from './events-testing.tsx'

setUpEvents()

const listTitles = () => screen.getAllByRole('link', { name: /·/ }).map((row) => row.textContent)

test('a page of events that arrives after the list was reloaded does not change the list', async () => {
  const eventsFrom = (first: number) =>
    Array.from({ length: PAGE_DEFAULT }, (_, index) => anEvent({ id: String(first + index) }))
  const idsOf = (events: readonly Event[]) => events.map(({ id }) => id)
  const listShownIds = () => useEvents.getState().lists.get('public/coming')?.data?.ids
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
  expect(listShownIds()).toEqual(idsOf(eventsFrom(100)))
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
  const requests: string[] = []
  server.use(
    http.get('*/api/v2/events/public', ({ request }) => {
      if (!request.url.includes('older=true')) return undefined
      requests.push(request.url)
      return eventsResponse([pastEvent])()
    }),
  )
  onGet('events', eventsResponse([]))
  await user.click(screen.getByRole('button', { name: 'Visa äldre' }))
  expect(await screen.findByRole('heading', { name: 'Tidigare event' })).toBeTruthy()
  expect(listTitles().at(-1)).toContain('Kräftskiva')
  expect(requests).toContainEqual(expect.stringMatching(/events\/public\?older=true&limit=50$/))
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

test('a failed load shows an error, and a reconnect reloads the list', async () => {
  skipRetryDelays()
  onGet('events/public', respondWithError(503, 'UNAVAILABLE', 'Det går inte just nu.'))
  onGet('events', respondWithError(503, 'UNAVAILABLE', 'Det går inte just nu.'))
  open()
  expect(await screen.findByText('Kunde inte läsa in event.')).toBeTruthy()
  onGet('events/public', eventsResponse([dinner]))
  onGet('events', eventsResponse([]))
  act(() => setHubConnection(() => undefined))
  expect((await screen.findAllByRole('link', { name: /Höstmiddag/ })).length).toBe(1)
})
