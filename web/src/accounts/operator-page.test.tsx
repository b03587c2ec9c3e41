import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { startSession } from '../lib/http/session.ts'
import { answersText, mira, onGet, refuses, show } from '../testing.tsx'
import { freshDevice } from '../testing-hooks.ts'
import { OperatorPage } from './OperatorPage.tsx'

freshDevice()

test('the operator page renders its Markdown without HTML, pictures or script links', async () => {
  const text =
    '# Villkor\n\n## Regler\n\n<img src=x onerror=alert(1)> ![spår](https://annan.se/x.png) [kör](javascript:alert(1)) [bra](https://bra.se)'
  onGet('pages/terms', answersText(text))
  const { container } = show(<OperatorPage name="terms" title="Så gör vi" />)
  expect(await screen.findByRole('heading', { name: 'Regler' })).toBeTruthy()
  expect(screen.queryByText('Villkor')).toBeNull()
  expect(container.querySelector('.markdown img')).toBeNull()
  expect(screen.queryByRole('link', { name: 'kör' })).toBeNull()
  const link = screen.getByRole('link', { name: 'bra' })
  expect(link.getAttribute('href')).toBe('https://bra.se')
  expect(link.getAttribute('rel')).toBe('noopener nofollow noreferrer')
})

test('the operator page offers a retry', async () => {
  onGet('pages/about', refuses(404, 'NOT_FOUND', 'Det finns inte, eller har tagits bort.'))
  const { user } = show(<OperatorPage name="about" title="Om huset" />)
  await screen.findByRole('alert')
  onGet('pages/about', answersText('Om oss'))
  await user.click(screen.getByRole('button', { name: 'Försök igen' }))
  expect(await screen.findByText('Om oss')).toBeTruthy()
})

test('the terms can be read in the other language', async () => {
  const calls = onGet('pages/terms', answersText('Text'))
  const { user } = show(<OperatorPage name="terms" title="" />)
  await screen.findByText('Text')
  await user.click(screen.getByText('English'))
  expect(screen.getByRole('link', { name: 'Go to login' })).toBeTruthy()
  await screen.findByText('Text')
  expect(calls.map(({ language }) => language)).toEqual(['sv', 'en'])
})

test.each([
  ['a visitor', 'Till inloggningen', () => undefined],
  ['a member', 'Till chattarna', () => startSession(mira)],
])('the back link leads %s to the page they came from', async (_, name, arrive) => {
  arrive()
  onGet('pages/about', answersText('Text'))
  const { user } = show(<OperatorPage name="about" title="" />, '/about')
  await screen.findByText('Text')
  await user.click(screen.getByRole('link', { name }))
  expect(screen.getByTestId('address').textContent).toBe('/')
})
