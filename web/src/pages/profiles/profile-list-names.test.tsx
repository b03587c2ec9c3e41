import { MemberResponse } from '@app/contract/members/members'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { onGet, respondWith } from '../../testing.tsx'
import { createDeferred } from '../../testing-deferred.ts'
import { ownResponse } from '../../testing-members.ts'
import {
  aPage,
  encryptedResponse,
  findHitNames,
  findSummary,
  getChip,
  linn,
  listChipTexts,
  open,
  readLocation,
  serveHits,
  setUpProfileList,
} from './profile-list-testing.tsx'

setUpProfileList()

const getNameField = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Sök på namn' })

/** Simulates the width of a phone for components that use `matchMedia`. */
const simulatePhone = () =>
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: media === '(max-width: 43.75em)',
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))

test('part of a name finds members, and an empty name sends no request', {
  tags: 'search.page-by-name',
}, async () => {
  const requests = onGet('profiles/search-user-encrypted/:name', () => encryptedResponse([linn]))
  const { user } = open()
  expect(screen.getByRole('button', { name: 'Sök' }).hasAttribute('disabled')).toBe(true)
  await user.type(getNameField(), '  {Enter}')
  expect(requests).toEqual([])
  await user.type(getNameField(), 'linn & ')
  await user.click(screen.getByRole('button', { name: 'Sök' }))
  expect(await findHitNames()).toEqual(['Linn & Erik'])
  expect(requests.map(({ path }) => path)).toEqual(['profiles/search-user-encrypted/linn%20%26'])
  expect(screen.getByRole('heading', { name: 'Profiler med ”linn &” i namnet' })).toBeTruthy()
  expect(await findSummary('1 profil · mest lika namn först')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Nästa' })).toBeNull()
})

test('removing the name from a search returns to the search by criteria', async () => {
  onGet('profiles/search-user-encrypted/:name', () => encryptedResponse([linn]))
  serveHits(aPage(1, 3))
  const { user } = open('/profilelist?type=SINGLE_MALE&city=Lund&index=0')
  await findHitNames()
  await user.type(getNameField(), 'linn{Enter}')
  expect(await findHitNames()).toEqual(['Linn & Erik'])
  await user.click(getChip('Ta bort Namn: linn'))
  expect(await findHitNames()).toEqual(['Medlem 1', 'Medlem 2', 'Medlem 3'])
  expect(readLocation()).toBe('/profilelist?type=SINGLE_MALE&city=Lund&index=0')
  expect(getNameField().value).toBe('')
})

test('removing the name without a default search moves the focus to the heading of the empty state', async () => {
  onGet('profiles/search-user-encrypted/:name', () => encryptedResponse([linn]))
  const { user } = open('/profilelist?name=linn')
  await findHitNames()
  await user.click(getChip('Ta bort Namn: linn'))
  expect(readLocation()).toBe('/profilelist')
  const heading = await screen.findByRole('heading', { name: 'Du har inte sökt än.' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
})

test('removing the name before the profile is loaded moves the focus to the title, then to the heading of the hits', async () => {
  const response = createDeferred()
  const profile = { ...ownResponse({ lookingFor: ['MALES'], cities: ['Lund'] }), wantedAges: null }
  onGet('members/username/:name', () => response.promise.then(respondWith(MemberResponse, profile)))
  onGet('profiles/search-user-encrypted/:name', () => encryptedResponse([linn]))
  serveHits(aPage(1, 3))
  const title = document.body.appendChild(document.createElement('div'))
  const { user } = open('/profilelist?name=linn', { title, actions: null })
  await findHitNames()
  await user.click(getChip('Ta bort Namn: linn'))
  expect(document.activeElement).toBe(within(title).getByRole('heading'))
  response.resolve()
  expect(await findHitNames()).toEqual(['Medlem 1', 'Medlem 2', 'Medlem 3'])
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2, name: /^Män/ }))
  title.remove()
})

test('on a phone an icon opens the field for a name, and Escape closes it again', async () => {
  simulatePhone()
  onGet('profiles/search-user-encrypted/:name', () => encryptedResponse([linn]))
  serveHits(aPage(1, 3))
  const actions = document.body.appendChild(document.createElement('div'))
  const { user } = open('/profilelist?type=SINGLE_MALE&index=0', { title: null, actions })
  await findHitNames()
  const icon = within(actions).getByRole('button', { name: 'Sök på namn' })
  expect(screen.queryByRole('searchbox')).toBeNull()
  await user.click(icon)
  expect(document.activeElement).toBe(getNameField())
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('searchbox')).toBeNull()
  expect(document.activeElement).toBe(icon)
  await user.click(icon)
  await user.keyboard('linn{Enter}')
  expect(await findHitNames()).toEqual(['Linn & Erik'])
  expect(listChipTexts()).toEqual(['Namn: linn'])
  expect(document.activeElement?.textContent).toBe('Profiler med ”linn” i namnet')
  cleanup()
  actions.remove()
})
