import 'fake-indexeddb/auto'
import { Event } from '@app/contract/events'
import { Group, GroupCount, GroupInvite, GroupMember, GroupResponse, SentGroupInvite } from '@app/contract/groups'
import { PAGE_DEFAULT, PAGE_MAX } from '@app/contract/limits'
import type { SearchHit } from '@app/contract/members/profiles'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { setPage, stubObservers } from '../conversation/fake-browser.ts'
import { closeOutbox, enqueue, openOutbox } from '../conversation/outbox/outbox.ts'
import { commentsKey, groupKey } from '../groups/chat/sending.ts'
import { aGroup, aGroupMember, anInvite } from '../groups/fake-groups.ts'
import { onGroupChanged, onGroupInfo, onGroupInvite } from '../groups/store.ts'
import { useToasts } from '../lib/feedback/toasts.ts'
import { startSession } from '../lib/http/session.ts'
import { answers, answersNothing, mira, onGet, onPost, refuses, show } from '../testing.tsx'
import { freshDevice } from '../testing-hooks.ts'
import { GroupsPage } from './GroupsPage.tsx'

const found = vi.hoisted(() => ({ hits: [] as SearchHit[] }))
vi.mock('../lib/http/hits.ts', () => ({ findByName: () => Promise.resolve(found.hits), fetchHits: vi.fn() }))

freshDevice()
beforeAll(async () => {
  await Promise.all([import('../ui/overlays/DialogBody.tsx'), import('../ui/overlays/MenuPopover.tsx')])
}, 60_000)

const groups = (list: Group[]) => answers(z.array(Group), list)
const invites = (list: GroupInvite[]) => answers(z.array(GroupInvite), list)
const dinners = aGroup({ newMessages: 4 })
const walkers = aGroup({ groupId: '4', groupName: 'Nattvandrare', role: 'NONE', isOpen: true, memberCount: 58 })

const isThere = (group: Group) => {
  if (group.role !== 'NONE') onGet('groups', groups([group]))
  onGet(`groups/${group.groupId}/open`, answers(Group, group))
  onGet(`groups/${group.groupId}/messages`, answers(GroupResponse, { group, messages: [] }))
}

beforeEach(() => {
  stubObservers()
  setPage({ focused: true, visible: true })
  startSession(mira)
  onGet('groups', groups([dinners]))
  onGet('groups/can-join', groups([walkers]))
  onGet('groups/invites', invites([]))
  onGet('groups/count', answers(GroupCount, { groups: 1, messages: 4, invites: 0 }))
  onGet('events', answers(z.array(Event), []))
  isThere(dinners)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const open = (address = '/groups') => show(<GroupsPage />, address)
const menu = async (user: ReturnType<typeof open>['user'], action: string) => {
  await user.click(await screen.findByRole('button', { name: 'Fler val för gruppen' }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}
const dialog = async () => within(await screen.findByRole('alertdialog'))

test('my groups show the last author and the unread count, and open groups can be joined at once', {
  tags: 'groups.page-list',
}, async () => {
  const joined = onPost('groups/4/join', answers(Group, { ...walkers, role: 'MEMBER' }))
  const { user } = open()
  const row = within(await screen.findByRole('link', { name: /Höstmiddagar/ }))
  expect(row.getByText('Vinterparet: Vi ses på lördag')).toBeTruthy()
  expect(row.getByText('4 olästa')).toBeTruthy()
  expect(screen.getByRole('link', { name: /Nattvandrare/ }).textContent).toContain('58 medlemmar')
  await user.click(screen.getByRole('button', { name: 'Gå med: Nattvandrare' }))
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Öppna grupper' })).toBeNull())
  expect(screen.getByRole('link', { name: /Nattvandrare/ })).toBeTruthy()
  expect(joined).toHaveLength(1)
})

/** Adds invites to these groups; the first one is called 'Naturvänner'. */
function isInvitedTo(...ids: string[]) {
  const names = ['Naturvänner', 'Keramik', 'Fyrar', 'Vinter', 'Höstlöv']
  const invited = ids.map((groupId, index) => ({ groupId, groupName: names[index] ?? groupId }))
  for (const info of invited) isThere(aGroup({ ...info, role: 'INVITED' }))
  onGet('groups', groups([dinners]))
  onGet('groups/invites', invites(invited.map((info) => anInvite(info))))
}

test('an invite is a row above my groups, opens as a letter, and accepting it opens the group', async () => {
  isInvitedTo('9')
  const mine = aGroup({ groupId: '9', groupName: 'Naturvänner' })
  onPost('groups/9/accept', answers(Group, mine))
  const { user } = open()
  expect(await screen.findByRole('region', { name: 'Inbjudningar' })).toBeTruthy()
  await user.click(screen.getByRole('link', { name: /Naturvänner/ }))
  const letter = within(await screen.findByRole('region', { name: 'Jakob-83 bjuder in dig till Naturvänner' }))
  expect(letter.getByText('Kom med!')).toBeTruthy()
  expect(document.activeElement).toBe(letter.getByRole('heading', { name: 'Naturvänner' }))
  isThere(mine)
  await user.click(letter.getByRole('button', { name: 'Gå med' }))
  expect(await screen.findByRole('tab', { name: 'Gruppchatt' })).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Inbjudningar' })).toBeNull()
})

test('declining an invite, with or without ignoring its sender, moves the focus on in the list', {
  tags: 'groups.page-decline',
}, async () => {
  isInvitedTo('9', '8')
  const declines = [onPost('groups/9/decline', answersNothing), onPost('groups/8/decline', answersNothing)]
  const ignores = onPost('ignore', answersNothing)
  const { user } = open('/groups?id=9')
  await user.click(await screen.findByRole('button', { name: 'Tacka nej' }))
  await waitFor(() => expect(screen.queryByRole('link', { name: /Naturvänner/ })).toBeNull())
  expect(ignores).toHaveLength(0)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: /Keramik/ })))
  await user.keyboard('{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Tacka nej och ignorera' }))
  const confirmDialog = await dialog()
  expect(document.activeElement).toBe(confirmDialog.getByRole('button', { name: 'Behåll' }))
  await user.click(confirmDialog.getByRole('button', { name: 'Tacka nej och ignorera' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: /bjuder in dig/ })).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: /Höstmiddagar/ })))
  expect(ignores.map(({ body }) => body)).toEqual(['Jakob-83'])
  expect(declines.map((calls) => calls.length)).toEqual([1, 1])
})

test('only three of many invites show above my groups until the others are expanded', async () => {
  isInvitedTo('9', '8', '7', '6', '5')
  const { user } = open()
  const region = await screen.findByRole('region', { name: 'Inbjudningar' })
  expect(within(region).getAllByRole('link')).toHaveLength(3)
  await user.click(screen.getByRole('button', { name: 'Visa alla 5 inbjudningar' }))
  const rows = within(region).getAllByRole('link')
  expect(rows).toHaveLength(5)
  expect(screen.queryByRole('button', { name: /Visa alla/ })).toBeNull()
  expect(document.activeElement).toBe(rows[3])
})

test('loading the next page moves the focus to its first row', async () => {
  const quiet = (id: number) =>
    aGroup({ groupId: String(id), groupName: `Grupp ${id}`, lastUpdate: '2026-01-01T00:00:00.000Z' })
  const page = Array.from({ length: PAGE_DEFAULT }, (_, at) => quiet(149 - at))
  onGet('groups', groups(page))
  const { user } = open()
  const more = await screen.findByRole('button', { name: 'Visa fler' })
  const calls = onGet('groups', groups([quiet(7)]))
  await user.click(more)
  const next = await screen.findByRole('link', { name: /Grupp 7/ })
  expect(calls.map(({ path }) => path)).toEqual([`groups?limit=${PAGE_DEFAULT}&before=100`])
  expect(document.activeElement).toBe(next)
  expect(screen.queryByRole('button', { name: 'Visa fler' })).toBeNull()
})

test('the next page of groups follows the loaded ones when an older group has been opened by its address', async () => {
  const quiet = (id: number) =>
    aGroup({ groupId: String(id), groupName: `Grupp ${id}`, lastUpdate: '2026-01-01T00:00:00.000Z' })
  isThere(quiet(7))
  onGet('groups', groups(Array.from({ length: PAGE_DEFAULT }, (_, at) => quiet(149 - at))))
  const { user } = open('/groups?id=7')
  const more = await screen.findByRole('button', { name: 'Visa fler' })
  act(() => onGroupChanged({ type: 'group:changed', groupId: '7', group: quiet(7) }))
  expect(screen.getByRole('link', { name: /Grupp 7/ })).toBeTruthy()
  const calls = onGet('groups', groups([quiet(50), quiet(7)]))
  await user.click(more)
  await screen.findByRole('link', { name: /Grupp 50/ })
  expect(calls.map(({ path }) => path)).toEqual([`groups?limit=${PAGE_DEFAULT}&before=100`])
})

test('unsent messages and comments stay visible when their group cannot be loaded', async () => {
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

test('loading the next page of members shows an error when it fails', async () => {
  const page = Array.from({ length: PAGE_MAX }, (_, at) => aGroupMember(`Medlem-${at}`))
  onGet('groups/3/members', answers(z.array(GroupMember), page))
  const { user } = open('/groups?id=3&tab=members')
  const more = await screen.findByRole('button', { name: 'Visa fler' })
  onGet('groups/3/members', refuses(403, 'FORBIDDEN', 'Nej'))
  await user.click(more)
  await waitFor(() => expect(useToasts.getState().queue.map(({ text }) => text)).toEqual(['Nej']))
  expect(screen.getAllByRole('link', { name: /^Medlem-/ })).toHaveLength(PAGE_MAX)
  const calls = onGet('groups/3/members', answers(z.array(GroupMember), [aGroupMember('Ebba')]))
  await user.click(more)
  const next = await screen.findByRole('link', { name: 'Ebba' })
  expect(calls.map(({ path }) => path)).toEqual([`groups/3/members?from=${PAGE_MAX}&limit=${PAGE_MAX}`])
  expect(document.activeElement).toBe(next)
  expect(screen.queryByRole('button', { name: 'Visa fler' })).toBeNull()
})

test('an invite withdrawn while it is open closes', async () => {
  isInvitedTo('9')
  open('/groups?id=9')
  await screen.findByRole('region', { name: /bjuder in dig/ })
  act(() => onGroupInvite({ type: 'group:invite', groupId: '9', invite: null }))
  expect(await screen.findByRole('heading', { name: 'Bara för medlemmar' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Gå med' })).toBeNull()
})

test('a failure to load invites shows an error and a retry button beside my groups', async () => {
  onGet('groups/invites', refuses(403, 'FORBIDDEN', 'Nej'))
  const { user } = open()
  expect((await screen.findByRole('alert')).textContent).toContain('Inbjudningarna kunde inte läsas in.')
  expect(await screen.findByRole('link', { name: /Höstmiddagar/ })).toBeTruthy()
  isInvitedTo('9')
  await user.click(screen.getByRole('button', { name: 'Försök igen' }))
  expect(await screen.findByRole('link', { name: /Naturvänner/ })).toBeTruthy()
})

test('the tabs show the description and the members of a group', { tags: 'groups.page-tabs' }, async () => {
  onGet(
    'groups/3/members',
    answers(z.array(GroupMember), [
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

test('an admin promotes and removes members after a confirmation', { tags: 'groups.page-members' }, async () => {
  isThere(aGroup({ role: 'ADMIN' }))
  onGet('groups/3/members', answers(z.array(GroupMember), [aGroupMember('Bo')]))
  const promotes = onPost('groups/3/members/Bo/promote', answersNothing)
  const removes = onPost('groups/3/members/Bo/remove', answersNothing)
  const { user } = open('/groups?id=3&tab=members')
  const manage = async (action: string) => {
    await user.click(await screen.findByRole('button', { name: 'Hantera Bo' }))
    await user.click(await screen.findByRole('menuitem', { name: action }))
  }
  await manage('Gör till admin')
  await waitFor(() => expect(promotes).toHaveLength(1))
  await manage('Ta bort ur gruppen')
  const confirmDialog = await dialog()
  onGet('groups/3/members', answers(z.array(GroupMember), []))
  await user.click(confirmDialog.getByRole('button', { name: 'Ta bort ur gruppen' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Hantera Bo' })).toBeNull())
  expect(removes).toHaveLength(1)
})

test('an admin finds a member, invites with a greeting, and withdraws an invite', {
  tags: 'groups.page-invite',
}, async () => {
  isThere(aGroup({ role: 'ADMIN' }))
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
  found.hits = [saga]
  const sent: SentGroupInvite = {
    recipientName: 'Saga',
    recipientPhotoUrl: null,
    couple: false,
    inviterName: 'Mira',
    sentAt: new Date().toISOString(),
  }
  onGet('groups/3/invites', answers(z.array(SentGroupInvite), []))
  const { user } = open('/groups?id=3&tab=invites')
  expect(await screen.findByText('Inga obesvarade inbjudningar.')).toBeTruthy()
  await user.click(within(screen.getByRole('tabpanel')).getByRole('button', { name: 'Bjud in' }))
  await user.type(await screen.findByLabelText('Profilnamn'), 'sag')
  await user.click(screen.getByRole('button', { name: 'Sök' }))
  await user.click(await screen.findByRole('button', { name: /Saga/ }))
  await user.type(screen.getByLabelText('Hälsning'), 'Kom!')
  onPost('groups/invites', refuses(409, 'CONFLICT', 'Det är redan gjort.'))
  await user.click(screen.getByRole('button', { name: 'Skicka inbjudan' }))
  expect(await screen.findByText('Det är redan gjort.')).toBeTruthy()
  const calls = onPost('groups/invites', answers(SentGroupInvite, sent, 201))
  onGet('groups/3/invites', answers(z.array(SentGroupInvite), [sent]))
  await user.click(screen.getByRole('button', { name: 'Skicka inbjudan' }))
  expect(await screen.findByText('Inbjudan till Saga är skickad.')).toBeTruthy()
  expect(calls[0]?.body).toEqual({ groupId: '3', recipientName: 'Saga', message: 'Kom!' })
  const withdrawals = onPost('groups/3/invites/Saga/withdraw', answersNothing)
  onGet('groups/3/invites', answers(z.array(SentGroupInvite), []))
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
  onPost('groups', refuses(409, 'GROUP_NAME_IN_USE', 'Gruppnamnet är upptaget.'))
  await user.click(screen.getByRole('button', { name: 'Skapa grupp' }))
  expect((await screen.findAllByText('Gruppnamnet är upptaget.')).length).toBe(2)
  expect(screen.getByLabelText('Gruppens namn').getAttribute('aria-invalid')).toBe('true')
  const made = aGroup({ groupId: '7', groupName: 'Vinterbad', role: 'ADMIN', owner: true })
  isThere(made)
  const calls = onPost('groups', answers(Group, made, 201))
  await user.click(screen.getByRole('button', { name: 'Skapa grupp' }))
  expect(await screen.findByRole('heading', { name: 'Vinterbad', level: 2 })).toBeTruthy()
  expect(calls[0]?.body).toEqual({ groupName: 'Vinterbad', description: 'Kallt och kort.', isOpen: true })
})

test('leaving unsaved input asks for confirmation', async () => {
  const { user } = open('/groups?new=1')
  await user.type(await screen.findByLabelText('Gruppens namn'), 'Vinterbad')
  await user.click(screen.getByRole('button', { name: 'Avbryt' }))
  await user.click((await dialog()).getByRole('button', { name: 'Fortsätt skriva' }))
  expect(screen.getByLabelText<HTMLInputElement>('Gruppens namn').value).toBe('Vinterbad')
  await user.click(screen.getByRole('button', { name: 'Avbryt' }))
  await user.click((await dialog()).getByRole('button', { name: 'Lämna' }))
  expect(await screen.findByText('Välj en grupp')).toBeTruthy()
})

test('an admin edits the group', { tags: 'groups.page-edit' }, async () => {
  isThere(aGroup({ role: 'ADMIN' }))
  const calls = onPost('groups/3', answers(Group, aGroup({ role: 'ADMIN', version: 6, groupName: 'Vårmiddagar' })))
  const { user } = open('/groups?id=3')
  await menu(user, 'Ändra gruppen')
  const name = await screen.findByLabelText<HTMLInputElement>('Gruppens namn')
  expect(name.value).toBe('Höstmiddagar Stockholm')
  expect(document.activeElement).toBe(name)
  await user.clear(name)
  await user.type(name, 'Vårmiddagar')
  await user.click(screen.getByRole('button', { name: 'Spara' }))
  expect(await screen.findByRole('heading', { name: 'Vårmiddagar', level: 2 })).toBeTruthy()
  expect(calls[0]?.body).toMatchObject({ groupName: 'Vårmiddagar', isOpen: false })
})

test('leaving asks for confirmation, and only the owner can delete', { tags: 'groups.page-leave' }, async () => {
  const leaves = onPost('groups/3/leave', answersNothing)
  const { user } = open('/groups?id=3')
  await user.click(await screen.findByRole('button', { name: 'Fler val för gruppen' }))
  expect(screen.queryByRole('menuitem', { name: 'Ta bort gruppen' })).toBeNull()
  await user.click(await screen.findByRole('menuitem', { name: 'Lämna gruppen' }))
  const confirmDialog = await dialog()
  expect(document.activeElement).toBe(confirmDialog.getByRole('button', { name: 'Stanna kvar' }))
  await user.click(confirmDialog.getByRole('button', { name: 'Lämna gruppen' }))
  expect(await screen.findByText('Välj en grupp')).toBeTruthy()
  expect(useToasts.getState().queue.map(({ text }) => text)).toEqual(['Du har lämnat Höstmiddagar Stockholm.'])
  expect(screen.queryByRole('link', { name: /Höstmiddagar/ })).toBeNull()
  expect(leaves).toHaveLength(1)
})

test('the team can delete a group that it does not belong to', async () => {
  startSession({ ...mira, memberLevel: 'ADMIN' })
  isThere(walkers)
  const calls = onPost('groups/4/delete', answersNothing)
  const { user } = open('/groups?id=4')
  await menu(user, 'Ta bort gruppen')
  await user.click((await dialog()).getByRole('button', { name: 'Ta bort gruppen' }))
  await waitFor(() => expect(calls).toHaveLength(1))
})

test('a missing group leads back to the list', { tags: 'groups.page-missing' }, async () => {
  onGet('groups/99/open', refuses(404, 'NOT_FOUND', 'Det finns inte.'))
  open('/groups?id=99')
  expect(await screen.findByText('Gruppen finns inte, eller har tagits bort.')).toBeTruthy()
  expect(await screen.findByRole('heading', { name: 'Välj en grupp' })).toBeTruthy()
})

test('a non-member sees the description and the join button, but no content', async () => {
  isThere(walkers)
  open('/groups?id=4')
  expect(await screen.findByRole('heading', { name: 'Gå med för att läsa' })).toBeTruthy()
  expect(screen.queryByRole('tab')).toBeNull()
  cleanup()
  isThere(aGroup({ groupId: '5', role: 'NONE' }))
  open('/groups?id=5')
  expect(await screen.findByRole('heading', { name: 'Bara för medlemmar' })).toBeTruthy()
})

test('pushes add, change and remove a group at once', async () => {
  open('/groups?id=3&tab=about')
  await screen.findByText('långsamt')
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
