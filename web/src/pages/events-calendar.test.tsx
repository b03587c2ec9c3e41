import { CalendarFeed } from '@app/contract/events'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useToasts } from '../lib/feedback/toasts.ts'
import { mira, onGet, onPost, respondEmpty, respondWith, respondWithText } from '../testing.tsx'
import { dinner, open, serveEvent, setUpEvents } from './events-testing.tsx'

setUpEvents()

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
