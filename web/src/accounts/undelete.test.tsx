import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answersText, onPost, refuses, show } from '../testing.tsx'
import { freshDevice } from '../testing-hooks.ts'
import { UndeleteForm } from './UndeleteForm.tsx'

freshDevice()

test('the mailed link cancels the deletion on a button press, not on page load', async () => {
  const calls = onPost('members/undelete/:token', answersText('Välkommen tillbaka'))
  const { user } = show(<UndeleteForm token="a/b" />)
  expect(calls).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Behåll kontot' }))
  expect(await screen.findByText('Kontot är tillbaka. Nu kan du logga in som vanligt.')).toBeTruthy()
  expect(calls.map(({ path }) => path)).toEqual(['members/undelete/a%2Fb'])
  expect(screen.queryByRole('button', { name: 'Behåll kontot' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Till inloggningen' }).getAttribute('href')).toBe('/')
})

test('an expired or used link shows an error', async () => {
  onPost('members/undelete/:token', refuses(400, 'INVALID_TOKEN', 'Biljetten är för gammal eller fel.'))
  const { user } = show(<UndeleteForm token="t" />)
  await user.click(screen.getByRole('button', { name: 'Behåll kontot' }))
  expect(await screen.findByText('Biljetten är för gammal eller fel.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Behåll kontot' })).toBeTruthy()
})
