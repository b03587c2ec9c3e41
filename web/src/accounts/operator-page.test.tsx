import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { startSession } from '../lib/http/session.ts'
import { mira, onGet, renderInApp, respondWithError, respondWithText } from '../testing.tsx'
import { setUpFreshDevice } from '../testing-hooks.ts'
import { OperatorPage } from './OperatorPage.tsx'

setUpFreshDevice()

test('the operator page renders its Markdown without title, HTML, pictures, script links or protocol-relative links', async () => {
  const text =
    '# Villkor\n\n## Regler\n\n<img src=x onerror=alert(1)> ![spår](https://annan.se/x.png) [kör](javascript:alert(1)) [bra](https://bra.se) [formulär](/notice) [annan](//annan.se)'
  onGet('pages/terms', respondWithText(text))
  const { container } = renderInApp(<OperatorPage name="terms" title="Så gör vi" />)
  expect(await screen.findByRole('heading', { name: 'Regler' })).toBeTruthy()
  expect(screen.queryByText('Villkor')).toBeNull()
  expect(container.querySelector('.markdown img')).toBeNull()
  expect(screen.queryByRole('link', { name: 'kör' })).toBeNull()
  expect(screen.getByRole('link', { name: 'formulär' }).getAttribute('href')).toBe('/notice')
  expect(screen.queryByRole('link', { name: 'annan' })).toBeNull()
  const link = screen.getByRole('link', { name: 'bra' })
  expect(link.getAttribute('href')).toBe('https://bra.se')
  expect(link.getAttribute('rel')).toBe('noopener nofollow noreferrer')
})

test('the operator page offers a retry after a failure', async () => {
  onGet('pages/about', respondWithError(400, 'VALIDATION', 'Det finns inte, eller har tagits bort.'))
  const { user } = renderInApp(<OperatorPage name="about" title="Om huset" />)
  await screen.findByRole('alert')
  onGet('pages/about', respondWithText('Om oss'))
  await user.click(screen.getByRole('button', { name: 'Försök igen' }))
  expect(await screen.findByText('Om oss')).toBeTruthy()
})

test('the language switch loads the terms in the other language', async () => {
  const requests = onGet('pages/terms', respondWithText('Text'))
  const { user } = renderInApp(<OperatorPage name="terms" title="" />)
  await screen.findByText('Text')
  await user.click(screen.getByText('English'))
  expect(screen.getByRole('link', { name: 'Go to login' })).toBeTruthy()
  await screen.findByText('Text')
  expect(requests.map(({ language }) => language)).toEqual(['sv', 'en'])
})

test.each([
  ['a visitor', 'Till inloggningen', () => undefined],
  ['a member', 'Till chattarna', () => startSession(mira)],
])('the back link of %s is labeled %j and opens the start page', async (_, name, setUpSession) => {
  setUpSession()
  onGet('pages/about', respondWithText('Text'))
  const { user } = renderInApp(<OperatorPage name="about" title="" />, '/about')
  await screen.findByText('Text')
  await user.click(screen.getByRole('link', { name }))
  expect(screen.getByTestId('path').textContent).toBe('/')
})

test('the terms link to the page for notices', { tags: 'notices.links' }, async () => {
  onGet('pages/terms', respondWithText('Text'))
  renderInApp(<OperatorPage name="terms" title="" />)
  await screen.findByText('Text')
  expect(screen.getByRole('link', { name: 'Anmäl innehåll' }).getAttribute('href')).toBe('/notice')
})
