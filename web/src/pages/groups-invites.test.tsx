import { Group, SentGroupInvite } from '@app/contract/groups'
import { PAGE_MAX } from '@app/contract/limits'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { aGroup, anInvite } from '../groups/fake-groups.ts'
import { loadInvites, loadSentInvites, onGroupInvite, useGroups } from '../groups/store.ts'
import { useToasts } from '../lib/feedback/toasts.ts'
import { onGet, onPost, respondEmpty, respondWith, respondWithError } from '../testing.tsx'
import {
  dinners,
  findConfirmation,
  groupsResponse,
  invitesResponse,
  open,
  serveGroup,
  setUpGroups,
} from './groups-testing.tsx'

setUpGroups()

/** Serves invites to these groups; the first one is called 'Naturvänner'. */
function serveInvites(...ids: string[]) {
  const names = ['Naturvänner', 'Keramik', 'Fyrar', 'Vinter', 'Höstlöv']
  const invited = ids.map((groupId, index) => ({ groupId, groupName: names[index] ?? groupId }))
  for (const info of invited) serveGroup(aGroup({ ...info, role: 'INVITED' }))
  onGet('groups', groupsResponse([dinners]))
  onGet('groups/invites', invitesResponse(invited.map((info) => anInvite(info))))
}

test("an invite is a row above the member's groups, opens in full, and accepting it opens the group", async () => {
  serveInvites('9')
  const joinedGroup = aGroup({ groupId: '9', groupName: 'Naturvänner' })
  onPost('groups/9/accept', respondWith(Group, joinedGroup))
  const { user } = open()
  expect(await screen.findByRole('region', { name: 'Inbjudningar' })).toBeTruthy()
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(headings.slice(0, 2)).toEqual(['Inbjudningar', 'Mina grupper'])
  await user.click(screen.getByRole('link', { name: /Naturvänner/ }))
  const invitePane = within(await screen.findByRole('region', { name: 'Jakob-83 bjuder in dig till Naturvänner' }))
  expect(invitePane.getByText('Kom med!')).toBeTruthy()
  expect(document.activeElement).toBe(invitePane.getByRole('heading', { name: 'Naturvänner' }))
  serveGroup(joinedGroup)
  serveInvites()
  await user.click(invitePane.getByRole('button', { name: 'Gå med' }))
  expect(await screen.findByRole('tab', { name: 'Gruppchatt' })).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Inbjudningar' })).toBeNull())
})

test("the member's groups are not shown before the invites above them are loaded, so that they do not move", async () => {
  let respond: () => void = () => undefined
  const responded = new Promise<void>((resolve) => {
    respond = resolve
  })
  onGet('groups/invites', () => responded.then(invitesResponse([])))
  open()
  await waitFor(() => expect(useGroups.getState().lists.mine.data).toBeDefined())
  expect(screen.queryByRole('link', { name: /Höstmiddagar/ })).toBeNull()
  respond()
  expect(await screen.findByRole('link', { name: /Höstmiddagar/ })).toBeTruthy()
})

test('declining an invite, with or without ignoring its sender, moves the focus to the next row', {
  tags: 'groups.page-decline',
}, async () => {
  serveInvites('9', '8')
  const declines = [onPost('groups/9/decline', respondEmpty), onPost('groups/8/decline', respondEmpty)]
  const ignores = onPost('ignore', respondEmpty)
  const { user } = open('/groups?id=9')
  await waitFor(() => expect(useGroups.getState().invites.state).toBe('loaded'))
  await user.click(await screen.findByRole('button', { name: 'Tacka nej' }))
  await waitFor(() => expect(screen.queryByRole('link', { name: /Naturvänner/ })).toBeNull())
  expect(ignores).toHaveLength(0)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: /Keramik/ })))
  await user.keyboard('{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Tacka nej och ignorera' }))
  const confirmation = await findConfirmation()
  expect(document.activeElement).toBe(confirmation.getByRole('button', { name: 'Behåll' }))
  await user.click(confirmation.getByRole('button', { name: 'Tacka nej och ignorera' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: /bjuder in dig/ })).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: /Höstmiddagar/ })))
  expect(ignores.map(({ body }) => body)).toEqual(['Jakob-83'])
  expect(declines.map((requests) => requests.length)).toEqual([1, 1])
})

test('a member who could not be ignored after the invite was declined can be ignored from the toast', async () => {
  serveInvites('9')
  onPost('groups/9/decline', respondEmpty)
  onPost('ignore', respondWithError(503, 'UNAVAILABLE', 'Det går inte just nu.'))
  const { user } = open('/groups?id=9')
  await user.click(await screen.findByRole('button', { name: 'Tacka nej och ignorera' }))
  const confirmation = await findConfirmation()
  await user.click(confirmation.getByRole('button', { name: 'Tacka nej och ignorera' }))
  const listFailures = () => useToasts.getState().queue.filter(({ action }) => action?.label === 'Försök igen')
  await waitFor(() => expect(listFailures()).toMatchObject([{ text: 'Det gick inte att ignorera Jakob-83.' }]))
  const ignores = onPost('ignore', respondEmpty)
  listFailures()[0]?.action?.run()
  await waitFor(() => expect(ignores.map(({ body }) => body)).toEqual(['Jakob-83']))
})

test("only three of many invites show above the member's groups until the others are expanded", async () => {
  serveInvites('9', '8', '7', '6', '5')
  const { user } = open()
  const region = await screen.findByRole('region', { name: 'Inbjudningar' })
  expect(within(region).getAllByRole('link')).toHaveLength(3)
  await user.click(screen.getByRole('button', { name: 'Visa alla 5 inbjudningar' }))
  const rows = within(region).getAllByRole('link')
  expect(rows).toHaveLength(5)
  expect(screen.queryByRole('button', { name: /Visa alla/ })).toBeNull()
  expect(document.activeElement).toBe(rows[3])
})

test('all invites are loaded, however many', async () => {
  const invites = Array.from({ length: PAGE_MAX + 2 }, (_, index) => anInvite({ groupId: String(500 - index) }))
  const sent = Array.from({ length: PAGE_MAX + 2 }, (_, index) => ({
    recipientName: `Nordan ${index}`,
    recipientPhotoUrl: null,
    couple: false,
    inviterName: 'Mira',
    sentAt: '2025-11-15T10:00:00.000Z',
  }))
  const pages = [invites.slice(0, PAGE_MAX), invites.slice(PAGE_MAX)]
  const requests = onGet('groups/invites', () => invitesResponse(pages.shift() ?? [])())
  // The last invite of the first page moves to the second one, because another invite was sent meanwhile.
  const sentPages = [sent.slice(0, PAGE_MAX), sent.slice(PAGE_MAX - 1)]
  const sentRequests = onGet('groups/3/invites', () => respondWith(z.array(SentGroupInvite), sentPages.shift() ?? [])())
  await Promise.all([loadInvites(), loadSentInvites('3')])
  expect(useGroups.getState().invites.data).toEqual(invites)
  expect(useGroups.getState().sentInvites.get('3')?.data).toEqual(sent)
  expect(requests.map(({ path }) => path)).toEqual([
    `groups/invites?limit=${PAGE_MAX}`,
    `groups/invites?before=401&limit=${PAGE_MAX}`,
  ])
  expect(sentRequests[1]?.path).toBe(`groups/3/invites?from=${PAGE_MAX}&limit=${PAGE_MAX}`)
})

test('an invite withdrawn while it is open closes', async () => {
  serveInvites('9')
  open('/groups?id=9')
  await screen.findByRole('region', { name: /bjuder in dig/ })
  act(() => onGroupInvite({ type: 'group:invite', groupId: '9', invite: null }))
  expect(await screen.findByRole('heading', { name: 'Bara för medlemmar' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Gå med' })).toBeNull()
})

test("a failure to load invites shows an error and a retry button beside the member's groups", async () => {
  onGet('groups/invites', respondWithError(403, 'FORBIDDEN', 'Nej'))
  const { user } = open()
  expect((await screen.findByRole('alert')).textContent).toContain('Inbjudningarna kunde inte läsas in.')
  expect(await screen.findByRole('link', { name: /Höstmiddagar/ })).toBeTruthy()
  serveInvites('9')
  await user.click(screen.getByRole('button', { name: 'Försök igen' }))
  expect(await screen.findByRole('link', { name: /Naturvänner/ })).toBeTruthy()
})
