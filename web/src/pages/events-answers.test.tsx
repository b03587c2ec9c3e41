import { Event } from '@app/contract/events'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { anEvent, aParticipant } from '../events/fake-events.ts'
import { onEventChanged } from '../events/store.ts'
import { onGet, onPost, respondWith, respondWithError } from '../testing.tsx'
import { dinner, open, serveEvent, setUpEvents } from './events-testing.tsx'

setUpEvents()

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
    await waitFor(() => expect(within(group).getByRole('status').textContent).toBe(text))
    expect(answers.getByRole('button', { name: 'Lägg i kalendern' })).toBeTruthy()
    await user.click(answers.getByRole('button', { name: 'Se vilka som kommer' }))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Vilka som kommer' })))
    onPost('events/7/no-answer', respondWith(Event, anEvent()))
    await user.click(answers.getByRole('button', { name: 'Ångra svar' }))
    expect(await within(group).findByText('Svaret kan ändras fram till start.')).toBeTruthy()
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
  const listPressed = () => screen.getAllByRole('button', { pressed: true }).map(({ textContent }) => textContent)
  await waitFor(() => expect(listPressed()).toContain('Intresserad'))
  expect(attendButton.getAttribute('aria-pressed')).toBe('false')
})

test('undoing an answer keeps the focus on the answers', async () => {
  const coming = anEvent({ sessionResponse: 'YES' })
  serveEvent(coming)
  onPost('events/7/no-answer', respondWith(Event, { ...coming, sessionResponse: 'NO_ANSWER' }))
  const { user } = open('/events?id=7')
  await user.click(await screen.findByRole('button', { name: 'Ångra svar' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Ångra svar' })).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Jag kommer' }))
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
