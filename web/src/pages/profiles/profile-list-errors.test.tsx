import { cleanup, screen, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { onGet, onPost, respondEmpty, respondWithError } from '../../testing.tsx'
import { encryptHits } from '../../testing-hits.ts'
import { encryptedResponse, findHitNames, linn, open, serveHits, setUpProfileList } from './profile-list-testing.tsx'

setUpProfileList()

test('search hints that fail to load show a countdown, and a button requests them again', async () => {
  serveHits([])
  onPost('client-logs', respondEmpty)
  onPost('profiles/search-hints', respondWithError(503, 'UNAVAILABLE', 'Det går inte just nu.'))
  const { user } = open('/profilelist?type=SINGLE_MALE')
  expect(await screen.findByText('Prova fler orter eller ett bredare åldersspann.')).toBeTruthy()
  expect(await screen.findByText(/^Förslagen på andra sökningar kunde inte läsas in/)).toBeTruthy()
  expect(screen.getByText(/^Vi försöker igen om/)).toBeTruthy()
  onPost('profiles/search-hints', () => HttpResponse.json([{ drop: 'CITIES', hits: 12 }]))
  await user.click(screen.getByRole('button', { name: 'Försök igen' }))
  expect(await screen.findByRole('button', { name: 'Alla orter: 12 träffar' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Försök igen' })).toBeNull()
})

test.each([
  ['/profilelist?type=SINGLE_MALE', 'Profile search by filter'],
  ['/profilelist?name=linn', 'Profile search by name'],
])(
  'a rejected search shows the reason, is logged, and is retried with a button: %s',
  { tags: 'search.page-error' },
  async (path, logMessage) => {
    const logs = onPost('client-logs', respondEmpty)
    const rejection = respondWithError(400, 'VALIDATION', 'Det får du inte.')
    onPost('profiles/search-encrypted', rejection)
    onGet('profiles/search-user-encrypted/:name', rejection)
    const { user } = open(path)
    expect(screen.getByText('Söker', { selector: '[role="status"]' })).toBeTruthy()
    const alert = within(await screen.findByRole('alert'))
    expect(alert.getByRole('heading', { name: 'Sökningen gick inte' })).toBeTruthy()
    expect(alert.getByText(/Det får du inte/)).toBeTruthy()
    // A rejected search is not retried automatically.
    expect(alert.queryByText(/Vi försöker igen/)).toBeNull()
    await vi.waitFor(() => expect(logs.map(({ body }) => body)).toMatchObject([{ message: logMessage }]))
    serveHits([linn])
    onGet('profiles/search-user-encrypted/:name', () => encryptedResponse([linn]))
    await user.click(alert.getByRole('button', { name: 'Försök igen' }))
    expect(await findHitNames()).toEqual(['Linn & Erik'])
  },
)

test('a search shows the error of an invalid field, and announces a retry if the server is unavailable', async () => {
  onPost('client-logs', respondEmpty)
  const fields = [{ path: 'cities.0', message: 'Orten finns inte i listan.' }]
  onPost('profiles/search-encrypted', respondWithError(400, 'VALIDATION', 'Något stämmer inte.', fields))
  open('/profilelist?type=SINGLE_MALE')
  expect(await screen.findByText(/Orten finns inte i listan/)).toBeTruthy()
  cleanup()
  onPost('profiles/search-encrypted', respondWithError(503, 'UNAVAILABLE', 'Det går inte just nu.'))
  open('/profilelist?type=SINGLE_FEMALE')
  expect(await screen.findByText(/Vi försöker igen/)).toBeTruthy()
})

test('hits encrypted for another session show an error', async () => {
  onPost('client-logs', respondEmpty)
  onPost('profiles/search-encrypted', async () => HttpResponse.json(await encryptHits([linn], 'någon annans')))
  open('/profilelist?type=SINGLE_MALE')
  expect(await screen.findByText(/Servern gav ett svar som inte går att läsa/)).toBeTruthy()
})
