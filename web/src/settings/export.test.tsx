import { FALLBACK_INTERVAL_MS } from '@app/contract/limits'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { setHubConnection } from '../lib/realtime/hub-connection.ts'
import { onGet, onPost, respondWithError } from '../testing.tsx'
import { onExportChanged } from './export.ts'
import { exportResponse, open, setUpSettings } from './settings-testing.tsx'

setUpSettings()

/** Accepts requests for an export, which is being prepared from then on. */
const onExportRequest = () =>
  onPost('members/export', () => {
    onGet('members/export', exportResponse('PREPARING'))
    return exportResponse('PREPARING')()
  })

test('an export is requested, offers a link when ready, and can be requested again after the download', async () => {
  const requests = onExportRequest()
  const { user } = open()
  await user.type(await screen.findByLabelText('Lösenord'), 'en lugn kväll{Enter}')
  expect(await screen.findByText(/Vi samlar ihop dina uppgifter/)).toBeTruthy()
  expect(requests.map(({ body }) => body)).toEqual([{ password: 'en lugn kväll' }])
  expect(screen.queryByLabelText('Lösenord')).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Samlar ihop…' })))
  expect(screen.getByRole('button', { name: 'Samlar ihop…' }).getAttribute('aria-disabled')).toBe('true')
  onGet('members/export', exportResponse('READY', '/media/export/abc'))
  window.dispatchEvent(new Event('focus'))
  const link = await screen.findByRole('link', { name: 'Hämta filen' })
  expect(link.getAttribute('href')).toBe('/media/export/abc')
  link.addEventListener('click', (event) => event.preventDefault())
  await user.click(link)
  expect(await screen.findByRole('button', { name: 'Be om mina uppgifter' })).toBeTruthy()
})

test('the export is polled only while disconnected from the hub, and reloaded on a push', async () => {
  setHubConnection(() => undefined)
  onTestFinished(() => setHubConnection(null))
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  onExportChanged()
  const requests = onGet('members/export', exportResponse('PREPARING'))
  open()
  expect(await screen.findByText(/Vi samlar ihop dina uppgifter/)).toBeTruthy()
  // Once when the page is shown, and once because the export may have become ready while disconnected.
  await waitFor(() => expect(requests).toHaveLength(2))
  await vi.advanceTimersByTimeAsync(10 * FALLBACK_INTERVAL_MS)
  expect(requests).toHaveLength(2)
  act(() => setHubConnection(null))
  await vi.advanceTimersByTimeAsync(FALLBACK_INTERVAL_MS)
  await waitFor(() => expect(requests).toHaveLength(3))
  onGet('members/export', exportResponse('READY', '/media/export/abc'))
  act(onExportChanged)
  expect(await screen.findByRole('link', { name: 'Hämta filen' })).toBeTruthy()
})

test('an export that another login requested has no link, and can be requested again with the password', async () => {
  onGet('members/export', exportResponse('READY'))
  const requests = onExportRequest()
  const { user } = open()
  expect(
    await screen.findByText(/^Filen är klar, men den kan bara hämtas i den inloggning där du bad om den\./),
  ).toBeTruthy()
  expect(screen.queryByText('Filen är klar. Den kan hämtas en gång.')).toBeNull()
  expect(screen.queryByRole('link', { name: 'Hämta filen' })).toBeNull()
  await user.type(screen.getByLabelText('Lösenord'), 'en lugn kväll{Enter}')
  expect(await screen.findByText(/Vi samlar ihop dina uppgifter/)).toBeTruthy()
  expect(requests.map(({ body }) => body)).toEqual([{ password: 'en lugn kväll' }])
})

test('a failed export is reported, and a rejected new request shows its error', async () => {
  onGet('members/export', exportResponse('FAILED'))
  onPost('members/export', respondWithError(429, 'TOO_MANY_REQUESTS', 'Det gick lite fort.'))
  const { user } = open()
  expect(await screen.findByText(/kunde inte samlas ihop/)).toBeTruthy()
  await user.type(screen.getByLabelText('Lösenord'), 'en lugn kväll')
  await user.click(screen.getByRole('button', { name: 'Be om mina uppgifter' }))
  expect(await screen.findByText('Det gick lite fort.')).toBeTruthy()
})

test('an export that fails again requires the password again, and the focus stays on the button', async () => {
  onGet('members/export', exportResponse('FAILED'))
  onExportRequest()
  const { user } = open()
  await user.type(await screen.findByLabelText('Lösenord'), 'en lugn kväll{Enter}')
  const button = await screen.findByRole('button', { name: 'Samlar ihop…' })
  await waitFor(() => expect(document.activeElement).toBe(button))
  onGet('members/export', exportResponse('FAILED'))
  act(onExportChanged)
  const password = await screen.findByLabelText<HTMLInputElement>('Lösenord')
  expect(password.value).toBe('')
  expect(screen.queryByText('Skriv ditt lösenord.')).toBeNull()
  expect(document.activeElement).toBe(button)
})

test('an export is not requested without the password, and a wrong one shows its error at the field', async () => {
  const requests = onPost(
    'members/export',
    respondWithError(400, 'VALIDATION', 'Fel.', [{ path: 'password', message: 'Lösenordet stämmer inte.' }]),
  )
  const { user } = open()
  const requestButton = await screen.findByRole('button', { name: 'Be om mina uppgifter' })
  await user.click(requestButton)
  expect(await screen.findByText('Skriv ditt lösenord.')).toBeTruthy()
  expect(requests).toEqual([])
  await user.type(screen.getByLabelText('Lösenord'), 'fel')
  await user.click(requestButton)
  await vi.waitFor(() => expect(screen.getAllByText('Lösenordet stämmer inte.').length).toBeGreaterThan(1))
  expect(screen.getByLabelText('Lösenord').getAttribute('aria-invalid')).toBe('true')
})
