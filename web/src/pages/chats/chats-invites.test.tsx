import type { ChatStatus } from '@app/contract/chats'
import { Group, GroupCount, GroupInvite } from '@app/contract/groups'
import type { SearchHit } from '@app/contract/members/profiles'
import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { fakeGateway } from '../../chats/fakes/fake-gateway.ts'
import { loadAll } from '../../chats/loads.ts'
import { aGroup, anInvite } from '../../groups/fake-groups.ts'
import { onGroupInvite } from '../../groups/store.ts'
import { useToasts } from '../../lib/feedback/toasts.ts'
import { refreshSession } from '../../lib/http/session.ts'
import { mira, onGet, onPost, renderInApp, respondEmpty, respondWith, respondWithError } from '../../testing.tsx'
import { server } from '../../testing-server.ts'
import { ChatsPage } from './ChatsPage.tsx'
import {
  findRow,
  getField,
  getTab,
  listMessageTexts,
  listPosts,
  openChat,
  openChats,
  rowOf,
  serveStatuses,
  setUpChatsDevice,
  simulatePhone,
  testState,
} from './chats-testing.tsx'

setUpChatsDevice()

const getToast = () => useToasts.getState().queue[0]

/** Presses a button with the Enter key. */
async function pressEnter(user: UserEvent, button: HTMLElement) {
  act(() => button.focus())
  await user.keyboard('{Enter}')
}

async function openInvite(name: string) {
  const { user } = await openChats('/chats?tab=invites')
  await user.click(await findRow(name))
  return { user, invitePane: await screen.findByRole('region', { name: `Inbjudan från ${name}` }) }
}

test('invites are grouped, and the tab counts the unanswered ones to chat', {
  tags: 'chats.page-invites',
}, async () => {
  testState.chats.invite('Saga', 'Hej från Saga')
  testState.chats.maybe(testState.chats.invite('Fyr', 'Kanske ses vi'))
  testState.chats.invite('Ost', 'Ska vi gå en runda?', { byMe: true })
  testState.groupInvites = [anInvite({ groupId: '9', groupName: 'Naturvänner' })]
  const { user } = await openChats()
  expect(getTab(/Inbjudningar/).textContent).toContain('1')
  await user.click(getTab(/Inbjudningar/))
  const listHeadings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  await waitFor(() =>
    expect(listHeadings().slice(0, 4)).toEqual(['1 väntar på ditt svar', 'Grupper', 'Kanske', 'Skickade']),
  )
  expect(rowOf('Naturvänner').textContent).toContain('Inbjuden av Jakob-83')
})

test('an open invite shows its whole text without links', async () => {
  const longText = 'lång text '.repeat(20).trim()
  testState.chats.invite('Saga', `Se https://example.com och [klicka](https://example.com) ${longText}`)
  const { invitePane } = await openInvite('Saga')
  await waitFor(() =>
    expect(invitePane.querySelector('blockquote')?.textContent).toBe(`Se https://example.com och klicka ${longText}`),
  )
  expect(within(invitePane).getAllByRole('link')).toEqual([
    within(invitePane).getByRole('link', { name: 'Visa profil' }),
  ])
  expect(within(invitePane).getByText(/^Kvinna, 39 år · Stockholm, Nacka ·/)).toBeTruthy()
})

test('accepting an invite opens the chat, which moves from the invites to the chats', {
  tags: 'chats.page-accept',
}, async () => {
  const chatId = testState.chats.invite('Saga', 'Hej')
  const { user, invitePane } = await openInvite('Saga')
  await user.click(within(invitePane).getByRole('button', { name: 'Tacka ja' }))
  await waitFor(() => expect(getField()).toBeTruthy())
  expect(listMessageTexts()).toEqual(['Hej'])
  expect(listPosts(`chats/${chatId}/accept`)).toHaveLength(1)
  expect(getTab(/Inbjudningar/).textContent).toBe('Inbjudningar')
  expect(within(screen.getByRole('tabpanel')).getByRole('link', { name: /Saga/ })).toBeTruthy()
})

test('answering maybe removes the invite from the count; declining removes it from the list', {
  tags: 'chats.page-maybe-and-decline',
}, async () => {
  testState.chats.invite('Saga', 'Hej')
  const { user, invitePane } = await openInvite('Saga')
  await user.click(within(invitePane).getByRole('button', { name: 'Kanske' }))
  await waitFor(() => expect(getTab(/Inbjudningar/).textContent).toBe('Inbjudningar'))
  expect(within(invitePane).queryByRole('button', { name: 'Kanske' })).toBeNull()
  await user.click(within(invitePane).getByRole('button', { name: 'Tacka nej' }))
  expect(await screen.findByRole('heading', { name: 'Inga inbjudningar just nu' })).toBeTruthy()
  expect(getToast()?.text).toBe('Du har tackat nej till inbjudan från Saga.')
})

test('a failed answer shows the reason and keeps the invite', async () => {
  testState.chats.invite('Saga', 'Hej')
  const { user, invitePane } = await openInvite('Saga')
  server.use(
    http.post('*/accept', () =>
      HttpResponse.json({ code: 'CONFLICT', message: 'Det är redan gjort.' }, { status: 409 }),
    ),
  )
  await user.click(within(invitePane).getByRole('button', { name: 'Tacka ja' }))
  await waitFor(() => expect(getToast()?.text).toBe('Det är redan gjort.'))
  expect(within(invitePane).getByRole('button', { name: 'Tacka ja' }).getAttribute('aria-busy')).toBeNull()
})

test('a sent invite can be withdrawn', async () => {
  const chatId = testState.chats.invite('Ost', 'Ska vi gå en runda?', { byMe: true })
  const { user } = await openChats('/chats?tab=invites')
  await user.click(await findRow('Ost'))
  expect(await screen.findByText('Väntar på svar från Ost.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Ta tillbaka inbjudan' }))
  await waitFor(() => expect(screen.queryByRole('link', { name: /Ost/ })).toBeNull())
  expect(listPosts(`chats/${chatId}/delete`)).toHaveLength(1)
})

test.each(['iIgnore', 'theyIgnore'] as const)(
  'an invite that is hidden because one member ignores the other (%s) opens as a missing chat',
  async (ignorer) => {
    const chatId = testState.chats.invite('Saga', 'Hej')
    testState.chats.ignore(chatId, ignorer, true)
    await openChats(`/chats?id=${chatId}`)
    await waitFor(() => expect(getToast()?.text).toBe('Chatten finns inte, eller har tagits bort.'))
    expect(screen.queryByRole('region', { name: 'Inbjudan från Saga' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Tacka ja' })).toBeNull()
  },
)

test('on a phone an invite is a card with its own buttons, and accepting it opens the chat', async () => {
  simulatePhone()
  testState.chats.invite('Saga', 'Hej')
  const { user } = await openChats('/chats?tab=invites')
  const card = await screen.findByRole('article', { name: 'Inbjudan från Saga' })
  await user.click(within(card).getByRole('button', { name: 'Tacka ja' }))
  await waitFor(() => expect(getField()).toBeTruthy())
  expect(screen.queryByRole('tablist')).toBeNull()
  await user.click(screen.getByRole('link', { name: 'Till chattarna' }))
  expect(await screen.findByRole('tablist')).toBeTruthy()
  expect(screen.queryByRole('log')).toBeNull()
})

test('the buttons of each card are described by the invite that they answer', async () => {
  simulatePhone()
  testState.chats.invite('Saga', 'Hej')
  testState.chats.invite('Fyr', 'Hallå')
  testState.chats.invite('Ost', 'Ska vi gå en runda?', { byMe: true })
  testState.groupInvites = [anInvite({ groupId: '9', groupName: 'Naturvänner' })]
  await openChats('/chats?tab=invites')
  await screen.findByRole('article', { name: /Naturvänner/ })
  const getButton = (name: string, description: string) => screen.getByRole('button', { name, description })
  for (const name of ['Tacka ja', 'Kanske', 'Tacka nej'])
    for (const sender of ['Saga', 'Fyr']) expect(getButton(name, `Inbjudan från ${sender}`)).toBeTruthy()
  expect(getButton('Ta tillbaka inbjudan', 'Inbjudan till Ost')).toBeTruthy()
  for (const name of ['Gå med', 'Tacka nej', 'Tacka nej och ignorera'])
    expect(getButton(name, 'Jakob-83 bjuder in dig till Naturvänner')).toBeTruthy()
})

test('after each answer the focus moves to the postponed invite, the next invite, or the top of the page', async () => {
  testState.chats.invite('Fyr', 'Hej från Fyr')
  testState.chats.invite('Saga', 'Hej från Saga')
  const { user, invitePane } = await openInvite('Saga')
  expect(document.activeElement).toBe(within(invitePane).getByRole('heading', { name: 'Saga' }))
  await pressEnter(user, within(invitePane).getByRole('button', { name: 'Kanske' }))
  await waitFor(() => expect(within(invitePane).queryByRole('button', { name: 'Kanske' })).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(within(invitePane).getByRole('heading', { name: 'Saga' })))
  await pressEnter(user, within(invitePane).getByRole('button', { name: 'Tacka nej' }))
  await waitFor(() => expect(document.activeElement).toBe(rowOf('Fyr')))
  await user.keyboard('{Enter}')
  const lastInvitePane = await screen.findByRole('region', { name: 'Inbjudan från Fyr' })
  await pressEnter(user, within(lastInvitePane).getByRole('button', { name: 'Tacka nej' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
})

test('an invite withdrawn while it is open closes, and the focus moves to the page', async () => {
  const chatId = testState.chats.invite('Saga', 'Hej')
  const { invitePane } = await openInvite('Saga')
  act(() => within(invitePane).getByRole('button', { name: 'Tacka ja' }).focus())
  act(() => testState.chats.partnerLeaves(chatId))
  expect(await screen.findByText('Här läser du en inbjudan i lugn och ro innan du svarar.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
})

test('a group invite has a row and a pane with the description; the URL stores the open one', async () => {
  testState.groupInvites = [anInvite({ groupId: '9', groupName: 'Naturvänner' })]
  const { user } = await openChats('/chats?tab=invites')
  await user.click(await screen.findByRole('link', { name: /Naturvänner/ }))
  const invitePane = await screen.findByRole('region', { name: 'Jakob-83 bjuder in dig till Naturvänner' })
  expect(screen.getByTestId('search').textContent).toBe('?tab=invites&group=9')
  expect(within(invitePane).getByText('Kom med!')).toBeTruthy()
  expect(invitePane.textContent).toContain('Grupp · 48 medlemmar · inbjuden av Jakob-83')
  expect(within(invitePane).getByText('långsamt').tagName).toBe('STRONG')
  expect(rowOf('Naturvänner').getAttribute('aria-current')).toBe('true')
  expect(getTab(/Inbjudningar/).getAttribute('aria-selected')).toBe('true')
})

test('joining a group from its invite opens the group', async () => {
  testState.groupInvites = [anInvite({ groupId: '9' })]
  onPost('groups/9/accept', respondWith(Group, aGroup({ groupId: '9' })))
  onGet('groups/count', respondWith(GroupCount, { groups: 0, messages: 0, invites: 0 }))
  const { user } = await openChats('/chats?tab=invites&group=9')
  await user.click(await screen.findByRole('button', { name: 'Gå med' }))
  await waitFor(() => expect(screen.getByTestId('path').textContent).toBe('/groups'))
  expect(screen.getByTestId('search').textContent).toBe('?id=9')
})

test('declining a group invite and ignoring its sender moves the focus to the next invite', async () => {
  testState.groupInvites = [anInvite({ groupId: '9', groupName: 'Naturvänner' }), anInvite({ groupId: '8' })]
  const declines = onPost('groups/9/decline', respondEmpty)
  const ignores = onPost('ignore', respondEmpty)
  onGet('groups/count', respondWith(GroupCount, { groups: 0, messages: 0, invites: 1 }))
  const { user } = await openChats('/chats?tab=invites&group=9')
  await pressEnter(user, await screen.findByRole('button', { name: 'Tacka nej och ignorera' }))
  const confirmation = await screen.findByRole('alertdialog', { name: 'Tacka nej och ignorera Jakob-83?' })
  await pressEnter(user, within(confirmation).getByRole('button', { name: 'Tacka nej och ignorera' }))
  await waitFor(() => expect(screen.queryByRole('link', { name: /Naturvänner/ })).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(rowOf('Höstmiddagar')))
  expect([declines.length, ignores.map(({ body }) => body)]).toEqual([1, ['Jakob-83']])
  await waitFor(() => expect(screen.getByTestId('search').textContent).toBe('?tab=invites'))
})

test('a group invite appears and disappears by push', async () => {
  await openChats('/chats?tab=invites')
  await screen.findByText('Inga inbjudningar just nu')
  const invite = anInvite({ groupId: '9', groupName: 'Naturvänner' })
  act(() => onGroupInvite({ type: 'group:invite', groupId: '9', invite }))
  expect(rowOf('Naturvänner')).toBeTruthy()
  act(() => onGroupInvite({ type: 'group:invite', groupId: '9', invite: null }))
  expect(screen.getByText('Inga inbjudningar just nu')).toBeTruthy()
})

test('the URL of a missing group invite redirects to the list, which shows a message', async () => {
  await openChats('/chats?tab=invites&group=77')
  await waitFor(() => expect(screen.getByTestId('search').textContent).toBe('?tab=invites'))
  expect(getToast()?.text).toBe('Inbjudan finns inte, eller har tagits bort.')
})

test('on a phone group invites are cards, too, and declining an invite focuses the next card', async () => {
  simulatePhone()
  testState.chats.invite('Saga', 'Hej')
  testState.groupInvites = [anInvite({ groupId: '9', groupName: 'Naturvänner' })]
  const { user } = await openChats('/chats?tab=invites')
  const card = await screen.findByRole('article', { name: 'Inbjudan från Saga' })
  await pressEnter(user, within(card).getByRole('button', { name: 'Tacka nej' }))
  await waitFor(() => expect(screen.queryByRole('article', { name: /Saga/ })).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: /Naturvänner/ })))
})

test('a failure to load group invites shows an error and a retry button, and keeps the chat invites', async () => {
  testState.chats.invite('Saga', 'Hej')
  onGet('groups/invites', respondWithError(403, 'FORBIDDEN', 'Nej'))
  const { user } = await openChats('/chats?tab=invites')
  expect(await screen.findByRole('heading', { name: 'Kunde inte läsa in inbjudningar' })).toBeTruthy()
  expect(rowOf('Saga')).toBeTruthy()
  testState.groupInvites = [anInvite({ groupId: '9', groupName: 'Naturvänner' })]
  onGet('groups/invites', respondWith(z.array(GroupInvite), testState.groupInvites))
  await user.click(screen.getByRole('button', { name: 'Försök igen' }))
  expect(await screen.findByRole('link', { name: /Naturvänner/ })).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Kunde inte läsa in inbjudningar' })).toBeNull()
})

test('the list and the pane show that the invites are loading', {
  tags: 'chats.page-invites-loading',
}, async () => {
  onGet('chats/invites', () => new Promise(() => undefined))
  renderInApp(<ChatsPage />, '/chats?tab=invites')
  act(() => void loadAll())
  expect(await screen.findByText('Läser in inbjudningar')).toBeTruthy()
  expect(await screen.findByRole('heading', { name: 'Väntar på inbjudan' })).toBeTruthy()
})

test('invites that fail to load show an error', { tags: 'chats.page-invites-error' }, async () => {
  server.use(
    http.get('*/api/v2/chats/invites', () => HttpResponse.json({ code: 'FORBIDDEN', message: 'Nej' }, { status: 403 })),
  )
  await openChats('/chats?tab=invites')
  expect(await screen.findByRole('heading', { name: 'Kunde inte läsa in inbjudningar' })).toBeTruthy()
})

test('ignoring a member replaces the message field by a notice, and can be undone', async () => {
  const chatId = testState.chats.open('Linn')
  const { user } = await openChat(chatId)
  await user.click(screen.getByRole('button', { name: 'Fler val för chatten med Linn' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Ignorera' }))
  await waitFor(() => expect(screen.getByText('Du ignorerar Linn.')).toBeTruthy())
  expect(screen.getByText('Du ignorerar nu Linn.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Ångra' }))
  await waitFor(() => expect(getField()).toBeTruthy())
})

test('on a phone the focus moves to the name when the message field replaces the button that stops ignoring', async () => {
  simulatePhone()
  const chatId = testState.chats.open('Linn')
  testState.chats.ignore(chatId, 'iIgnore', true)
  const { user } = await openChats(`/chats?id=${chatId}`)
  await user.click(await screen.findByRole('button', { name: 'Sluta ignorera' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: /Linn/ })))
  expect(getField()).toBeTruthy()
})

test('the team cannot be ignored', async () => {
  const chatId = testState.chats.open('Teamet', 'Välkommen')
  const { user } = await openChat(chatId)
  await user.click(screen.getByRole('button', { name: 'Fler val för chatten med Teamet' }))
  const menu = await screen.findByRole('menu')
  expect(
    within(menu)
      .getAllByRole('menuitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Sök i chatten', 'Ta bort chatten'])
})

test('deleting a chat asks for confirmation by name, with the focus on the safe choice', {
  tags: 'chats.page-delete-chat',
}, async () => {
  const chatId = testState.chats.open('Jakob-83')
  const { user } = await openChat(chatId)
  await user.click(screen.getByRole('button', { name: 'Fler val för chatten med Jakob-83' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Ta bort chatten' }))
  const confirmation = await screen.findByRole('alertdialog', { name: 'Ta bort chatten med Jakob-83?' })
  expect(document.activeElement).toBe(within(confirmation).getByRole('button', { name: 'Behåll' }))
  await user.click(within(confirmation).getByRole('button', { name: 'Ta bort chatten' }))
  expect(await screen.findByRole('heading', { name: 'Välj en chatt' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: /Jakob/ })).toBeNull()
  expect(listPosts(`chats/${chatId}/delete`)).toHaveLength(1)
})

const saga: SearchHit = {
  userName: 'Saga på ön',
  persons: [{ sex: 'FEMALE', yearOfBirth: 1986, orientation: 'SECRET' }],
  cities: ['Norrtälje'],
  text: '',
  lastActive: null,
  profilePhotoUrl: null,
  badges: ['VERIFIED'],
  hasNotes: false,
  hasAd: false,
  title: null,
}

/** Opens the dialog for a new chat, and selects Saga. */
async function chooseSaga(user: UserEvent) {
  await user.click(screen.getByRole('button', { name: 'Ny chatt' }))
  const dialog = await screen.findByRole('dialog', { name: 'Ny chatt' })
  await user.type(within(dialog).getByLabelText('Profilnamn'), 'saga')
  await user.click(within(dialog).getByRole('button', { name: 'Sök' }))
  await user.click(await within(dialog).findByRole('button', { name: /Saga på ön/ }))
  return within(dialog)
}

/** Selects Saga, to whom the viewer has this status, in the dialog for a new chat. */
async function findSaga(status: ChatStatus) {
  serveStatuses({ hits: [saga], statuses: { 'Saga på ön': status } })
  const { user } = await openChats()
  return { user, dialog: await chooseSaga(user) }
}

test('a member is found by part of the name, in a session-encrypted response, and invited with a text', {
  tags: 'chats.page-new-chat',
}, async () => {
  const { user, dialog } = await findSaga({ status: 'MAY_INVITE', chatId: null, relationship: 0 })
  const button = await dialog.findByRole<HTMLButtonElement>('button', { name: 'Bjud in till chatt' })
  expect(button.disabled).toBe(true)
  await user.type(dialog.getByLabelText('Första meddelandet'), 'H')
  expect(dialog.getByText('Skriv minst två tecken.')).toBeTruthy()
  await user.type(dialog.getByLabelText('Första meddelandet'), 'ej Saga')
  expect(dialog.queryByText('Skriv minst två tecken.')).toBeNull()
  await user.click(button)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(testState.chats.list('sent')).toMatchObject([{ partner: { userName: 'Saga på ön' }, lastMessage: 'Hej Saga' }])
  expect(getToast()?.text).toBe('Inbjudan till Saga på ön är skickad.')
})

test('a member whose account is restricted learns that before they write an invite', {
  tags: 'decisions.page-restricted',
}, async () => {
  const until = new Date(Date.now() + 365 * 86_400_000)
  refreshSession({ ...mira, restrictions: { CONTACT: until.toISOString() } })
  const { dialog } = await findSaga({ status: 'MAY_INVITE', chatId: null, relationship: 0 })
  const day = new Intl.DateTimeFormat('sv', { day: 'numeric', month: 'long', year: 'numeric' }).format(until)
  expect((await dialog.findByRole('note')).textContent).toBe(
    `Ett beslut begränsar ditt konto till ${day}. Till dess kan du inte bjuda in någon. Läs beslutet`,
  )
})

test('a found member is shown after a retry if the status cannot be loaded at first', async () => {
  serveStatuses({ hits: [saga], statuses: { 'Saga på ön': { status: 'MAY_INVITE', chatId: null, relationship: 0 } } })
  server.use(
    http.get(
      '*/chats/status/:name',
      () => HttpResponse.json({ code: 'UNKNOWN', message: 'Okänt fel.' }, { status: 501 }),
      { once: true },
    ),
  )
  const { user } = await openChats()
  const dialog = await chooseSaga(user)
  await user.click(await dialog.findByRole('button', { name: 'Försök igen' }))
  expect(await dialog.findByRole('button', { name: 'Bjud in till chatt' })).toBeTruthy()
})

test('a rejected invite keeps the input and shows the reason', async () => {
  const { user, dialog } = await findSaga({ status: 'MAY_INVITE', chatId: null, relationship: 3 })
  expect(await dialog.findByText('Du har tackat nej till en inbjudan från Saga på ön.')).toBeTruthy()
  server.use(
    http.post('*/chats/invites', () =>
      HttpResponse.json({ code: 'TOO_MANY_REQUESTS', message: 'Det gick lite fort.' }, { status: 429 }),
    ),
  )
  await user.type(await dialog.findByLabelText('Första meddelandet'), 'Hej Saga')
  await user.click(dialog.getByRole('button', { name: 'Bjud in till chatt' }))
  expect(await dialog.findByText('Det gick lite fort.')).toBeTruthy()
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Första meddelandet').value).toBe('Hej Saga')
})

test('the error of the daily limit of invites states when more can be sent', {
  tags: 'contact.page-limit',
}, async () => {
  const { user, dialog } = await findSaga({ status: 'MAY_INVITE', chatId: null, relationship: 0 })
  server.use(
    http.post('*/chats/invites', () =>
      HttpResponse.json(
        { code: 'TOO_MANY_REQUESTS', message: 'Det gick lite fort.' },
        { status: 429, headers: { 'retry-after': '7200' } },
      ),
    ),
  )
  await user.type(await dialog.findByLabelText('Första meddelandet'), 'Hej Saga')
  await user.click(dialog.getByRole('button', { name: 'Bjud in till chatt' }))
  expect((await dialog.findByText(/Du kan skicka fler/)).textContent).toMatch(/dag(?: kl\.)? \d\d:\d\d\.$/)
})

test.each([
  ['INVITED', { status: 'INVITED', chatId: '5', relationship: 1 }, ['Inbjudan skickad']],
  ['ALREADY_CHAT', { status: 'ALREADY_CHAT', chatId: '5', relationship: 2 }, ['Öppna chatten']],
  [
    'PLEASE_ACCEPT',
    { status: 'PLEASE_ACCEPT', chatId: '5', relationship: 1, incoming: true },
    ['Tacka ja', 'Tacka nej'],
  ],
  [
    'IGNORING',
    { status: 'IGNORING', chatId: null, relationship: 5 },
    ['Ni kan inte skriva till varandra.', 'Sluta ignorera'],
  ],
  ['IGNORED', { status: 'IGNORED', chatId: null, relationship: 5 }, ['Ni kan inte skriva till varandra.']],
  ['ADMIN_CHAT', { status: 'ADMIN_CHAT', chatId: null, relationship: 2 }, ['Skriv till teamet']],
  [
    'NOT_ACCEPTING',
    { status: 'NOT_ACCEPTING', chatId: null, relationship: 4, needs: ['VERIFIED', 'PHOTO'] },
    ['Saga på ön har valt vilka som får skriva först.', 'vara verifierad', 'ha ett foto'],
  ],
] as const satisfies [string, ChatStatus, string[]][])(
  'the status %s has its own buttons and text',
  { tags: 'chats.page-buttons-by-status' },
  async (_, status, texts) => {
    const { dialog } = await findSaga(status)
    for (const text of texts) expect(await dialog.findByText(text)).toBeTruthy()
    expect(dialog.queryByRole('button', { name: 'Bjud in till chatt' })).toBeNull()
  },
)

test('the dialog opens an existing chat', async () => {
  const chatId = testState.chats.open('Saga på ön', 'Hej igen')
  const { user, dialog } = await findSaga({ status: 'ALREADY_CHAT', chatId, relationship: 2 })
  await user.click(await dialog.findByRole('button', { name: 'Öppna chatten' }))
  await waitFor(() => expect(getField()).toBeTruthy())
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('an unknown name shows a hint', async () => {
  testState.requests = fakeGateway(testState.chats)
  const { user } = await openChats()
  await user.click(screen.getByRole('button', { name: 'Ny chatt' }))
  const dialog = await screen.findByRole('dialog', { name: 'Ny chatt' })
  expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Sök' }).disabled).toBe(true)
  await user.type(within(dialog).getByLabelText('Profilnamn'), 'ingen{Enter}')
  expect(await within(dialog).findByText('Ingen medlem heter så. Prova en annan del av namnet.')).toBeTruthy()
})
