import { cleanup, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { renderInApp } from '../../testing.tsx'
import { setUpFreshDevice } from '../../testing-hooks.ts'
import { CityField } from './CityField.tsx'
import { CityPicker } from './CityPicker.tsx'

setUpFreshDevice()
afterEach(cleanup)

type CitiesProps = { as: typeof CityField | typeof CityPicker }

function Cities({ as: Control }: CitiesProps) {
  const [chosen, setChosen] = useState<readonly string[]>(['Lund', 'Solna', 'Ystad'])
  return <Control chosen={chosen} max={5} onChange={setChosen} />
}

const removeByKeyboard = async (user: ReturnType<typeof renderInApp>['user'], city: string) => {
  screen.getByRole('button', { name: `Ta bort ${city}` }).focus()
  await user.keyboard('{Enter}')
  expect(screen.queryByRole('button', { name: `Ta bort ${city}` })).toBeNull()
}

test.each([
  {
    name: 'the button that opens the list',
    as: CityField,
    last: () => screen.getByRole('button', { name: 'Välj orter' }),
  },
  { name: 'the search', as: CityPicker, last: () => screen.getByRole('searchbox', { name: 'Sök ort' }) },
])('removing a city moves the focus to the next one, else to the previous one, else to $name', async ({ as, last }) => {
  const { user } = renderInApp(<Cities as={as} />)
  await removeByKeyboard(user, 'Solna')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Ta bort Ystad' }))
  await removeByKeyboard(user, 'Ystad')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Ta bort Lund' }))
  await removeByKeyboard(user, 'Lund')
  expect(document.activeElement).toBe(last())
})
