import { Group } from '@app/contract/groups'
import { PAGE_DEFAULT } from '@app/contract/limits'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { aGroup } from '../groups/fake-groups.ts'
import { EMPTY } from '../groups/state.ts'
import { onGroupChanged, useGroups } from '../groups/store.ts'
import { useHubConnection } from '../lib/realtime/hub-connection.ts'
import { onGet, onPost, respondWith, respondWithError } from '../testing.tsx'
import { server } from '../testing-server.ts'
import { groupsResponse, open, serveGroup, serveMessages, setUpGroups, walkers } from './groups-testing.tsx'

setUpGroups()

test("the member's groups show the last message and the unread count, and open groups can be joined from the list", {
  tags: 'groups.page-list',
}, async () => {
  const requests = onPost('groups/4/join', respondWith(Group, { ...walkers, role: 'MEMBER' }))
  onGet('groups/4/open', respondWith(Group, { ...walkers, role: 'MEMBER' }))
  const { user } = open()
  const row = within(await screen.findByRole('link', { name: /Höstmiddagar/ }))
  expect(row.getByText('Vinterparet: Vi ses på lördag')).toBeTruthy()
  expect(row.getByText('4 olästa')).toBeTruthy()
  expect(screen.getByRole('link', { name: /Nattvandrare/ }).textContent).toContain('58 medlemmar')
  serveMessages({ ...walkers, role: 'MEMBER' })
  await user.click(screen.getByRole('button', { name: 'Gå med: Nattvandrare' }))
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Öppna grupper' })).toBeNull())
  expect(screen.getByRole('link', { name: /Nattvandrare/ })).toBeTruthy()
  expect(requests).toHaveLength(1)
})

test('groups near the member come first, each once; if they cannot be loaded, all groups are shown without their heading', async () => {
  const skaters = aGroup({ groupId: '5', groupName: 'Skridskor i Nacka', role: 'NONE', isOpen: true })
  onGet('groups/can-join', groupsResponse([walkers, skaters]))
  const requests = onGet('groups/can-join?near', groupsResponse([skaters]))
  open()
  const near = within(await screen.findByRole('region', { name: 'Nära dig' }))
  expect(near.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Skridskor i Nacka'),
  ])
  const others = within(await screen.findByRole('region', { name: 'Öppna grupper' }))
  expect(others.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Nattvandrare'),
  ])
  expect(requests.map(({ path }) => path)).toEqual(['groups/can-join?near=true'])
  cleanup()
  onGet('groups/can-join?near', respondWithError(403, 'FORBIDDEN', 'Nej'))
  act(() => useGroups.setState(EMPTY, true))
  open()
  expect(within(await screen.findByRole('region', { name: 'Öppna grupper' })).getAllByRole('link')).toHaveLength(2)
  expect(screen.queryByRole('heading', { name: 'Nära dig' })).toBeNull()
})

test('a member without groups sees an explanation of groups, and can create one', async () => {
  onGet('groups', groupsResponse([]))
  const { user } = open()
  expect(await screen.findByText(/^I en grupp pratar man med flera/)).toBeTruthy()
  await user.click(await screen.findByRole('link', { name: 'Starta en grupp' }))
  expect(await screen.findByLabelText('Gruppens namn')).toBeTruthy()
})

const aNumberedGroup = (id: number) =>
  aGroup({ groupId: String(id), groupName: `Grupp ${id}`, lastUpdate: '2026-01-01T00:00:00.000Z' })

test('a reconnect keeps the pages of the list that are loaded', async () => {
  const all = Array.from({ length: PAGE_DEFAULT + 20 }, (_, index) => aNumberedGroup(149 - index))
  const requested: (string | null)[] = []
  server.use(
    http.get('*/api/v2/groups', ({ request }) => {
      const before = new URL(request.url).searchParams.get('before')
      requested.push(before)
      const from = all.findIndex(({ groupId }) => groupId === before) + 1
      return Response.json(z.array(Group).parse(all.slice(from, from + PAGE_DEFAULT)))
    }),
  )
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Visa fler' }))
  const lastRow = { name: new RegExp(all.at(-1)?.groupName ?? '') }
  await screen.findByRole('link', lastRow)
  act(() => useHubConnection.setState({ connected: false }))
  act(() => useHubConnection.setState({ connected: true }))
  await waitFor(() => expect(requested).toEqual([null, '100', null, '100']))
  await waitFor(() => expect(useGroups.getState().lists.mine.state).toBe('loaded'))
  expect(screen.getByRole('link', lastRow)).toBeTruthy()
})

test('loading the last page, which removes the button, moves the focus to its first row', async () => {
  const page = Array.from({ length: PAGE_DEFAULT }, (_, index) => aNumberedGroup(149 - index))
  onGet('groups', groupsResponse(page))
  const { user } = open()
  const showMore = await screen.findByRole('button', { name: 'Visa fler' })
  const requests = onGet('groups', groupsResponse([aNumberedGroup(7)]))
  await user.click(showMore)
  const next = await screen.findByRole('link', { name: /Grupp 7/ })
  expect(requests.map(({ path }) => path)).toEqual([`groups?limit=${PAGE_DEFAULT}&before=100`])
  expect(document.activeElement).toBe(next)
  expect(screen.queryByRole('button', { name: 'Visa fler' })).toBeNull()
})

test('the next page of groups follows the loaded ones when an older group has been opened by its URL', async () => {
  serveGroup(aNumberedGroup(7))
  onGet('groups', groupsResponse(Array.from({ length: PAGE_DEFAULT }, (_, index) => aNumberedGroup(149 - index))))
  const { user } = open('/groups?id=7')
  const showMore = await screen.findByRole('button', { name: 'Visa fler' })
  act(() => onGroupChanged({ type: 'group:changed', groupId: '7', group: aNumberedGroup(7) }))
  expect(screen.getByRole('link', { name: /Grupp 7/ })).toBeTruthy()
  const requests = onGet('groups', groupsResponse([aNumberedGroup(50), aNumberedGroup(7)]))
  await user.click(showMore)
  await screen.findByRole('link', { name: /Grupp 50/ })
  expect(requests.map(({ path }) => path)).toEqual([`groups?limit=${PAGE_DEFAULT}&before=100`])
})
