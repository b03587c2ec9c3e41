import { ResetToken } from '@app/contract/members/members'
import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { expect, test } from 'vitest'
import { setLanguage } from '../../lib/text/language.ts'
import { onPost, renderInApp, respondEmpty, respondWith, respondWithError } from '../../testing.tsx'
import { setUpFreshDevice } from '../../testing-hooks.ts'
import { EmailTokenPage } from './EmailTokenPage.tsx'
import { EmailRevertPage, NewDevicePage } from './WarningLinkPages.tsx'

setUpFreshDevice()

const pages = (
  <Routes>
    <Route path="/email/token/:token" element={<EmailTokenPage />} />
    <Route path="/email-return/token/:token" element={<EmailRevertPage />} />
    <Route path="/new-device/token/:token" element={<NewDevicePage />} />
    <Route path="/reset-pwd/token/:token" element={<h1>Nytt lösenord</h1>} />
  </Routes>
)

test.each([
  ['SWEDISH', '/email/token/abc', 'members/email/confirm/:token', 'Bekräfta adressen', /Adressen är bytt/],
  ['ENGLISH', '/email/token/abc', 'members/email/confirm/:token', 'Confirm address', /Your address has been changed/],
  [
    'SWEDISH',
    '/email-return/token/abc',
    'members/email/return/:token',
    'Hämta tillbaka kontot',
    /din gamla adress igen/,
  ],
  ['ENGLISH', '/email-return/token/abc', 'members/email/return/:token', 'Get my account back', /its old address again/],
] as const)('in %s the link %s acts on a button press, not on load', async (language, link, path, button, done) => {
  setLanguage(language)
  const requests = onPost(path, respondEmpty)
  const { user } = renderInApp(pages, link)
  const actionButton = await screen.findByRole('button', { name: button })
  expect(requests).toEqual([])
  await user.click(actionButton)
  expect(await screen.findByText(done)).toBeTruthy()
  expect(requests.map((call) => call.path)).toEqual([path.replace(':token', 'abc')])
  expect(screen.queryByRole('button', { name: button })).toBeNull()
})

test('confirming an email address that another account uses shows an error', async () => {
  onPost(
    'members/email/confirm/:token',
    respondWithError(409, 'EMAIL_IN_USE', 'Det finns redan ett konto med den e-postadressen.'),
  )
  const { user } = renderInApp(pages, '/email/token/abc')
  await user.click(await screen.findByRole('button', { name: 'Bekräfta adressen' }))
  expect(await screen.findAllByText(/Det finns redan ett konto/)).not.toHaveLength(0)
  expect(screen.getByRole('button', { name: 'Bekräfta adressen' })).toBeTruthy()
})

test('the link about a new browser asks, then ends all logins and leads to a new password', {
  tags: 'new-device.page',
}, async () => {
  const requests = onPost('members/new-device/:token', respondWith(ResetToken, { token: 'xyz' }))
  const { user } = renderInApp(pages, '/new-device/token/abc')
  const button = await screen.findByRole('button', { name: 'Logga ut överallt' })
  expect(requests).toEqual([])
  await user.click(button)
  expect(await screen.findByRole('heading', { name: 'Nytt lösenord' })).toBeTruthy()
  expect(screen.getByTestId('path').textContent).toBe('/reset-pwd/token/xyz')
})
