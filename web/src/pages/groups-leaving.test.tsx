import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { leaveGroup } from '../groups/store.ts'
import { useToasts } from '../lib/feedback/toasts.ts'
import { onGet, onPost, respondEmpty, respondWithError } from '../testing.tsx'
import { skipRetryDelays } from '../testing-retries.ts'
import { findConfirmation, open, setUpGroups } from './groups-testing.tsx'

setUpGroups()

test('leaving a group asks for confirmation, and a member who does not own it cannot delete it', {
  tags: 'groups.page-leave',
}, async () => {
  const leaves = onPost('groups/3/leave', respondEmpty)
  const { user } = open('/groups?id=3')
  await user.click(await screen.findByRole('button', { name: 'Fler val för gruppen' }))
  expect(screen.queryByRole('menuitem', { name: 'Ta bort gruppen' })).toBeNull()
  await user.click(await screen.findByRole('menuitem', { name: 'Lämna gruppen' }))
  const confirmation = await findConfirmation()
  expect(document.activeElement).toBe(confirmation.getByRole('button', { name: 'Stanna kvar' }))
  await user.click(confirmation.getByRole('button', { name: 'Lämna gruppen' }))
  expect(await screen.findByText('Välj en grupp')).toBeTruthy()
  expect(useToasts.getState().queue.map(({ text }) => text)).toEqual(['Du har lämnat Höstmiddagar Stockholm.'])
  expect(screen.queryByRole('link', { name: /Höstmiddagar/ })).toBeNull()
  expect(leaves).toHaveLength(1)
})

test('leaving a group succeeds when only the count cannot be loaded afterwards', async () => {
  skipRetryDelays()
  onPost('client-logs', respondEmpty)
  onPost('groups/3/leave', respondEmpty)
  onGet('groups/count', respondWithError(503, 'UNAVAILABLE', 'Det går inte just nu.'))
  open('/groups?id=3')
  await screen.findByRole('button', { name: 'Fler val för gruppen' })
  await act(() => leaveGroup('3'))
  expect(await screen.findByText('Välj en grupp')).toBeTruthy()
})
