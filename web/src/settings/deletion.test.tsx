import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { endSession, getSession, useSessionState } from '../lib/http/session.ts'
import { onPost, respondEmpty, respondWithError } from '../testing.tsx'
import { open, setUpSettings } from './settings-testing.tsx'

setUpSettings()

async function askToDelete(password: string) {
  const { user } = open()
  await user.type(screen.getByLabelText('Ditt lösenord'), password)
  await user.click(screen.getByRole('button', { name: 'Ta bort kontot' }))
  const confirmation = within(await screen.findByRole('alertdialog', { name: 'Ta bort kontot Mira?' }))
  return { user, confirmation }
}

test('deleting the account requires the password and a confirmation with the focus on the safe choice', async () => {
  const requests = onPost('members/delete', respondEmpty)
  const { user, confirmation } = await askToDelete('en lugn kväll')
  expect(document.activeElement).toBe(confirmation.getByRole('button', { name: 'Behåll kontot' }))
  expect(requests).toEqual([])
  await user.click(confirmation.getByRole('button', { name: 'Ta bort kontot' }))
  await vi.waitFor(() => expect(getSession()).toBeNull())
  expect(requests.map(({ body }) => body)).toEqual([{ password: 'en lugn kväll' }])
  expect(useSessionState.getState().ending).toBe('deleted')
})

test('deleting the account ends the session as `deleted`, even if the push arrives before the response', async () => {
  onPost('members/delete', () => {
    endSession('endedElsewhere')
    return respondEmpty()
  })
  const { user, confirmation } = await askToDelete('en lugn kväll')
  await user.click(confirmation.getByRole('button', { name: 'Ta bort kontot' }))
  await vi.waitFor(() => expect(useSessionState.getState().ending).toBe('deleted'))
})

test('canceling deletes nothing; a wrong password shows an error and keeps the session', async () => {
  const requests = onPost(
    'members/delete',
    respondWithError(400, 'VALIDATION', 'Fel.', [{ path: 'password', message: 'Lösenordet stämmer inte.' }]),
  )
  const { user, confirmation } = await askToDelete('fel')
  await user.click(confirmation.getByRole('button', { name: 'Behåll kontot' }))
  await vi.waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(requests).toEqual([])
  await user.click(await screen.findByRole('button', { name: 'Ta bort kontot' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Ta bort kontot' }))
  await vi.waitFor(() => expect(screen.getAllByText('Lösenordet stämmer inte.').length).toBeGreaterThan(1))
  expect(getSession()?.userName).toBe('Mira')
})

test('deleting the account without a password shows an error and no confirmation', async () => {
  const { user } = open()
  await user.click(screen.getByRole('button', { name: 'Ta bort kontot' }))
  expect(await screen.findByText('Skriv ditt lösenord.')).toBeTruthy()
  expect(screen.queryByRole('alertdialog')).toBeNull()
})
