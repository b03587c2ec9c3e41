import { Event } from '@app/contract/events'
import type { Group } from '@app/contract/groups'
import { fromStockholmTime, toStockholmTime } from '@app/contract/time/stockholm-time'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { anEvent } from '../events/fake-events.ts'
import { onGet, onPost, type renderInApp, respondWith } from '../testing.tsx'
import { open, sauna, serveEvent, setUpEvents } from './events-testing.tsx'

setUpEvents()

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
