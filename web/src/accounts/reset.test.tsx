import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { answersNothing, answersText, onGet, onPost, refuses, show } from '../testing.tsx'
import { freshDevice } from '../testing-hooks.ts'
import { NewPasswordForm } from './NewPasswordForm.tsx'
import { OperatorPage } from './OperatorPage.tsx'
import { ResetRequestForm } from './ResetRequestForm.tsx'
import { ResetSent } from './ResetSent.tsx'

freshDevice()

test('asking for a new password sends the address and says that the link lives two hours', async () => {
  const calls = onPost('members/send-pwd-reset/:email', answersNothing)
  const { user } = show(<ResetRequestForm />)
  await user.type(screen.getByLabelText('E-post'), 'mira+o@exempel.se')
  await user.click(screen.getByRole('button', { name: 'Skicka länken' }))
  await vi.waitFor(() => expect(screen.getByTestId('address').textContent).toContain('/reset-pwd/mail/'))
  expect(calls.map(({ path }) => path)).toEqual(['members/send-pwd-reset/mira%2Bo%40exempel.se'])
  show(<ResetSent email="mira+o@exempel.se" />)
  expect(screen.getByText(/två timmar/)).toBeTruthy()
})

test('an address that is none is not sent', async () => {
  const calls = onPost('members/send-pwd-reset/:email', answersNothing)
  const { user } = show(<ResetRequestForm />)
  await user.type(screen.getByLabelText('E-post'), 'mira')
  await user.click(screen.getByRole('button', { name: 'Skicka länken' }))
  expect(screen.getByText('Ogiltig e-postadress')).toBeTruthy()
  expect(calls).toEqual([])
})

test('the new password travels as plain text, and the way leads to the login', async () => {
  const calls = onPost('members/reset-pwd/:token', answersText('ok'))
  const { user } = show(<NewPasswordForm token="mailed/token" />, '/reset-pwd/token/mailed')
  await user.type(screen.getByLabelText('Nytt lösenord'), 'ett helt nytt')
  await user.click(screen.getByRole('button', { name: 'Spara lösenordet' }))
  await vi.waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/'))
  expect(calls).toMatchObject([{ path: 'members/reset-pwd/mailed%2Ftoken', body: 'ett helt nytt' }])
  expect(calls[0]?.contentType).toContain('text/plain')
  expect(screen.getByText('Lösenordet är bytt. Nu kan du logga in.')).toBeTruthy()
})

test('a password that is too short stays here', async () => {
  const calls = onPost('members/reset-pwd/:token', answersText('ok'))
  const { user } = show(<NewPasswordForm token="t" />)
  await user.type(screen.getByLabelText('Nytt lösenord'), 'kort')
  await user.click(screen.getByRole('button', { name: 'Spara lösenordet' }))
  expect(screen.getByText('Lösenordet ska ha mellan 8 och 128 tecken.')).toBeTruthy()
  expect(calls).toEqual([])
})

test('a link that is too old leads to a new one', async () => {
  onPost('members/reset-pwd/:token', refuses(400, 'INVALID_TOKEN', 'Länken är för gammal eller fel'))
  const { user } = show(<NewPasswordForm token="t" />)
  await user.type(screen.getByLabelText('Nytt lösenord'), 'ett helt nytt')
  await user.click(screen.getByRole('button', { name: 'Spara lösenordet' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Länken är för gammal eller fel')
  await user.click(screen.getByRole('link', { name: 'Be om en ny länk' }))
  expect(screen.getByTestId('address').textContent).toBe('/reset-pwd')
})

test("the operator's page is drawn from its Markdown, without HTML, pictures or links that run", async () => {
  const text =
    '# Villkor\n\n## Regler\n\n<img src=x onerror=alert(1)> ![spår](https://annan.se/x.png) [kör](javascript:alert(1)) [bra](https://bra.se)'
  onGet('pages/terms', answersText(text))
  const { container } = show(<OperatorPage name="terms" />)
  expect(await screen.findByRole('heading', { name: 'Regler' })).toBeTruthy()
  expect(screen.queryByText('Villkor')).toBeNull()
  expect(container.querySelector('.markdown img')).toBeNull()
  expect(screen.queryByRole('link', { name: 'kör' })).toBeNull()
  const link = screen.getByRole('link', { name: 'bra' })
  expect(link.getAttribute('href')).toBe('https://bra.se')
  expect(link.getAttribute('rel')).toBe('noopener nofollow noreferrer')
})

test("the operator's page can be tried again", async () => {
  onGet('pages/about', refuses(404, 'NOT_FOUND', 'Det finns inte, eller inte längre.'))
  const { user } = show(<OperatorPage name="about" />)
  await screen.findByRole('alert')
  onGet('pages/about', answersText('Om oss'))
  await user.click(screen.getByRole('button', { name: 'Försök igen' }))
  expect(await screen.findByText('Om oss')).toBeTruthy()
})
