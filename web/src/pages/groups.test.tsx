import 'fake-indexeddb/auto'
import { Event } from '@app/contract/events'
import { Group, GroupCount, GroupInvite, GroupMember, GroupResponse, SentGroupInvite } from '@app/contract/groups'
import { PAGE_DEFAULT, PAGE_MAX } from '@app/contract/limits'
import type { SearchHit } from '@app/contract/members/profiles'
import { FoundMessages } from '@app/contract/message-search'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { setTabState, stubObservers } from '../conversation/fake-browser.ts'
import { closeOutbox, enqueue, openOutbox } from '../conversation/outbox/outbox.ts'
import { commentsKey, groupKey } from '../groups/chat/sending.ts'
import { aGroup, aGroupMember, anInvite } from '../groups/fake-groups.ts'
import { EMPTY } from '../groups/state.ts'
import {
  leaveGroup,
  loadInvites,
  loadSentInvites,
  onGroupChanged,
  onGroupInfo,
  onGroupInvite,
  useGroups,
} from '../groups/store.ts'
import { useToasts } from '../lib/feedback/toasts.ts'
import * as hits from '../lib/http/hits.ts'
import * as retryDelay from '../lib/http/retry-delay.ts'
import { startSession } from '../lib/http/session.ts'
import { useHubConnection } from '../lib/realtime/hub-connection.ts'
import { useReportRequest } from '../lib/reporting/request-report.ts'
import {
  mira,
  onGet,
  onPost,
  renderInApp,
  respondEmpty,
  respondWith,
  respondWithError,
  WithHeader,
} from '../testing.tsx'
import { setUpFreshDevice } from '../testing-hooks.ts'
import { server } from '../testing-server.ts'
import { GroupsPage } from './GroupsPage.tsx'

let foundHits: SearchHit[] = []

setUpFreshDevice()
beforeAll(async () => {
  await Promise.all([import('../ui/overlays/DialogBody.tsx'), import('../ui/overlays/MenuPopover.tsx')])
}, 60_000)

const groupsResponse = (list: Group[]) => respondWith(z.array(Group), list)
const invitesResponse = (list: GroupInvite[]) => respondWith(z.array(GroupInvite), list)
const dinners = aGroup({ newMessages: 4 })
const walkers = aGroup({ groupId: '4', groupName: 'Nattvandrare', role: 'NONE', isOpen: true, memberCount: 58 })

const serveMessages = (group: Group) =>
  onGet(`groups/${group.groupId}/messages`, respondWith(GroupResponse, { group, messages: [] }))
const serveGroup = (group: Group) => {
  if (group.role !== 'NONE') onGet('groups', groupsResponse([group]))
  onGet(`groups/${group.groupId}/open`, respondWith(Group, group))
  serveMessages(group)
}

beforeEach(() => {
  vi.spyOn(hits, 'findByName').mockImplementation(async () => foundHits)
  stubObservers()
  setTabState({ focused: true, visible: true })
  startSession(mira)
  onGet('groups', groupsResponse([dinners]))
  onGet('groups/can-join', groupsResponse([walkers]))
  onGet('groups/can-join?near', groupsResponse([]))
  onGet('groups/invites', invitesResponse([]))
  onGet('groups/count', respondWith(GroupCount, { groups: 1, messages: 4, invites: 0 }))
  onGet('events', respondWith(z.array(Event), []))
  serveGroup(dinners)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const open = (path = '/groups') => renderInApp(<GroupsPage />, path)
const chooseFromGroupMenu = async (user: ReturnType<typeof open>['user'], action: string) => {
  await user.click(await screen.findByRole('button', { name: 'Fler val för gruppen' }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}
const findConfirmation = async () => within(await screen.findByRole('alertdialog'))

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

test('unsent posts and comments stay visible when their group cannot be loaded', async () => {
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

test('a reload of the members keeps those that were loaded on demand', async () => {
  const all = Array.from({ length: PAGE_MAX + 1 }, (_, index) => aGroupMember(`Medlem-${index}`))
  server.use(
    http.get('*/api/v2/groups/3/members', ({ request }) => {
      const from = Number(new URL(request.url).searchParams.get('from'))
      return Response.json(z.array(GroupMember).parse(all.slice(from, from + PAGE_MAX)))
    }),
  )
  const { user } = open('/groups?id=3&tab=members')
  await user.click(await screen.findByRole('button', { name: 'Visa fler' }))
  await screen.findByRole('link', { name: `Medlem-${PAGE_MAX}` })
  const states: (string | undefined)[] = []
  onTestFinished(useGroups.subscribe(({ members }) => states.push(members.get('3')?.state)))
  act(() => onGroupChanged({ type: 'group:changed', groupId: '3', group: dinners, reload: true }))
  await waitFor(() => expect(states.at(-1)).toBe('loaded'))
  expect(states).toContain('loading')
  expect(screen.getAllByRole('link', { name: /^Medlem-/ })).toHaveLength(PAGE_MAX + 1)
})

test('loading the next page of members shows an error when it fails', async () => {
  const page = Array.from({ length: PAGE_MAX }, (_, index) => aGroupMember(`Medlem-${index}`))
  onGet('groups/3/members', respondWith(z.array(GroupMember), page))
  const { user } = open('/groups?id=3&tab=members')
  const showMore = await screen.findByRole('button', { name: 'Visa fler' })
  onGet('groups/3/members', respondWithError(403, 'FORBIDDEN', 'Nej'))
  await user.click(showMore)
  await waitFor(() => expect(useToasts.getState().queue.map(({ text }) => text)).toEqual(['Nej']))
  expect(screen.getAllByRole('link', { name: /^Medlem-/ })).toHaveLength(PAGE_MAX)
  const requests = onGet('groups/3/members', respondWith(z.array(GroupMember), [aGroupMember('Ebba')]))
  await user.click(showMore)
  const next = await screen.findByRole('link', { name: 'Ebba' })
  expect(requests.map(({ path }) => path)).toEqual([`groups/3/members?from=${PAGE_MAX}&limit=${PAGE_MAX}`])
  expect(document.activeElement).toBe(next)
  expect(screen.queryByRole('button', { name: 'Visa fler' })).toBeNull()
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

test('the tabs show the description and the members of a group', { tags: 'groups.page-tabs' }, async () => {
  onGet(
    'groups/3/members',
    respondWith(z.array(GroupMember), [
      aGroupMember('Siv och Tor', { couple: true, admin: true, owner: true }),
      aGroupMember('Bo', { admin: true }),
      aGroupMember('Mira', { mine: true }),
    ]),
  )
  const { user } = open('/groups?id=3&tab=about')
  expect((await screen.findByText('långsamt')).tagName).toBe('STRONG')
  expect(screen.queryByRole('tab', { name: 'Inbjudningar' })).toBeNull()
  await user.click(screen.getByRole('tab', { name: 'Medlemmar' }))
  const rows = within(await screen.findByRole('list', { name: 'Medlemmar' })).getAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Ägare'),
    expect.stringContaining('Admin'),
    expect.stringContaining('Du'),
  ])
  expect(screen.queryByRole('button', { name: /Hantera/ })).toBeNull()
})

test('an admin promotes a member without a confirmation, and removes one after a confirmation', {
  tags: 'groups.page-members',
}, async () => {
  serveGroup(aGroup({ role: 'ADMIN' }))
  onGet('groups/3/members', respondWith(z.array(GroupMember), [aGroupMember('Bo')]))
  const promotes = onPost('groups/3/members/Bo/promote', respondEmpty)
  const removes = onPost('groups/3/members/Bo/remove', respondEmpty)
  const { user } = open('/groups?id=3&tab=members')
  const manage = async (action: string) => {
    await user.click(await screen.findByRole('button', { name: 'Hantera Bo' }))
    await user.click(await screen.findByRole('menuitem', { name: action }))
  }
  await manage('Gör till admin')
  await waitFor(() => expect(promotes).toHaveLength(1))
  await manage('Ta bort ur gruppen')
  const confirmation = await findConfirmation()
  onGet('groups/3/members', respondWith(z.array(GroupMember), []))
  await user.click(confirmation.getByRole('button', { name: 'Ta bort ur gruppen' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Hantera Bo' })).toBeNull())
  expect(removes).toHaveLength(1)
})

test('an admin finds a member, invites them with a greeting, and withdraws the invite', {
  tags: 'groups.page-invite',
}, async () => {
  serveGroup(aGroup({ role: 'ADMIN' }))
  const saga: SearchHit = {
    userName: 'Saga',
    persons: [{ sex: 'FEMALE', yearOfBirth: 1987, orientation: 'BI' }],
    cities: ['Nacka'],
    text: '',
    lastActive: null,
    profilePhotoUrl: null,
    badges: [],
    hasNotes: false,
    hasAd: false,
    title: null,
  }
  foundHits = [saga]
  const sent: SentGroupInvite = {
    recipientName: 'Saga',
    recipientPhotoUrl: null,
    couple: false,
    inviterName: 'Mira',
    sentAt: new Date().toISOString(),
  }
  onGet('groups/3/invites', respondWith(z.array(SentGroupInvite), []))
  const { user } = open('/groups?id=3&tab=invites')
  expect(await screen.findByText('Inga obesvarade inbjudningar.')).toBeTruthy()
  await user.click(within(screen.getByRole('tabpanel')).getByRole('button', { name: 'Bjud in' }))
  await user.type(await screen.findByLabelText('Profilnamn'), 'sag')
  await user.click(screen.getByRole('button', { name: 'Sök' }))
  await user.click(await screen.findByRole('button', { name: /Saga/ }))
  await user.type(screen.getByLabelText('Hälsning'), 'Kom!')
  onPost('groups/invites', respondWithError(409, 'CONFLICT', 'Det är redan gjort.'))
  await user.click(screen.getByRole('button', { name: 'Skicka inbjudan' }))
  expect(await screen.findByText('Det är redan gjort.')).toBeTruthy()
  const requests = onPost('groups/invites', respondWith(SentGroupInvite, sent, 201))
  onGet('groups/3/invites', respondWith(z.array(SentGroupInvite), [sent]))
  await user.click(screen.getByRole('button', { name: 'Skicka inbjudan' }))
  expect(await screen.findByText('Inbjudan till Saga är skickad.')).toBeTruthy()
  expect(requests[0]?.body).toEqual({ groupId: '3', recipientName: 'Saga', message: 'Kom!' })
  const withdrawals = onPost('groups/3/invites/Saga/withdraw', respondEmpty)
  onGet('groups/3/invites', respondWith(z.array(SentGroupInvite), []))
  await user.click(await screen.findByRole('button', { name: 'Ta tillbaka: Saga' }))
  expect(await screen.findByText('Inga obesvarade inbjudningar.')).toBeTruthy()
  expect(withdrawals).toHaveLength(1)
})

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
  const delay = vi.spyOn(retryDelay, 'computeRetryDelayMs').mockReturnValue(0)
  onPost('client-logs', respondEmpty)
  onTestFinished(() => delay.mockRestore())
  onPost('groups/3/leave', respondEmpty)
  onGet('groups/count', respondWithError(503, 'UNAVAILABLE', 'Det går inte just nu.'))
  open('/groups?id=3')
  await screen.findByRole('button', { name: 'Fler val för gruppen' })
  await act(() => leaveGroup('3'))
  expect(await screen.findByText('Välj en grupp')).toBeTruthy()
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
  await user.type(await screen.findByRole('textbox', { name: 'Sök i gruppen' }), 'middag')
  const found = await screen.findByRole('link', { name: /Siv: Nästa middag/ })
  expect(found.getAttribute('href')).toBe(`/groups?id=${dinners.groupId}&message=7&find=g${dinners.groupId}`)
  expect(searches.map(({ body }) => body)).toEqual([{ words: 'middag', groupId: dinners.groupId }])
  await user.click(screen.getByRole('button', { name: 'Klar' }))
  expect(await screen.findByRole('heading', { name: 'Mina grupper' })).toBeTruthy()
})
