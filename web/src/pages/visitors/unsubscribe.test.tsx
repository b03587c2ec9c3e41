import { createUnsubscribeToken } from '@app/contract/members/unsubscribe-tokens'
import { act, screen } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'
import { adoptLanguage } from '../../lib/text/language.ts'
import { onGet, onPost, renderInApp, respondEmpty, respondWithError } from '../../testing.tsx'
import { setUpFreshDevice } from '../../testing-hooks.ts'
import { UnsubscribePage } from './UnsubscribePage.tsx'

setUpFreshDevice()
afterEach(() => act(() => adoptLanguage('SWEDISH')))

const NAME = 'Ab0_-'.repeat(9).slice(0, 43)

const open = (path: string) =>
  renderInApp(
    <Routes>
      <Route path="unsubscribe/token/:token" element={<UnsubscribePage />} />
    </Routes>,
    path,
  )

test('the link asks for confirmation, and unsubscribes from its kind of email', async () => {
  onGet('app-config', respondEmpty)
  const requests = onPost('unsubscribe/:token', respondEmpty)
  const token = createUnsubscribeToken(NAME, 'NEWS')
  const { user } = open(`/unsubscribe/token/${token}`)
  expect(screen.getByText('Vill du sluta få mejl om nyheter?')).toBeTruthy()
  expect(requests).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Ja, sluta skicka' }))
  expect(await screen.findByText('Du får inga fler mejl om nyheter.')).toBeTruthy()
  expect(requests.map(({ path, body }) => [path, body])).toEqual([[`unsubscribe/${token}`, undefined]])
  expect(screen.queryByRole('button', { name: 'Ja, sluta skicka' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Till inställningarna' }).getAttribute('href')).toBe(
    '/myprofile?tab=settings&section=notifications',
  )
})

test('the page uses the language of the email', async () => {
  open(`/unsubscribe/token/${createUnsubscribeToken(NAME, 'CHATS')}?language=ENGLISH`)
  expect(await screen.findByText('Stop emails about unread messages and invites?')).toBeTruthy()
})

test('an invalid link shows an error when it is used', async () => {
  onPost('unsubscribe/:token', respondWithError(400, 'INVALID_TOKEN', 'Biljetten är för gammal eller fel.'))
  const { user } = open('/unsubscribe/token/wrong')
  await user.click(screen.getByRole('button', { name: 'Ja, sluta skicka' }))
  expect(await screen.findAllByText('Biljetten är för gammal eller fel.')).not.toEqual([])
})
