import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { endSession, getSession, useSessionState } from '../lib/http/session.ts'
import { mira, onPost, respondEmpty } from '../testing.tsx'
import { open, setUpSettings } from './settings-testing.tsx'

setUpSettings()

test('other sessions have a logout button, the current one does not', async () => {
  const requests = onPost('sessions/:id/end', respondEmpty)
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Logga ut Safari, iPhone' }))
  await vi.waitFor(() => expect(screen.queryByText('Safari, iPhone')).toBeNull())
  expect(requests.map(({ path }) => path)).toEqual(['sessions/2/end'])
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
  expect(screen.getByText('Firefox, Windows')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Logga ut Firefox, Windows' })).toBeNull()
})

test('logging out everywhere asks for confirmation, with the focus on the safe choice', async () => {
  const requests = onPost('sessions/logout-everywhere', respondEmpty)
  const { user } = open()
  await user.click(screen.getByRole('button', { name: 'Logga ut överallt' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Logga ut överallt?' }))
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Avbryt' }))
  await user.keyboard('{Escape}')
  await vi.waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(requests).toEqual([])
  await user.click(await screen.findByRole('button', { name: 'Logga ut överallt' }))
  const reopened = within(await screen.findByRole('alertdialog'))
  await user.click(reopened.getByRole('button', { name: 'Logga ut överallt' }))
  await vi.waitFor(() => expect(getSession()).toBeNull())
  expect(requests).toMatchObject([{ session: `Bearer ${mira.sessionId}` }])
})

test('logging out everywhere ends the session as `loggedOut`, even if the push arrives before the response', async () => {
  onPost('sessions/logout-everywhere', () => {
    endSession('endedElsewhere')
    return respondEmpty()
  })
  const { user } = open()
  await user.click(screen.getByRole('button', { name: 'Logga ut överallt' }))
  const confirmation = within(await screen.findByRole('alertdialog'))
  await user.click(confirmation.getByRole('button', { name: 'Logga ut överallt' }))
  await vi.waitFor(() => expect(useSessionState.getState().ending).toBe('loggedOut'))
})

test('the logout on this device is requested without a dialog of the settings', async () => {
  const logOut = vi.fn()
  const { user } = open(logOut)
  await user.click(screen.getByRole('button', { name: 'Logga ut' }))
  expect(logOut).toHaveBeenCalledOnce()
})
