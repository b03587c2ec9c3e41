import { SessionEntry } from '@app/contract/members/sessions'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { onGet, onPost, respondEmpty, respondWith, respondWithError } from '../testing.tsx'
import { currentSession, open, setUpSettings } from './settings-testing.tsx'

setUpSettings()

const findChangeButton = (name: string) => screen.findByRole('button', { name })

test('a requested email address is shown as pending, and can be canceled', async () => {
  const requests = onPost('members/email', respondEmpty)
  const cancels = onPost('members/email/cancel', respondEmpty)
  const { user } = open()
  expect(await screen.findByText('mira@exempel.se')).toBeTruthy()
  await user.click(await findChangeButton('Byt e-postadress'))
  expect(document.activeElement).toBe(screen.getByLabelText('Ny e-postadress'))
  await user.type(screen.getByLabelText('Ny e-postadress'), 'ny@exempel.se')
  await user.type(screen.getByLabelText('Nuvarande lösenord'), 'gul kanot 7')
  await user.click(screen.getByRole('button', { name: 'Skicka länken' }))
  expect(await screen.findByText('ny@exempel.se')).toBeTruthy()
  expect(requests.map(({ body }) => body)).toEqual([{ email: 'ny@exempel.se', password: 'gul kanot 7' }])
  expect(screen.getByText('mira@exempel.se')).toBeTruthy()
  const changeButton = await findChangeButton('Byt e-postadress')
  expect(document.activeElement).toBe(changeButton)
  await user.click(screen.getByRole('button', { name: 'Avbryt bytet' }))
  await vi.waitFor(() => expect(screen.queryByText('ny@exempel.se')).toBeNull())
  expect(cancels).toHaveLength(1)
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
})

test('an invalid email address is marked, and a rejected change keeps the form open with its input', async () => {
  const problem = { path: 'password', message: 'Lösenordet stämmer inte.' }
  onPost('members/email', respondWithError(400, 'VALIDATION', 'Fel.', [problem]))
  const { user } = open()
  await user.click(await findChangeButton('Byt e-postadress'))
  await user.type(screen.getByLabelText('Ny e-postadress'), 'inte en adress')
  await user.click(screen.getByRole('button', { name: 'Skicka länken' }))
  expect(screen.getByLabelText('Ny e-postadress').getAttribute('aria-invalid')).toBe('true')
  await user.clear(screen.getByLabelText('Ny e-postadress'))
  await user.type(screen.getByLabelText('Ny e-postadress'), 'ny@exempel.se')
  await user.type(screen.getByLabelText('Nuvarande lösenord'), 'fel')
  await user.click(screen.getByRole('button', { name: 'Skicka länken' }))
  await vi.waitFor(() => expect(screen.getAllByText('Lösenordet stämmer inte.').length).toBeGreaterThan(1))
  expect(screen.getByLabelText<HTMLInputElement>('Ny e-postadress').value).toBe('ny@exempel.se')
})

test('a new password that is too short is not sent; a valid one is sent with the current password and removes other devices from the list', async () => {
  const requests = onPost('members/password', () => {
    onGet('sessions', respondWith(z.array(SessionEntry), [currentSession]))
    return respondEmpty()
  })
  const { user } = open()
  expect(await screen.findByText('Safari, iPhone')).toBeTruthy()
  await user.click(await findChangeButton('Byt lösenord'))
  await user.type(screen.getByLabelText('Nuvarande lösenord'), 'gul kanot 7')
  await user.type(screen.getByLabelText('Nytt lösenord'), 'kort')
  await user.click(screen.getByRole('button', { name: 'Spara lösenordet' }))
  expect(requests).toEqual([])
  await user.type(screen.getByLabelText('Nytt lösenord'), ' men lång båt')
  await user.click(screen.getByRole('button', { name: 'Spara lösenordet' }))
  await vi.waitFor(() => expect(screen.queryByText('Safari, iPhone')).toBeNull())
  expect(requests.map(({ body }) => body)).toEqual([{ password: 'gul kanot 7', newPassword: 'kort men lång båt' }])
  expect(screen.queryByLabelText('Nytt lösenord')).toBeNull()
})

test('canceling a change closes the form and returns the focus', async () => {
  const { user } = open()
  await user.click(await findChangeButton('Byt lösenord'))
  await user.click(screen.getByRole('button', { name: 'Avbryt' }))
  expect(screen.queryByLabelText('Nytt lösenord')).toBeNull()
  const changeButton = await findChangeButton('Byt lösenord')
  expect(document.activeElement).toBe(changeButton)
})
