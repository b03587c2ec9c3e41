import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { onPost, renderInApp, respondWithError, respondWithText } from '../testing.tsx'
import { setUpFreshDevice } from '../testing-hooks.ts'
import { RestoreAccountForm } from './RestoreAccountForm.tsx'

setUpFreshDevice()

test('the emailed link cancels the deletion on a button press, not on page load', async () => {
  const requests = onPost('members/undelete/:token', respondWithText('Välkommen tillbaka'))
  const { user } = renderInApp(<RestoreAccountForm token="a/b" />)
  expect(requests).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Behåll kontot' }))
  expect(await screen.findByText('Kontot är tillbaka. Nu kan du logga in som vanligt.')).toBeTruthy()
  expect(requests.map(({ path }) => path)).toEqual(['members/undelete/a%2Fb'])
  expect(screen.queryByRole('button', { name: 'Behåll kontot' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Till inloggningen' }).getAttribute('href')).toBe('/')
})

test('an invalid link shows an error and keeps the button', async () => {
  onPost('members/undelete/:token', respondWithError(400, 'INVALID_TOKEN', 'Biljetten är för gammal eller fel.'))
  const { user } = renderInApp(<RestoreAccountForm token="t" />)
  await user.click(screen.getByRole('button', { name: 'Behåll kontot' }))
  expect(await screen.findByText('Biljetten är för gammal eller fel.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Behåll kontot' })).toBeTruthy()
})
