import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { endSession, startSession } from '../../lib/http/session.ts'
import { mira } from '../../testing.tsx'
import {
  aPage,
  findHitNames,
  getApplyButton,
  open,
  openFilter,
  readLocation,
  serveHits,
  serveOwnProfile,
  setUpProfileList,
  waitUntilFilterClosed,
} from './profile-list-testing.tsx'

setUpProfileList()

test('returning from a profile shows the hits immediately, and focuses the opened one', async () => {
  const requests = serveHits(aPage(1))
  const { user } = open('/profilelist?type=SINGLE_MALE&index=0')
  await findHitNames()
  await user.click(screen.getByRole('link', { name: /Medlem 7/ }))
  await user.click(await screen.findByRole('button', { name: 'Bakåt' }))
  expect(screen.getAllByRole('link', { name: /Medlem/ })).toHaveLength(24)
  expect(document.activeElement?.closest('li')?.dataset.hit).toBe('Medlem 7')
  expect(requests).toHaveLength(1)
})

test('unsubmitted values are restored until they are submitted or a new search starts', async () => {
  serveOwnProfile({ lookingFor: ['FEMALES'], cities: [] })
  serveHits(aPage(1))
  const { user } = open('/profilelist?type=SINGLE_MALE')
  const getPhotoCheckbox = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Bara med foto' })
  const getTypeRadio = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name })
  await findHitNames()
  await openFilter(user)
  await user.click(getPhotoCheckbox())
  await user.keyboard('{Escape}')
  await waitUntilFilterClosed()
  await user.click(screen.getByRole('link', { name: /Medlem 7/ }))
  await user.click(await screen.findByRole('button', { name: 'Bakåt' }))
  await openFilter(user)
  expect(getPhotoCheckbox().checked).toBe(true)
  cleanup()
  // Opens the page as the navigation does, whose link contains no search.
  open('/profilelist')
  await waitFor(() => expect(readLocation()).toContain('type=SINGLE_FEMALE'))
  await openFilter(user)
  expect(getPhotoCheckbox().checked).toBe(true)
  expect(getTypeRadio('Man').checked).toBe(true)
  await user.click(getApplyButton())
  await waitUntilFilterClosed()
  await findHitNames()
  cleanup()
  open('/profilelist')
  await findHitNames()
  await openFilter(user)
  expect(getPhotoCheckbox().checked).toBe(false)
  await user.click(getPhotoCheckbox())
  await user.keyboard('{Escape}')
  await waitUntilFilterClosed()
  await user.click(screen.getByRole('button', { name: 'Ny sökning' }))
  await screen.findByRole('dialog')
  expect(getPhotoCheckbox().checked).toBe(false)
  expect(getTypeRadio('Kvinna').checked).toBe(true)
})

test('logging out removes hits, unsubmitted values and scroll positions', async () => {
  const requests = serveHits(aPage(1))
  const { user } = open('/profilelist?type=SINGLE_MALE')
  await findHitNames()
  const filter = await openFilter(user)
  await user.click(filter.getByLabelText('Bara med foto'))
  cleanup()
  act(() => endSession('loggedOut'))
  expect(sessionStorage.getItem('salong.searchPlaces') ?? '[]').toBe('[]')
  startSession(mira)
  open('/profilelist?type=SINGLE_MALE')
  await findHitNames()
  expect(requests).toHaveLength(2)
  const reopened = await openFilter(user)
  expect(reopened.getByLabelText<HTMLInputElement>('Bara med foto').checked).toBe(false)
})
