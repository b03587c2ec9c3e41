import { Visitor } from '@app/contract/members/profiles'
import { act, screen, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { endSession, startSession } from '../lib/http/session.ts'
import { mira, onGet, onPost, renderInApp, respondEmpty, respondWith, respondWithError } from '../testing.tsx'
import { createDeferred } from '../testing-deferred.ts'
import { setUpFreshDevice } from '../testing-hooks.ts'
import { loadVisitors } from './store.ts'
import { OwnVisitors, VisitorsOf } from './VisitorsPanel.tsx'

setUpFreshDevice()
beforeAll(() => import('../ui/overlays/DialogBody.tsx'), 60_000)
beforeEach(() => startSession(mira))

const linn: Visitor = {
  userName: 'Linn och Erik',
  profilePhotoUrl: null,
  description: '',
  person1: { sex: 'FEMALE', yearOfBirth: 1989, orientation: 'BI' },
  person2: { sex: 'MALE', yearOfBirth: 1987, orientation: 'SECRET' },
  badges: ['VERIFIED'],
  hasNotes: true,
  kisses: 2,
  visitCount: 5,
  lastVisit: new Date().toISOString(),
}
const bo: Visitor = { ...linn, userName: 'Bo', person2: null, badges: [], hasNotes: false, kisses: 0, visitCount: 1 }

const visitorsResponse = (list: Visitor[]) => respondWith(z.array(Visitor), list)
const listRows = () => screen.getAllByRole('listitem')

test('each row shows name, visits, last visit and kisses, and links to the profile', {
  tags: 'visits.page-list',
}, async () => {
  const requests = onGet('profiles/visits/:name', visitorsResponse([linn, bo]))
  renderInApp(<OwnVisitors />)
  const row = within(await screen.findByRole('link', { name: /Linn och Erik/ }))
  expect(row.getByText(/Par, 36 bi och 38/)).toBeTruthy()
  expect(row.getByText('5 besök')).toBeTruthy()
  expect(row.getByText('2 kyssar')).toBeTruthy()
  expect(row.getByText('nu')).toBeTruthy()
  expect(row.getByRole('img', { name: 'Du har en anteckning' })).toBeTruthy()
  expect(screen.getByRole('link', { name: /Bo/ }).getAttribute('href')).toBe('/profile?name=Bo')
  expect(within(screen.getByRole('link', { name: /Bo/ })).queryByText(/kyss/)).toBeNull()
  expect(requests.map(({ path }) => path)).toEqual(['profiles/visits/Mira'])
})

test("a member's own list is cleared after a confirmation, and kept when the server rejects the request", async () => {
  onGet('profiles/visits/:name', visitorsResponse([linn, bo]))
  onPost('profiles/visits/clear', respondWithError(503, 'UNAVAILABLE', 'Det går inte just nu.'))
  const { user } = renderInApp(<OwnVisitors />)
  const clear = async () => {
    await user.click(await screen.findByRole('button', { name: 'Rensa listan' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Rensa listan över besökare?' }))
    expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Behåll' }))
    await user.click(dialog.getByRole('button', { name: 'Rensa listan' }))
    await vi.waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  }
  await clear()
  expect(await screen.findByText('Det går inte just nu.')).toBeTruthy()
  expect(listRows()).toHaveLength(2)
  const requests = onPost('profiles/visits/clear', respondEmpty)
  await clear()
  expect(await screen.findByRole('heading', { name: 'Inga besökare än' })).toBeTruthy()
  expect(requests).toHaveLength(1)
})

test('the list of another member cannot be cleared', async () => {
  const requests = onGet('profiles/visits/:name', visitorsResponse([bo]))
  renderInApp(<VisitorsOf name="Linn & Erik" />)
  expect(await screen.findByRole('link', { name: /Bo/ })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Rensa listan' })).toBeNull()
  expect(requests.map(({ path }) => path)).toEqual(['profiles/visits/Linn%20%26%20Erik'])
})

test('a hidden list shows a message and no retry button', async () => {
  onGet('profiles/visits/:name', respondWithError(403, 'FORBIDDEN', 'Det går inte att göra här.'))
  renderInApp(<VisitorsOf name="Bo" />)
  expect(await screen.findByText('Bo visar inte vilka som har tittat.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Försök igen' })).toBeNull()
})

test('a list that fails to load is retried with a button', async () => {
  onGet('profiles/visits/:name', respondWithError(429, 'TOO_MANY_REQUESTS', 'Det gick lite fort.'))
  const { user } = renderInApp(<VisitorsOf name="Bo" />)
  expect(await screen.findByText(/Det gick lite fort/)).toBeTruthy()
  onGet('profiles/visits/:name', visitorsResponse([]))
  await user.click(screen.getByRole('button', { name: 'Försök igen' }))
  expect(await screen.findByText('Du är först.')).toBeTruthy()
})

test('a list that arrives after a logout is not shown to the next member on the device', async () => {
  const response = createDeferred()
  const requests = onGet('profiles/visits/:name', () => response.promise.then(() => visitorsResponse([linn])()))
  const late = loadVisitors('Bo')
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  endSession('loggedOut')
  startSession({ ...mira, userName: 'Saga', sessionId: 'saga.session.token' })
  onGet('profiles/visits/:name', visitorsResponse([bo]))
  renderInApp(<VisitorsOf name="Bo" />)
  await screen.findByRole('link', { name: /Bo/ })
  response.resolve()
  await act(() => late)
  expect(screen.queryByRole('link', { name: /Linn/ })).toBeNull()
})

test('logging out clears the list of visitors', async () => {
  onGet('profiles/visits/:name', visitorsResponse([linn]))
  renderInApp(<VisitorsOf name="Bo" />)
  await screen.findByRole('link', { name: /Linn/ })
  endSession('loggedOut')
  await vi.waitFor(() => expect(screen.queryByRole('link', { name: /Linn/ })).toBeNull())
})
