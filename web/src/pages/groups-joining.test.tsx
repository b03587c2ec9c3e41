import { Group } from '@app/contract/groups'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aGroup } from '../groups/fake-groups.ts'
import { onGet, onPost, respondWith } from '../testing.tsx'
import { dinners, groupsResponse, open, serveGroup, setUpGroups, walkers } from './groups-testing.tsx'

setUpGroups()

test('joining opens the chat of the group and focuses a welcome, which stays until it is dismissed', async () => {
  const joined = aGroup({ ...walkers, role: 'MEMBER' })
  serveGroup(walkers)
  onGet('groups', groupsResponse([dinners]))
  onPost('groups/4/join', respondWith(Group, joined))
  const { user } = open('/groups?id=4')
  await user.click(
    within(await screen.findByRole('region', { name: 'Nattvandrare' })).getByRole('button', { name: 'Gå med' }),
  )
  expect(await screen.findByRole('tab', { name: /Gruppchatt/, selected: true })).toBeTruthy()
  const welcome = within(await screen.findByRole('complementary', { name: 'Välkommen till Nattvandrare' }))
  expect(welcome.getByText('Vi äter långsamt.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(welcome.getByRole('heading')))
  await user.click(screen.getByRole('tab', { name: 'Om' }))
  await user.click(screen.getByRole('tab', { name: /Gruppchatt/ }))
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: /Gruppchatt/ }))
  await user.click(screen.getByRole('button', { name: 'Stäng välkomsten' }))
  await user.click(screen.getByRole('tab', { name: 'Om' }))
  await user.click(screen.getByRole('tab', { name: /Gruppchatt/ }))
  expect(await screen.findByRole('textbox', { name: 'Skriv till gruppen' })).toBeTruthy()
  expect(screen.queryByRole('complementary')).toBeNull()
})

test('a group that the member already belonged to, or has just founded, shows no welcome', async () => {
  open('/groups?id=3')
  expect(await screen.findByRole('textbox', { name: 'Skriv till gruppen' })).toBeTruthy()
  expect(screen.queryByRole('complementary')).toBeNull()
  cleanup()
  const values = { groupName: 'Vinterbad', description: 'Kallt och kort.' }
  const founded = aGroup({ ...values, groupId: '7', role: 'ADMIN', owner: true })
  onPost('groups', respondWith(Group, founded, 201))
  serveGroup(founded)
  const { user } = open('/groups?new=1')
  await user.type(await screen.findByLabelText('Gruppens namn'), 'Vinterbad')
  await user.type(screen.getByLabelText('Beskrivning'), 'Kallt och kort.')
  await user.click(screen.getByRole('button', { name: 'Skapa grupp' }))
  expect(await screen.findByRole('textbox', { name: 'Skriv till gruppen' })).toBeTruthy()
  expect(screen.queryByRole('complementary')).toBeNull()
})

test('a non-member sees whether the group can be joined, but no content', async () => {
  serveGroup(walkers)
  open('/groups?id=4')
  expect(await screen.findByRole('heading', { name: 'Gå med för att läsa' })).toBeTruthy()
  expect(screen.queryByRole('tab')).toBeNull()
  cleanup()
  serveGroup(aGroup({ groupId: '5', role: 'NONE' }))
  open('/groups?id=5')
  expect(await screen.findByRole('heading', { name: 'Bara för medlemmar' })).toBeTruthy()
})
