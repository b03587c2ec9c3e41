import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { onPost, renderInApp, respondEmpty, respondWithError, respondWithText } from '../../testing.tsx'
import { setUpFreshDevice } from '../../testing-hooks.ts'
import { NewPasswordForm } from './NewPasswordForm.tsx'
import { ResetRequestForm } from './ResetRequestForm.tsx'
import { ResetSent } from './ResetSent.tsx'

setUpFreshDevice()

test('requesting a new password sends the email address, and the page states that the link is valid for two hours', {
  tags: 'password.form-request',
}, async () => {
  const requests = onPost('members/send-pwd-reset/:email', respondEmpty)
  const { user } = renderInApp(<ResetRequestForm />)
  await user.type(screen.getByLabelText('E-post'), 'mira+o@exempel.se')
  await user.click(screen.getByRole('button', { name: 'Skicka länken' }))
  await vi.waitFor(() => expect(screen.getByTestId('path').textContent).toContain('/reset-pwd/mail/'))
  expect(requests.map(({ path }) => path)).toEqual(['members/send-pwd-reset/mira%2Bo%40exempel.se'])
  renderInApp(<ResetSent email="mira+o@exempel.se" />)
  expect(screen.getByText(/två timmar/)).toBeTruthy()
})

test('an invalid email address is not sent', { tags: 'password.form-invalid-email' }, async () => {
  const requests = onPost('members/send-pwd-reset/:email', respondEmpty)
  const { user } = renderInApp(<ResetRequestForm />)
  await user.type(screen.getByLabelText('E-post'), 'mira')
  await user.click(screen.getByRole('button', { name: 'Skicka länken' }))
  expect(screen.getByText('E-postadressen ser inte rätt ut.')).toBeTruthy()
  expect(requests).toEqual([])
})

test('the new password is sent as plain text, and the login page opens with a confirmation', {
  tags: 'password.form-new',
}, async () => {
  const requests = onPost('members/reset-pwd/:token', respondWithText('ok'))
  const { user } = renderInApp(<NewPasswordForm token="mailed/token" />, '/reset-pwd/token/mailed')
  await user.type(screen.getByLabelText('Nytt lösenord'), 'ett helt nytt')
  await user.click(screen.getByRole('button', { name: 'Spara lösenordet' }))
  await vi.waitFor(() => expect(screen.getByTestId('path').textContent).toBe('/'))
  expect(requests).toMatchObject([{ path: 'members/reset-pwd/mailed%2Ftoken', body: 'ett helt nytt' }])
  expect(requests[0]?.contentType).toContain('text/plain')
  expect(screen.getByText('Lösenordet är bytt. Nu kan du logga in.')).toBeTruthy()
})

test('a password that is too short is not sent', async () => {
  const requests = onPost('members/reset-pwd/:token', respondWithText('ok'))
  const { user } = renderInApp(<NewPasswordForm token="t" />)
  await user.type(screen.getByLabelText('Nytt lösenord'), 'kort')
  await user.click(screen.getByRole('button', { name: 'Spara lösenordet' }))
  expect(screen.getByText('Lösenordet ska ha mellan 8 och 128 tecken.')).toBeTruthy()
  expect(requests).toEqual([])
})

test('an expired link offers to request a new one', async () => {
  onPost('members/reset-pwd/:token', respondWithError(400, 'INVALID_TOKEN', 'Länken gäller inte längre'))
  const { user } = renderInApp(<NewPasswordForm token="t" />)
  await user.type(screen.getByLabelText('Nytt lösenord'), 'ett helt nytt')
  await user.click(screen.getByRole('button', { name: 'Spara lösenordet' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Länken gäller inte längre')
  await user.click(screen.getByRole('link', { name: 'Be om en ny länk' }))
  expect(screen.getByTestId('path').textContent).toBe('/reset-pwd')
})
