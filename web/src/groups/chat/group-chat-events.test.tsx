import type { EventMinimalInfo } from '@app/contract/events'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fake, openGroup, setUpGroupChat } from './group-chat-testing.tsx'

setUpGroupChat()

const aDinner = (changes: Partial<EventMinimalInfo> = {}): EventMinimalInfo => ({
  eventId: '7',
  title: 'Höstmiddag på Söder',
  place: 'Södermalm',
  eventTime: '2027-01-22T17:30:00.000Z',
  cancelled: false,
  sessionResponse: 'NO_ANSWER',
  ...changes,
})

test("an event in a message shows its time, its venue and the member's response, and links to the event", async () => {
  fake.post('Siv och Tor', 'Välkomna', {
    eventMinimalInfo: aDinner({ sessionResponse: 'YES' }),
  })
  await openGroup()
  const event = screen.getByRole('link', { name: /Höstmiddag på Söder/ })
  expect(event.getAttribute('href')).toBe('/events?id=7')
  expect(event.textContent).toContain('18:30 · Södermalm · kommer')
})

test('a visible event updates when it is moved, answered on another device or canceled', async () => {
  const { id } = fake.post('Siv och Tor', 'Välkomna', { eventMinimalInfo: aDinner() })
  await openGroup()
  const event = () => screen.getByRole('link', { name: /Höstmiddag på Söder/ }).textContent
  fake.changeEvent(id, { place: 'Gamla stan', eventTime: '2027-01-22T18:15:00.000Z' })
  expect(event()).toContain('19:15 · Gamla stan')
  fake.answerEvent(id, 'YES')
  expect(event()).toContain('19:15 · Gamla stan · kommer')
  fake.changeEvent(id, { cancelled: true })
  expect(event()).toContain('Gamla stan · inställt')
})

test('a post loses the event that the team removes, and shows it again once it is restored', async () => {
  const { id } = fake.post('Siv och Tor', 'Välkomna', { eventMinimalInfo: aDinner({ sessionResponse: 'YES' }) })
  await openGroup()
  fake.setEvent(id, null)
  expect(screen.queryByRole('link', { name: /Höstmiddag på Söder/ })).toBeNull()
  fake.setEvent(id, aDinner({ sessionResponse: 'YES' }))
  expect(screen.getByRole('link', { name: /Höstmiddag på Söder/ }).textContent).toContain('Södermalm')
  fake.answerEvent(id, 'YES')
  expect(screen.getByRole('link', { name: /Höstmiddag på Söder/ }).textContent).toContain('Södermalm · kommer')
})
