import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { setTheme } from '../lib/device/theme.ts'
import { getSession } from '../lib/http/session.ts'
import { onPost, respondEmpty } from '../testing.tsx'
import { emailPreferences, logOutDirectly, open, setUpSettings } from './settings-testing.tsx'

setUpSettings()

test('a new language applies immediately and is sent to the server', async () => {
  const requests = onPost('members/language', respondEmpty)
  const { user } = open()
  await user.click(screen.getByLabelText('English'))
  expect(await screen.findByRole('heading', { name: 'Privacy' })).toBeTruthy()
  expect(document.documentElement.lang).toBe('en')
  await vi.waitFor(() => expect(requests.map(({ body }) => body)).toEqual([{ language: 'ENGLISH' }]))
  expect(getSession()?.language).toBe('ENGLISH')
})

test('theme and discreet mode apply immediately and are stored on this device', async () => {
  const { user } = open()
  await user.click(screen.getByLabelText('Mörkt'))
  expect(document.documentElement.dataset.theme).toBe('dark')
  expect(localStorage.getItem('salong.theme')).toBe('dark')
  await user.click(screen.getByRole('switch', { name: 'Diskret läge' }))
  expect(document.documentElement.hasAttribute('data-discreet')).toBe(true)
  expect(localStorage.getItem('salong.discreet')).toBe('on')
  await user.click(screen.getByRole('switch', { name: 'Diskret läge' }))
  expect(document.documentElement.hasAttribute('data-discreet')).toBe(false)
  setTheme('device')
  expect(document.documentElement.dataset.theme).toBeUndefined()
})

test('the email settings show the stored choices and the limit of one email a day, and each switch changes only its own setting', {
  tags: 'settings.page-mail',
}, async () => {
  const emailProps = emailPreferences()
  const { user } = open(logOutDirectly, emailProps)
  expect(screen.getByText(/^Högst ett mejl om dagen/)).toBeTruthy()
  const chats = screen.getByRole<HTMLInputElement>('switch', { name: 'Olästa meddelanden och inbjudningar' })
  expect(chats.checked).toBe(true)
  await user.click(chats)
  await user.click(screen.getByRole('switch', { name: 'Nyheter' }))
  expect(emailProps.onChange.mock.calls).toEqual([
    ['wantsChatMail', false],
    ['wantsNewsMail', true],
  ])
})
