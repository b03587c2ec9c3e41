import { Statement } from '@app/contract/safety/decisions'
import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { expect, test } from 'vitest'
import { aStatement } from '../../decisions/fake-decisions.ts'
import { onGet, onPost, renderInApp, respondEmpty, respondWith, respondWithError } from '../../testing.tsx'
import { setUpFreshDevice } from '../../testing-hooks.ts'
import { StatementPage } from './StatementPage.tsx'

setUpFreshDevice()

const TOKEN = 'a'.repeat(43)
const serve = (statement: Statement) => onGet(`statements/${TOKEN}`, respondWith(Statement, statement))
const open = () =>
  renderInApp(
    <Routes>
      <Route path="/statement/token/:token" element={<StatementPage />} />
      <Route path="*" element={null} />
    </Routes>,
    `/statement/token/${TOKEN}`,
  )

test('a link shows the statement without a login, and no button marks it as read', {
  tags: 'decisions.link',
}, async () => {
  serve(aStatement())
  open()
  const title = await screen.findByRole('heading', {
    name: 'Vi har tagit bort ett foto och ger dig en varning',
    level: 1,
  })
  expect(title).toBeTruthy()
  expect(screen.getByText('Sidan går att öppna utan inloggning till 13 juni 2099.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Jag har läst beslutet' })).toBeNull()
})

test('a link appeals without a login, and then shows the state', { tags: 'decisions.link' }, async () => {
  serve(aStatement())
  const appeals = onPost(`statements/${TOKEN}/appeal`, respondEmpty)
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Överklaga' }))
  await user.type(screen.getByRole('textbox', { name: 'Vad har vi missat?' }), 'Det är min syster.')
  serve(aStatement({ appeal: 'SENT', appealBy: null, appealWords: 'Det är min syster.' }))
  await user.click(screen.getByRole('button', { name: 'Skicka överklagan' }))
  expect(await screen.findByText('Vi har din överklagan. Svaret kommer här.')).toBeTruthy()
  expect(appeals.map(({ body }) => body)).toEqual([{ words: 'Det är min syster.' }])
  expect(screen.getByText('Det är min syster.')).toBeTruthy()
  expect(screen.getByText('Sidan går att öppna utan inloggning till 13 juni 2099.')).toBeTruthy()
})

test("the page is in the member's language until another one is chosen", async () => {
  serve(aStatement({ language: 'ENGLISH', disputeAddress: 'https://disputes.example' }))
  const { user } = open()
  expect(
    await screen.findByRole('heading', { name: 'We have removed a photo and are giving you a warning' }),
  ).toBeTruthy()
  const body = screen.getByRole('link', { name: 'certified dispute settlement body' })
  expect(body.getAttribute('href')).toBe('https://disputes.example')
  await user.click(screen.getByRole('radio', { name: 'Svenska' }))
  expect(screen.getByRole('button', { name: 'Överklaga' })).toBeTruthy()
})

test('a link that is no longer valid leads to the login', { tags: 'decisions.link-expired' }, async () => {
  onGet(`statements/${TOKEN}`, respondWithError(404, 'INVALID_TOKEN', 'Länken gäller inte.'))
  open()
  expect(await screen.findByRole('heading', { name: 'Länken gäller inte längre', level: 1 })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Till inloggningen' }).getAttribute('href')).toBe('/')
})
