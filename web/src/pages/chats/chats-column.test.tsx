import { SharedEvent } from '@app/contract/events'
import { StoredNotes } from '@app/contract/members/profiles'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { setOnline } from '../../lib/device/online.ts'
import { startSession } from '../../lib/http/session.ts'
import { mira, onGet, onPost, respondEmpty, respondWith, respondWithError } from '../../testing.tsx'
import { openChat, rowOf, setUpChatsDevice, testState } from './chats-testing.tsx'

setUpChatsDevice()

const EVENT = {
  id: '7',
  title: 'Höstmiddag på Söder',
  place: 'Södermalm',
  eventTime: '2026-11-28T17:30:00.000Z',
  bothComing: true,
}

/** Simulates a screen with room for the column; serves the note about each member, and the shared event. */
function serveColumn(event: SharedEvent['event'] = null, note: string | null = null) {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('min-width'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  onGet('profiles/:name/notes', respondWith(StoredNotes, { notes: note }))
  return onGet('events/shared/:name', respondWith(SharedEvent, { event }))
}

const findColumn = async () => within(await screen.findByRole('complementary', { name: /^Om / }))
const getNote = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Privat anteckning' })
const findNote = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Privat anteckning' })

test('a wide screen shows the partner, the next shared event and the private note beside a chat', {
  tags: 'chats.page-column',
}, async () => {
  serveColumn(EVENT, 'Tål inte nötter.')
  await openChat(testState.chats.open('Linn'))
  const { getByRole, findByRole, getByText } = await findColumn()
  expect(getByRole('heading', { name: 'Linn' })).toBeTruthy()
  expect(getByText('Stockholm, Nacka')).toBeTruthy()
  expect(getByRole('link', { name: 'Visa profil' }).getAttribute('href')).toBe('/profile?name=Linn')
  const event = await findByRole('link', { name: /Höstmiddag på Söder/ })
  expect(event.getAttribute('href')).toBe('/events?id=7')
  expect(event.textContent).toContain('18:30 · Södermalm')
  expect(event.textContent).toContain('Ni kommer båda')
  expect(getByRole('heading', { name: 'Ni ses här' })).toBeTruthy()
  expect((await findNote()).value).toBe('Tål inte nötter.')
  expect(getByText('16/1000')).toBeTruthy()
})

test('without a shared event the column shows the note alone', async () => {
  serveColumn()
  await openChat(testState.chats.open('Linn'))
  await findNote()
  expect(screen.queryByRole('heading', { name: 'Ni ses här' })).toBeNull()
})

test('an event in which one of the two is only interested is not marked as attended by both', async () => {
  serveColumn({ ...EVENT, bothComing: false })
  await openChat(testState.chats.open('Linn'))
  expect((await screen.findByRole('link', { name: /Höstmiddag/ })).textContent).not.toContain('Ni kommer båda')
})

test('the note is shown if the shared event cannot be loaded', async () => {
  serveColumn()
  onGet('events/shared/:name', respondWithError(403, 'FORBIDDEN', 'Nej'))
  await openChat(testState.chats.open('Linn'))
  expect(await findNote()).toBeTruthy()
})

test('a note is saved while it is written, and a mark confirms it briefly', {
  tags: 'chats.page-note',
}, async () => {
  serveColumn()
  const requests = onPost('profiles/:name/notes', respondEmpty)
  const { user } = await openChat(testState.chats.open('Linn'))
  await user.type(await findNote(), 'Gillar båtar')
  const saved = await screen.findByText('Sparad nyss')
  expect(requests.at(-1)).toMatchObject({ path: 'profiles/Linn/notes', body: { notes: 'Gillar båtar' } })
  // jsdom supports only the prefixed event.
  fireEvent(saved, new Event('webkitAnimationEnd', { bubbles: true }))
  expect(screen.queryByText('Sparad nyss')).toBeNull()
})

test('opening another chat saves the note first, and shows the note about the other member', async () => {
  serveColumn()
  const requests = onPost('profiles/:name/notes', respondEmpty)
  testState.chats.open('Siv')
  const { user } = await openChat(testState.chats.open('Linn'))
  await user.type(await findNote(), 'Om Linn')
  await user.click(rowOf('Siv'))
  await waitFor(() =>
    expect(requests.at(-1)).toMatchObject({ path: 'profiles/Linn/notes', body: { notes: 'Om Linn' } }),
  )
  await screen.findByRole('complementary', { name: 'Om Siv' })
  expect((await findNote()).value).toBe('')
  expect(screen.queryByText('Sparad nyss')).toBeNull()
  await user.click(rowOf('Linn'))
  await waitFor(() => expect(getNote().value).toBe('Om Linn'))
})

test('opening a chat several times requests the note about the member once, and never their profile', async () => {
  serveColumn()
  const notes = onGet('profiles/:name/notes', respondWith(StoredNotes, { notes: 'Tål inte nötter.' }))
  const profiles = onGet('members/username/Linn', respondWithError(429, 'TOO_MANY_REQUESTS', 'Nej'))
  testState.chats.open('Siv')
  const { user } = await openChat(testState.chats.open('Linn'))
  await waitFor(() => expect(getNote().value).toBe('Tål inte nötter.'))
  for (const name of ['Siv', 'Linn']) {
    await user.click(rowOf(name))
    await screen.findByRole('complementary', { name: `Om ${name}` })
    await findNote()
  }
  expect(notes.map(({ path }) => path)).toEqual(['profiles/Linn/notes', 'profiles/Siv/notes'])
  expect(profiles).toEqual([])
})

test('a note that fails to save stays, with the reason and a button that retries', async () => {
  serveColumn()
  onPost('profiles/:name/notes', respondWithError(503, 'UNAVAILABLE', 'Det går inte just nu.'))
  const { user } = await openChat(testState.chats.open('Linn'))
  await user.type(await findNote(), 'Hej')
  await user.tab()
  const retry = await screen.findByRole('button', { name: 'Försök igen' })
  expect(screen.getByText('Inte sparad. Det går inte just nu.')).toBeTruthy()
  expect(getNote().value).toBe('Hej')
  const requests = onPost('profiles/:name/notes', respondEmpty)
  await user.click(retry)
  await waitFor(() => expect(requests.at(-1)?.body).toEqual({ notes: 'Hej' }))
})

test('a note written offline stays, and is saved once the member is online again', async () => {
  serveColumn()
  onPost('profiles/:name/notes', () => Response.error())
  const { user } = await openChat(testState.chats.open('Linn'))
  act(() => setOnline(false))
  await user.type(await findNote(), 'utan nät')
  await user.tab()
  expect(await screen.findByText('Sparas när du är online.')).toBeTruthy()
  expect(getNote().value).toBe('utan nät')
  const requests = onPost('profiles/:name/notes', respondEmpty)
  act(() => setOnline(true))
  await waitFor(() => expect(requests.at(-1)?.body).toEqual({ notes: 'utan nät' }))
})

test('a button retries a note that failed to load', async () => {
  serveColumn()
  onGet('profiles/:name/notes', respondWithError(403, 'FORBIDDEN', 'Nej'))
  const { user } = await openChat(testState.chats.open('Linn'))
  const retry = await screen.findByRole('button', { name: 'Försök igen' })
  serveColumn(null, 'Fanns hela tiden')
  await user.click(retry)
  expect((await findNote()).value).toBe('Fanns hela tiden')
})

test('the column beside the chat with the team has no profile link, event or note', async () => {
  const requests = serveColumn(EVENT)
  await openChat(testState.chats.open('Teamet'))
  const { getByRole, queryByRole } = await findColumn()
  expect(getByRole('heading', { name: 'Teamet' })).toBeTruthy()
  expect(queryByRole('link')).toBeNull()
  expect(queryByRole('textbox')).toBeNull()
  expect(requests).toEqual([])
})

test('an admin sees neither events nor a note beside a chat of the team', async () => {
  startSession({ ...mira, memberLevel: 'ADMIN' })
  const requests = serveColumn(EVENT)
  await openChat(testState.chats.open('Linn'))
  const { getByRole, queryByRole } = await findColumn()
  expect(getByRole('link', { name: 'Visa profil' })).toBeTruthy()
  expect(queryByRole('textbox')).toBeNull()
  expect(requests).toEqual([])
})
