import { Group } from '@app/contract/groups'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { aGroup } from '../groups/fake-groups.ts'
import { onPost, respondWith, respondWithError } from '../testing.tsx'
import { chooseFromGroupMenu, findConfirmation, open, serveGroup, setUpGroups } from './groups-testing.tsx'

setUpGroups()

test('a new group shows validation errors at its fields, and opens once created', {
  tags: 'groups.page-create',
}, async () => {
  const { user } = open('/groups?new=1')
  await user.click(await screen.findByRole('button', { name: 'Skapa grupp' }))
  expect(screen.getByText('Gruppens namn ska ha mellan 3 och 30 tecken.')).toBeTruthy()
  expect(screen.getByText('Beskriv gruppen.')).toBeTruthy()
  await user.type(screen.getByLabelText('Gruppens namn'), 'Bad@')
  expect(screen.getByText(/bara innehålla bokstäverna/)).toBeTruthy()
  await user.clear(screen.getByLabelText('Gruppens namn'))
  await user.type(screen.getByLabelText('Gruppens namn'), 'Vinterbad')
  await user.type(screen.getByLabelText('Beskrivning'), 'Kallt och kort.')
  await user.click(screen.getByRole('switch', { name: 'Öppen grupp' }))
  const rejected = onPost('groups', respondWithError(409, 'GROUP_NAME_IN_USE', 'Gruppnamnet är upptaget.'))
  await user.click(screen.getByRole('button', { name: 'Skapa grupp' }))
  expect((await screen.findAllByText('Gruppnamnet är upptaget.')).length).toBe(2)
  expect(within(screen.getByRole('alert')).getByText(/^Rätta det som är markerat/)).toBeTruthy()
  expect(screen.getByLabelText('Gruppens namn').getAttribute('aria-invalid')).toBe('true')
  const values = { groupName: 'Vinterbad', description: 'Kallt och kort.', isOpen: true }
  const created = aGroup({ ...values, groupId: '7', role: 'ADMIN', owner: true })
  serveGroup(created)
  const requests = onPost('groups', respondWith(Group, created, 201))
  await user.click(screen.getByRole('button', { name: 'Skapa grupp' }))
  expect(await screen.findByRole('heading', { name: 'Vinterbad', level: 2 })).toBeTruthy()
  expect(requests[0]?.body).toEqual({
    ...values,
    clientId: expect.stringMatching(/^[\da-f-]{36}$/),
  })
  expect(requests[0]?.body).toEqual(rejected[0]?.body)
})

test('resubmitting other values after a lost response changes the stored group', async () => {
  const { user } = open('/groups?new=1')
  await user.type(await screen.findByLabelText('Gruppens namn'), 'Vinterbad')
  await user.type(screen.getByLabelText('Beskrivning'), 'Kalt och kort.')
  const lost = onPost('groups', () => HttpResponse.error())
  await user.click(screen.getByRole('button', { name: 'Skapa grupp' }))
  await waitFor(() => expect(lost).toHaveLength(1))
  const stored = aGroup({ groupId: '7', groupName: 'Vinterbad', description: 'Kalt och kort.', role: 'ADMIN' })
  const changed = { ...stored, description: 'Kallt och kort.' }
  const repeated = onPost('groups', respondWith(Group, stored, 201))
  const changes = onPost('groups/7', respondWith(Group, changed))
  serveGroup(changed)
  await user.clear(screen.getByLabelText('Beskrivning'))
  await user.type(screen.getByLabelText('Beskrivning'), 'Kallt och kort.')
  await user.click(screen.getByRole('button', { name: 'Skapa grupp' }))
  expect(await screen.findByRole('heading', { name: 'Vinterbad', level: 2 })).toBeTruthy()
  const { clientId } = lost[0]!.body as { clientId: string }
  const values = { groupName: 'Vinterbad', description: 'Kallt och kort.', isOpen: false }
  expect(repeated[0]?.body).toEqual({ ...values, clientId })
  expect(changes.map(({ body }) => body)).toEqual([values])
})

test('leaving unsaved input asks for confirmation', async () => {
  const { user } = open('/groups?new=1')
  await user.type(await screen.findByLabelText('Gruppens namn'), 'Vinterbad')
  await user.click(screen.getByRole('button', { name: 'Avbryt' }))
  await user.click((await findConfirmation()).getByRole('button', { name: 'Fortsätt skriva' }))
  expect(screen.getByLabelText<HTMLInputElement>('Gruppens namn').value).toBe('Vinterbad')
  await user.click(screen.getByRole('button', { name: 'Avbryt' }))
  await user.click((await findConfirmation()).getByRole('button', { name: 'Lämna' }))
  expect(await screen.findByText('Välj en grupp')).toBeTruthy()
})

test('an admin edits the group', { tags: 'groups.page-edit' }, async () => {
  serveGroup(aGroup({ role: 'ADMIN' }))
  const requests = onPost(
    'groups/3',
    respondWith(Group, aGroup({ role: 'ADMIN', version: 6, groupName: 'Vårmiddagar' })),
  )
  const { user } = open('/groups?id=3')
  await chooseFromGroupMenu(user, 'Ändra gruppen')
  const name = await screen.findByLabelText<HTMLInputElement>('Gruppens namn')
  expect(name.value).toBe('Höstmiddagar Stockholm')
  expect(document.activeElement).toBe(name)
  await user.clear(name)
  await user.type(name, 'Vårmiddagar')
  await user.click(screen.getByRole('button', { name: 'Spara' }))
  expect(await screen.findByRole('heading', { name: 'Vårmiddagar', level: 2 })).toBeTruthy()
  expect(requests[0]?.body).toMatchObject({ groupName: 'Vårmiddagar', isOpen: false })
})
