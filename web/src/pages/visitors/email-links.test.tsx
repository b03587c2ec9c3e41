import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { expect, test } from 'vitest'
import { setLanguage } from '../../lib/text/language.ts'
import { answersNothing, onPost, refuses, show } from '../../testing.tsx'
import { freshDevice } from '../../testing-hooks.ts'
import { EmailReturnPage } from './EmailReturnPage.tsx'
import { EmailTokenPage } from './EmailTokenPage.tsx'

freshDevice()

const pages = (
  <Routes>
    <Route path="/email/token/:token" element={<EmailTokenPage />} />
    <Route path="/email-return/token/:token" element={<EmailReturnPage />} />
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
] as const)('in %s the link %s acts on a button press, not on load', async (language, address, path, button, done) => {
  setLanguage(language)
  const calls = onPost(path, answersNothing)
  const { user } = show(pages, address)
  const press = await screen.findByRole('button', { name: button })
  expect(calls).toEqual([])
  await user.click(press)
  expect(await screen.findByText(done)).toBeTruthy()
  expect(calls.map((call) => call.path)).toEqual([path.replace(':token', 'abc')])
  expect(screen.queryByRole('button', { name: button })).toBeNull()
})

test('shows that the address already has an account', async () => {
  onPost(
    'members/email/confirm/:token',
    refuses(409, 'EMAIL_IN_USE', 'Det finns redan ett konto med den e-postadressen.'),
  )
  const { user } = show(pages, '/email/token/abc')
  await user.click(await screen.findByRole('button', { name: 'Bekräfta adressen' }))
  expect(await screen.findAllByText(/Det finns redan ett konto/)).not.toHaveLength(0)
  expect(screen.getByRole('button', { name: 'Bekräfta adressen' })).toBeTruthy()
})
