import { FoundMessages } from '@app/contract/message-search'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { closeOutbox, enqueue, openOutbox } from '../conversation/outbox/outbox.ts'
import { commentsKey, groupKey } from '../groups/chat/sending.ts'
import { aGroup, anInvite } from '../groups/fake-groups.ts'
import { onGroupChanged, onGroupInfo, onGroupInvite, useGroups } from '../groups/store.ts'
import { startSession } from '../lib/http/session.ts'
import { useReportRequest } from '../lib/reporting/request-report.ts'
import { mira, onGet, onPost, renderInApp, respondWith, respondWithError, WithHeader } from '../testing.tsx'
import { skipRetryDelays } from '../testing-retries.ts'
import { GroupsPage } from './GroupsPage.tsx'
import { chooseFromGroupMenu, dinners, open, serveGroup, setUpGroups, walkers } from './groups-testing.tsx'

setUpGroups()

test('an empty list of events explains its purpose, and links members to the chat and admins to the form', async () => {
  const { user } = open('/groups?id=3&tab=events')
  expect(await screen.findByText(/^Här står när gruppen ska ses\. Hör i gruppchatten/)).toBeTruthy()
  await user.click(screen.getByRole('link', { name: 'Till gruppchatten' }))
  expect(await screen.findByRole('tab', { name: /Gruppchatt/, selected: true })).toBeTruthy()
  cleanup()
  serveGroup(aGroup({ role: 'ADMIN', version: 6 }))
  open('/groups?id=3&tab=events')
  expect(await screen.findByText(/^Här står när gruppen ska ses\. Det du skapar/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Skapa event' }).getAttribute('href')).toBe('/events?new=1&group=3')
  expect(screen.queryByRole('link', { name: 'Till gruppchatten' })).toBeNull()
})

test('an empty group chat explains its purpose, and a button focuses the message field', async () => {
  const { user } = open('/groups?id=3')
  await user.click(await screen.findByRole('button', { name: 'Skriv det första meddelandet' }))
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Skriv till gruppen' }))
})

describe('on a phone', () => {
  beforeEach(() => {
    vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
  })

  const openWithHeader = (path: string) =>
    renderInApp(
      <WithHeader>
        <GroupsPage />
      </WithHeader>,
      path,
    )

  test('the header shows the name of the group once, with the way back and the menu, in which an admin invites', async () => {
    serveGroup(aGroup({ role: 'ADMIN' }))
    const { user } = openWithHeader('/groups?id=3')
    const header = within(screen.getByRole('region', { name: 'page header' }))
    expect(await header.findByRole('heading', { level: 1, name: 'Höstmiddagar Stockholm' })).toBeTruthy()
    expect(header.getByRole('link', { name: 'Tillbaka' }).getAttribute('href')).toBe('/groups')
    expect(await screen.findByRole('tab', { name: /Gruppchatt/ })).toBeTruthy()
    expect(screen.getAllByText('Höstmiddagar Stockholm')).toHaveLength(1)
    expect(screen.queryByRole('button', { name: 'Bjud in' })).toBeNull()
    await user.click(header.getByRole('button', { name: 'Fler val för gruppen' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Bjud in' }))
    expect(await screen.findByRole('dialog', { name: 'Bjud in till Höstmiddagar Stockholm' })).toBeTruthy()
  })

  test('the tab about the group shows its number of members', async () => {
    openWithHeader('/groups?id=3&tab=about')
    expect(await screen.findByText('48 medlemmar · Bara för inbjudna')).toBeTruthy()
  })
})

test('unsent posts and comments stay visible when their group cannot be loaded', async () => {
  skipRetryDelays()
  onGet('groups/3/open', () => HttpResponse.error())
  await act(() => openOutbox('42'))
  act(() => {
    enqueue(groupKey('3'), 'Skrivet utan nät')
    enqueue(commentsKey('3', '17'), 'Också det')
    enqueue(groupKey('33'), 'I en annan grupp')
  })
  open('/groups?id=3')
  const unsent = within(await screen.findByRole('region', { name: 'Inte skickat än' }))
  expect(unsent.getAllByRole('article').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Skrivet utan nät'),
    expect.stringContaining('Också det'),
  ])
  closeOutbox()
})

test('the team opens a case about a group of others, and cannot delete it', async () => {
  startSession({ ...mira, memberLevel: 'ADMIN' })
  serveGroup(walkers)
  const { user } = open('/groups?id=4')
  await user.click(await screen.findByRole('button', { name: 'Fler val för gruppen' }))
  const openCase = await screen.findByRole('menuitem', { name: 'Öppna ett ärende' })
  expect(screen.queryByRole('menuitem', { name: 'Ta bort gruppen' })).toBeNull()
  await user.click(openCase)
  await expect.poll(() => useReportRequest.getState().request?.subject).toEqual({ kind: 'GROUP', id: '4' })
})

test('the URL of a missing group redirects to the list', { tags: 'groups.page-missing' }, async () => {
  onGet('groups/99/open', respondWithError(404, 'NOT_FOUND', 'Det finns inte.'))
  open('/groups?id=99')
  expect(await screen.findByText('Gruppen finns inte, eller har tagits bort.')).toBeTruthy()
  expect(await screen.findByRole('heading', { name: 'Välj en grupp' })).toBeTruthy()
})

test('pushes add and remove an invite, and rename and remove a group', async () => {
  open('/groups?id=3&tab=about')
  await screen.findByText('långsamt')
  await waitFor(() => expect(useGroups.getState().invites.state).toBe('loaded'))
  act(() =>
    onGroupInvite({ type: 'group:invite', groupId: '9', invite: anInvite({ groupId: '9', groupName: 'Keramik' }) }),
  )
  expect(await screen.findByRole('link', { name: /Keramik/ })).toBeTruthy()
  act(() => onGroupInvite({ type: 'group:invite', groupId: '9', invite: null }))
  expect(screen.queryByRole('link', { name: /Keramik/ })).toBeNull()
  const { groupId, description, creatorName, isOpen } = dinners
  const info = { groupId, description, creatorName, isOpen, groupName: 'Nytt namn', memberCount: 49 }
  act(() => onGroupInfo({ type: 'group:info', version: 6, info }))
  expect(await screen.findByRole('heading', { name: 'Nytt namn', level: 2 })).toBeTruthy()
  act(() => onGroupChanged({ type: 'group:changed', groupId: '3', group: null }))
  expect(screen.queryByRole('link', { name: /Nytt namn/ })).toBeNull()
  expect(await screen.findByText('Du är inte med i gruppen längre.')).toBeTruthy()
})

test('the search from the menu of a group covers only this group, and Klar shows the list of groups again', {
  tags: 'message-search.page-in-group',
}, async () => {
  const hit = {
    ...{ chat: null, group: { groupId: dinners.groupId, groupName: dinners.groupName } },
    ...{ messageId: '7', parentId: null, senderName: 'Siv', mine: false },
    ...{ sendTime: '2025-11-12T19:14:00.000Z', excerpt: 'Nästa middag' },
  }
  const searches = onPost(
    'messages/search',
    respondWith(FoundMessages, { hits: [hit], cursor: null, searchedTo: hit.sendTime }),
  )
  const { user } = open(`/groups?id=${dinners.groupId}`)
  await chooseFromGroupMenu(user, 'Sök i gruppen')
  await user.click(await screen.findByRole('textbox', { name: 'Sök i gruppen' }))
  // Entered at once, because on a slow machine each keystroke may start a search.
  await user.paste('middag')
  const found = await screen.findByRole('link', { name: /Siv: Nästa middag/ })
  expect(found.getAttribute('href')).toBe(`/groups?id=${dinners.groupId}&message=7&find=g${dinners.groupId}`)
  expect(searches.map(({ body }) => body)).toEqual([{ words: 'middag', groupId: dinners.groupId }])
  await user.click(screen.getByRole('button', { name: 'Klar' }))
  expect(await screen.findByRole('heading', { name: 'Mina grupper' })).toBeTruthy()
})
