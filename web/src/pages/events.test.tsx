import { CalendarFeed, Event, EventAccess, EventParticipant } from '@app/contract/events'
import { Group } from '@app/contract/groups'
import { PAGE_DEFAULT } from '@app/contract/limits'
import { toStockholmTime } from '@app/contract/time/stockholm-time'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Link } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { anEvent, aParticipant, past } from '../events/fake-events.ts'
import { onEventChanged } from '../events/store.ts'
import { useToasts } from '../lib/feedback/toasts.ts'
import { startSession } from '../lib/http/session.ts'
import { setLink } from '../lib/navigation/link.ts'
import { answers, answersNothing, answersText, mira, onGet, onPost, refuses, show } from '../testing.tsx'
import { freshDevice } from '../testing-hooks.ts'
import { EventsPage } from './EventsPage.tsx'

freshDevice()
beforeAll(
  () =>
    Promise.all([
      import('../ui/overlays/DialogBody.tsx'),
      import('../ui/overlays/MenuPopover.tsx'),
    ]) as Promise<unknown> as Promise<void>,
  60_000,
)

const dinner = anEvent()
const jazz = anEvent({ id: '8', title: 'Fredagshäng', paidEvent: false, sessionResponse: 'MAYBE', place: 'Vasastan' })
const sauna = anEvent({ id: '9', title: 'Bastu och brasa', groupId: '3', groupName: 'Naturvänner' })

const events = (list: Event[]) => answers(z.array(Event), list)
const isHeld = (event: Event, participants: EventParticipant[] = []) => {
  onGet('events/public', events([event]))
  onGet(`events/${event.id}`, answers(Event, event))
  onGet(`events/${event.id}/participants`, answers(z.array(EventParticipant), participants))
}

beforeEach(() => {
  startSession(mira)
  onGet('events/public', events([dinner, jazz]))
  onGet('events', events([sauna, jazz]))
  onGet('groups/admin', answers(z.array(Group), []))
})
afterEach(() => {
  cleanup()
  setLink(null)
})

const titles = () => screen.getAllByRole('link', { name: /·/ }).map((row) => row.textContent)
const open = (address = '/events') =>
  show(
    <>
      <Link to="/chats">Chatt</Link>
      <EventsPage />
    </>,
    address,
  )

test('the list shows public events and those of my groups, each once, with my answer', {
  tags: 'events.page-list',
}, async () => {
  open()
  expect(await screen.findByRole('link', { name: /Bastu och brasa/ })).toBeTruthy()
  const fridays = screen.getAllByRole('link', { name: /Fredagshäng/ })
  expect(fridays).toHaveLength(1)
  expect(within(fridays[0]!).getByText('Intresserad')).toBeTruthy()
  expect(within(fridays[0]!).getByText('För alla')).toBeTruthy()
  expect(within(screen.getByRole('link', { name: /Bastu/ })).getByText('Naturvänner')).toBeTruthy()
  expect(fridays[0]?.getAttribute('href')).toBe('/events?id=8')
})

test('the toggles select public and group events, and add past ones, newest first', {
  tags: 'events.page-toggles',
}, async () => {
  onGet('events/public', () => events([dinner])())
  const { user } = open()
  await screen.findByRole('link', { name: /Bastu/ })
  await user.click(screen.getByRole('button', { name: 'För alla' }))
  expect(screen.queryByRole('link', { name: /Höstmiddag/ })).toBeNull()
  expect(screen.getByRole('link', { name: /Bastu/ })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'För alla' }))
  const had = anEvent({ id: '1', title: 'Kräftskiva', eventTime: past() })
  const calls = onGet('events/public', events([had]))
  onGet('events', events([]))
  await user.click(screen.getByRole('button', { name: 'Visa äldre' }))
  expect(await screen.findByRole('heading', { name: 'Tidigare event' })).toBeTruthy()
  expect(titles().at(-1)).toContain('Kräftskiva')
  expect(calls.map(({ path }) => path)).toContain('events/public?older=true&limit=50')
  await user.click(screen.getByRole('button', { name: 'Visa äldre' }))
  expect(screen.queryByRole('link', { name: /Kräftskiva/ })).toBeNull()
})

test('loading the next page moves the focus to its first row', async () => {
  const page = Array.from({ length: PAGE_DEFAULT }, (_, at) => anEvent({ id: String(100 + at), title: `Träff ${at}` }))
  onGet('events/public', events(page))
  const { user } = open()
  const more = await screen.findByRole('button', { name: 'Visa fler' })
  const calls = onGet(
    'events/public',
    events([anEvent({ id: '900', title: 'Sist', eventTime: '2039-07-05T16:30:00.000Z' })]),
  )
  await user.click(more)
  const next = await screen.findByRole('link', { name: /Sist/ })
  expect(calls).toHaveLength(1)
  expect(document.activeElement).toBe(next)
  expect(screen.queryByRole('button', { name: 'Visa fler' })).toBeNull()
})

test('an event shows its time in Sweden and its venue, and an answer shows at once and is sent', {
  tags: 'events.page-answer',
}, async () => {
  isHeld(anEvent({ eventTime: '2031-07-05T16:30:00.000Z' }), [aParticipant('Jakob-83', { badges: ['VERIFIED'] })])
  const { user } = open('/events?id=7')
  expect(await screen.findAllByText('Lördag 5 juli 2031, 18:30')).not.toHaveLength(0)
  expect((await screen.findByText('levande ljus')).tagName).toBe('STRONG')
  expect(await screen.findByRole('link', { name: /Jakob-83/ })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Ångra svar' })).toBeNull()
  const answer = anEvent({ sessionResponse: 'YES', coming: 2 })
  const calls = onPost('events/7/attending', answers(Event, answer))
  await user.click(screen.getByRole('button', { name: 'Jag kommer' }))
  expect(screen.getByRole('button', { name: 'Jag kommer' }).getAttribute('aria-pressed')).toBe('true')
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(screen.getByRole('button', { name: 'Ångra svar' })).toBeTruthy()
})

test('the last of several rapid answers wins', async () => {
  isHeld(anEvent())
  const posted: string[] = []
  const on = (path: string, sessionResponse: 'YES' | 'MAYBE') =>
    onPost(`events/7/${path}`, () => {
      posted.push(path)
      return answers(Event, anEvent({ sessionResponse }))()
    })
  on('attending', 'YES')
  on('interested', 'MAYBE')
  open('/events?id=7')
  const yes = await screen.findByRole('button', { name: 'Jag kommer' })
  fireEvent.click(yes)
  fireEvent.click(screen.getByRole('button', { name: 'Intresserad' }))
  await waitFor(() => expect(posted).toEqual(['attending', 'interested']))
  const pressed = () => screen.getAllByRole('button', { pressed: true }).map(({ textContent }) => textContent)
  await waitFor(() => expect(pressed()).toContain('Intresserad'))
  expect(yes.getAttribute('aria-pressed')).toBe('false')
})

test('undoing an answer keeps the focus on the answers', async () => {
  const coming = anEvent({ sessionResponse: 'YES' })
  isHeld(coming)
  onPost('events/7/no-answer', answers(Event, { ...coming, sessionResponse: 'NO_ANSWER' }))
  const { user } = open('/events?id=7')
  await user.click(await screen.findByRole('button', { name: 'Ångra svar' }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Jag kommer' }))
  expect(screen.queryByRole('button', { name: 'Ångra svar' })).toBeNull()
})

test('a rejected answer is rolled back with a message', async () => {
  isHeld(dinner)
  onPost('events/7/interested', refuses(409, 'CONFLICT', 'Eventet är inställt.'))
  const { user } = open('/events?id=7')
  await user.click(await screen.findByRole('button', { name: 'Intresserad' }))
  expect(await screen.findByText('Eventet är inställt.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Intresserad' }).getAttribute('aria-pressed')).toBe('false')
})

test('a full event offers the queue, shows my position in it, and reports when I get a seat', async () => {
  const full = anEvent({ capacity: 10, coming: 10, waiting: 2 })
  isHeld(full)
  const { user } = open('/events?id=7')
  expect(await screen.findByText(/Alla tio platser är tagna/)).toBeTruthy()
  onPost('events/7/attending', answers(Event, { ...full, waiting: 3, waitingPlace: 3 }))
  await user.click(screen.getByRole('button', { name: 'Ställ mig i kön' }))
  expect(await screen.findByText(/^Plats 3 i kön\./)).toBeTruthy()
  const { sessionResponse: _, waitingPlace: __, mayChange: ___, ...info } = full
  const mine = { sessionResponse: 'YES', waitingPlace: null, mayChange: false } as const
  act(() => onEventChanged({ type: 'event:changed', change: 'SEAT', event: info, mine }))
  expect(await screen.findByText('Du har fått en plats på Höstmiddag på Söder.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Jag kommer' }).getAttribute('aria-pressed')).toBe('true')
})

test('hidden names are counted, and the host sees the queue', async () => {
  isHeld(anEvent({ participantsShownTo: 'HOST', coming: 4 }))
  onGet('events/7/participants', refuses(403, 'FORBIDDEN', 'Det går inte att göra här.'))
  open('/events?id=7')
  expect(await screen.findByText('Bara värden ser vilka som kommer.')).toBeTruthy()
  cleanup()
  const own = anEvent({ participantsShownTo: 'HOST', coming: 1, waiting: 1, mayChange: true })
  isHeld(own, [aParticipant('Siv'), aParticipant('Bo', { response: 'NO_ANSWER', waitingPlace: 1 })])
  open('/events?id=7')
  expect(await screen.findByRole('heading', { name: 'I kön' })).toBeTruthy()
  expect(screen.getByRole('link', { name: /Bo/ })).toBeTruthy()
})

test('an event of a foreign group links to the group only if it is open', async () => {
  onGet('events/70', refuses(403, 'FORBIDDEN', 'Det går inte att göra här.'))
  onGet('events/70/access', answers(EventAccess, { tag: 'OPEN_GROUP', value: '3' }))
  open('/events?id=70')
  expect((await screen.findByRole('link', { name: 'Till gruppen' })).getAttribute('href')).toBe('/groups?id=3')
  cleanup()
  onGet('events/70/access', answers(EventAccess, { tag: 'NO_ACCESS', value: null }))
  open('/events?id=70')
  expect(await screen.findByText('Bara för gruppens medlemmar')).toBeTruthy()
})

test('a missing event shows a message', { tags: 'events.page-missing' }, async () => {
  onGet('events/70', refuses(404, 'NOT_FOUND', 'Det finns inte.'))
  open('/events?id=70')
  expect(await screen.findByText('Eventet finns inte, eller har tagits bort.')).toBeTruthy()
})

test('a canceled or past event accepts no answers', async () => {
  isHeld(anEvent({ cancelled: true }))
  open('/events?id=7')
  expect(await screen.findByText('Eventet är inställt.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Jag kommer' })).toBeNull()
  cleanup()
  isHeld(anEvent({ eventTime: past(), mayChange: true }))
  const { user } = open('/events?id=7')
  expect(await screen.findByText('Eventet har varit.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Fler val för eventet' }))
  expect(screen.queryByRole('menuitem', { name: 'Ändra' })).toBeNull()
})

const fill = async (user: ReturnType<typeof show>['user'], label: string, text: string) => {
  const field = screen.getByLabelText(label)
  await user.clear(field)
  await user.type(field, text)
}

test('an incomplete form shows the error at each field, also for a time in the past', {
  tags: 'events.page-errors',
}, async () => {
  const { user } = open('/events?new=1')
  await user.click(await screen.findByRole('button', { name: 'Skapa event' }))
  for (const words of [
    'Skriv en rubrik.',
    'Välj ett datum.',
    'Välj en tid.',
    'Skriv en plats.',
    'Skriv en beskrivning.',
  ])
    expect(screen.getByText(words)).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Rubrik'))
  await fill(user, 'Datum', '2024-01-01')
  await fill(user, 'Tid', '12:00')
  expect(screen.getByText('Eventet måste ligga i framtiden.')).toBeTruthy()
  await fill(user, 'Datum', '2031-03-30')
  await fill(user, 'Tid', '02:30')
  expect(screen.getByText('Den tiden finns inte. Kontrollera datum och klockslag.')).toBeTruthy()
  await fill(user, 'Antal platser', '0')
  await user.tab()
  expect(screen.getByText(/ett helt tal mellan 1 och 10\s000/)).toBeTruthy()
})

test('a new event is for all members, or for a group that I administer, and is then shown', {
  tags: 'events.page-create',
}, async () => {
  const group = { groupId: '3', groupName: 'Naturvänner' } as Group
  onGet('groups/admin', answers(z.array(z.looseObject({})), [group]))
  const calls = onPost('events/groups/3', answers(Event, sauna, 201))
  isHeld(sauna)
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
  expect(calls[0]?.body).toEqual({
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

test('editing starts from the stored values in Swedish time, and leaving asks for confirmation', {
  tags: 'events.page-edit',
}, async () => {
  const own = anEvent({ mayChange: true, capacity: 5 })
  isHeld(own)
  const { user } = open('/events?id=7')
  await user.click(await screen.findByRole('button', { name: 'Fler val för eventet' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Ändra' }))
  const { date, time } = toStockholmTime(own.eventTime)
  expect((await screen.findByLabelText<HTMLInputElement>('Datum')).value).toBe(date)
  expect(screen.getByLabelText<HTMLInputElement>('Tid').value).toBe(time)
  await fill(user, 'Plats', 'Någon annanstans')
  await user.click(screen.getByRole('link', { name: /Bastu/ }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await user.click(dialog.getByRole('button', { name: 'Fortsätt skriva' }))
  const calls = onPost('events/7', answers(Event, { ...own, place: 'Någon annanstans' }))
  await user.click(screen.getByRole('button', { name: 'Spara' }))
  await waitFor(() => expect(calls[0]?.body).toMatchObject({ place: 'Någon annanstans', capacity: 5, date, time }))
})

test('canceling an event asks for confirmation', async () => {
  isHeld(anEvent({ mayChange: true }))
  const calls = onPost('events/7/delete', answersNothing)
  const { user } = open('/events?id=7')
  await user.click(await screen.findByRole('button', { name: 'Fler val för eventet' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Ställ in' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Ställa in Höstmiddag på Söder?' }))
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Behåll' }))
  await user.click(dialog.getByRole('button', { name: 'Ställ in' }))
  expect(await screen.findByText('Höstmiddag på Söder är inställt.')).toBeTruthy()
  expect(calls).toHaveLength(1)
})

test('the team can cancel an event, but not edit it', async () => {
  startSession({ ...mira, memberLevel: 'ADMIN' })
  isHeld(dinner)
  const { user } = open('/events?id=7')
  await user.click(await screen.findByRole('button', { name: 'Fler val för eventet' }))
  expect(await screen.findByRole('menuitem', { name: 'Ställ in' })).toBeTruthy()
  expect(screen.queryByRole('menuitem', { name: 'Ändra' })).toBeNull()
})

test('the calendar file is downloaded with the login', async () => {
  isHeld(dinner)
  const calls = onGet('events/7.ics', answersText('BEGIN:VCALENDAR'))
  const made: Blob[] = []
  URL.createObjectURL = (blob) => {
    made.push(blob as Blob)
    return 'blob:calendar'
  }
  URL.revokeObjectURL = vi.fn()
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const { user } = open('/events?id=7')
  await user.click(await screen.findByRole('button', { name: 'Fler val för eventet' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Lägg i kalendern' }))
  await waitFor(() => expect(click).toHaveBeenCalledOnce())
  expect(calls[0]?.session).toContain(mira.sessionId)
  expect(await made[0]?.text()).toBe('BEGIN:VCALENDAR')
  click.mockRestore()
})

test('the secret calendar URL is created, shown once, and revoked', async () => {
  onGet('events/calendar', answers(CalendarFeed, { active: false, url: null }))
  onPost('events/calendar', answers(CalendarFeed, { active: true, url: 'https://salong.test/api/v2/calendar/x.ics' }))
  const ends = onPost('events/calendar/end', answersNothing)
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Prenumerera i kalendern' }))
  await user.click(await screen.findByRole('button', { name: 'Skapa adress' }))
  expect((await screen.findByLabelText<HTMLInputElement>('Adress')).value).toContain('/calendar/x.ics')
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('refused'))
  await user.click(screen.getByRole('button', { name: 'Kopiera' }))
  expect(await screen.findByText(/kunde inte kopieras/)).toBeTruthy()
  act(() => useToasts.setState({ queue: [] }))
  await user.click(screen.getByRole('button', { name: 'Sluta dela' }))
  expect(await screen.findByText('Adressen gäller inte längre.')).toBeTruthy()
  expect(ends).toHaveLength(1)
})

test('a failed load shows an error, and a reconnect reloads the list', async () => {
  onGet('events/public', refuses(503, 'UNAVAILABLE', 'Det går inte just nu.'))
  onGet('events', refuses(503, 'UNAVAILABLE', 'Det går inte just nu.'))
  open()
  expect(await screen.findByText('Kunde inte läsa in event.', undefined, { timeout: 15_000 })).toBeTruthy()
  onGet('events/public', events([dinner]))
  onGet('events', events([]))
  act(() => setLink(() => undefined))
  expect((await screen.findAllByRole('link', { name: /Höstmiddag/ })).length).toBe(1)
}, 30_000)
