import type { ChatStatus } from '@app/contract/chats'
import { Group, GroupCount, GroupInvite } from '@app/contract/groups'
import type { SearchHit } from '@app/contract/members/profiles'
import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { fakeGateway } from '../../chats/fake-gateway.ts'
import { loadAll } from '../../chats/loads.ts'
import { aGroup, anInvite } from '../../groups/fake-groups.ts'
import { onGroupInvite } from '../../groups/store.ts'
import { useToasts } from '../../lib/feedback/toasts.ts'
import { answers, answersNothing, onGet, onPost, refuses, show } from '../../testing.tsx'
import { server } from '../../testing-server.ts'
import { ChatsPage } from './ChatsPage.tsx'
import {
  chatsDevice,
  field,
  onPhone,
  openChat,
  openChats,
  posts,
  rowOf,
  serveStatuses,
  tab,
  words,
  world,
} from './chats-testing.tsx'

chatsDevice()

const toast = () => useToasts.getState().queue[0]

/** Presses a button with the keyboard. */
async function press(user: UserEvent, button: HTMLElement) {
  act(() => button.focus())
  await user.keyboard('{Enter}')
}

async function openLetter(name: string) {
  const { user } = await openChats('/chats?tab=invites')
  await user.click(rowOf(name))
  return { user, letter: await screen.findByRole('region', { name: `Inbjudan från ${name}` }) }
}

test('invites are grouped, and the tab counts the unanswered ones', { tags: 'chats.page-invites' }, async () => {
  world.chats.invite('Saga', 'Hej från Saga')
  world.chats.maybe(world.chats.invite('Fyr', 'Kanske ses vi'))
  world.chats.invite('Ost', 'Ska vi gå en runda?', { byMe: true })
  world.groupInvites = [anInvite({ groupId: '9', groupName: 'Naturvänner' })]
  const { user } = await openChats()
  expect(tab(/Inbjudningar/).textContent).toContain('1')
  await user.click(tab(/Inbjudningar/))
  await screen.findByRole('region', { name: 'Grupper' })
  const groups = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(groups.slice(0, 4)).toEqual(['1 väntar på ditt svar', 'Grupper', 'Kanske', 'Skickade'])
  expect(rowOf('Naturvänner').textContent).toContain('Inbjuden av Jakob-83')
})

test('an invite letter shows its whole text without links', async () => {
  const long = 'lång text '.repeat(20).trim()
  world.chats.invite('Saga', `Se https://example.com och [klicka](https://example.com) ${long}`)
  const { letter } = await openLetter('Saga')
  await waitFor(() =>
    expect(letter.querySelector('blockquote')?.textContent).toBe(`Se https://example.com och klicka ${long}`),
  )
  expect(within(letter).getAllByRole('link')).toEqual([within(letter).getByRole('link', { name: 'Visa profil' })])
  expect(within(letter).getByText(/^Kvinna, 39 år · Stockholm, Nacka ·/)).toBeTruthy()
})

test('accepting opens the chat at once', { tags: 'chats.page-accept' }, async () => {
  const chatId = world.chats.invite('Saga', 'Hej')
  const { user, letter } = await openLetter('Saga')
  await user.click(within(letter).getByRole('button', { name: 'Tacka ja' }))
  await waitFor(() => expect(field()).toBeTruthy())
  expect(words()).toEqual(['Saga: Hej'])
  expect(posts(`chats/${chatId}/accept`)).toHaveLength(1)
  expect(tab(/Inbjudningar/).textContent).toBe('Inbjudningar')
  expect(within(screen.getByRole('tabpanel')).getByRole('link', { name: /Saga/ })).toBeTruthy()
})

test('maybe moves the invite to the end and out of the count; declining removes it', {
  tags: 'chats.page-maybe-and-decline',
}, async () => {
  world.chats.invite('Saga', 'Hej')
  const { user, letter } = await openLetter('Saga')
  await user.click(within(letter).getByRole('button', { name: 'Kanske' }))
  await waitFor(() => expect(tab(/Inbjudningar/).textContent).toBe('Inbjudningar'))
  expect(within(letter).queryByRole('button', { name: 'Kanske' })).toBeNull()
  await user.click(within(letter).getByRole('button', { name: 'Tacka nej' }))
  expect(await screen.findByRole('heading', { name: 'Inga inbjudningar just nu' })).toBeTruthy()
  expect(toast()?.text).toBe('Du har tackat nej till inbjudan från Saga.')
})

test('a failed answer shows the reason and keeps the invite', async () => {
  world.chats.invite('Saga', 'Hej')
  const { user, letter } = await openLetter('Saga')
  server.use(
    http.post('*/accept', () =>
      HttpResponse.json({ code: 'CONFLICT', message: 'Det är redan gjort.' }, { status: 409 }),
    ),
  )
  await user.click(within(letter).getByRole('button', { name: 'Tacka ja' }))
  await waitFor(() => expect(toast()?.text).toBe('Det är redan gjort.'))
  expect(within(letter).getByRole('button', { name: 'Tacka ja' }).getAttribute('aria-busy')).toBeNull()
})

test('my own invite can be withdrawn', async () => {
  const chatId = world.chats.invite('Ost', 'Ska vi gå en runda?', { byMe: true })
  const { user } = await openChats('/chats?tab=invites')
  await user.click(rowOf('Ost'))
  expect(await screen.findByText('Väntar på svar från Ost.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Ta tillbaka inbjudan' }))
  await waitFor(() => expect(screen.queryByRole('link', { name: /Ost/ })).toBeNull())
  expect(posts(`chats/${chatId}/delete`)).toHaveLength(1)
})

test('on a phone invites are cards with their own buttons', async () => {
  onPhone()
  world.chats.invite('Saga', 'Hej')
  const { user } = await openChats('/chats?tab=invites')
  const card = await screen.findByRole('article', { name: 'Inbjudan från Saga' })
  await user.click(within(card).getByRole('button', { name: 'Tacka ja' }))
  await waitFor(() => expect(field()).toBeTruthy())
  expect(screen.queryByRole('tablist')).toBeNull()
  await user.click(screen.getByRole('link', { name: 'Till chattarna' }))
  expect(await screen.findByRole('tablist')).toBeTruthy()
  expect(screen.queryByRole('log')).toBeNull()
})

test('after each answer the focus moves to the letter put aside, the next invite, or the top of the page', async () => {
  world.chats.invite('Fyr', 'Hej från Fyr')
  world.chats.invite('Saga', 'Hej från Saga')
  const { user, letter } = await openLetter('Saga')
  expect(document.activeElement).toBe(within(letter).getByRole('heading', { name: 'Saga' }))
  await press(user, within(letter).getByRole('button', { name: 'Kanske' }))
  await waitFor(() => expect(within(letter).queryByRole('button', { name: 'Kanske' })).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(within(letter).getByRole('heading', { name: 'Saga' })))
  await press(user, within(letter).getByRole('button', { name: 'Tacka nej' }))
  await waitFor(() => expect(document.activeElement).toBe(rowOf('Fyr')))
  await user.keyboard('{Enter}')
  const last = await screen.findByRole('region', { name: 'Inbjudan från Fyr' })
  await press(user, within(last).getByRole('button', { name: 'Tacka nej' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
})

test('an invite withdrawn while it is open closes, and the focus moves to the page', async () => {
  const chatId = world.chats.invite('Saga', 'Hej')
  const { letter } = await openLetter('Saga')
  act(() => within(letter).getByRole('button', { name: 'Tacka ja' }).focus())
  act(() => world.chats.partnerLeaves(chatId))
  expect(await screen.findByText('Välj en inbjudan i listan.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
})

test('a group invite has a row and a letter with the description; the address stores the open one', async () => {
  world.groupInvites = [anInvite({ groupId: '9', groupName: 'Naturvänner' })]
  const { user } = await openChats('/chats?tab=invites')
  await user.click(await screen.findByRole('link', { name: /Naturvänner/ }))
  const letter = await screen.findByRole('region', { name: 'Jakob-83 bjuder in dig till Naturvänner' })
  expect(screen.getByTestId('search').textContent).toBe('?tab=invites&group=9')
  expect(within(letter).getByText('Kom med!')).toBeTruthy()
  expect(letter.textContent).toContain('Grupp · 48 medlemmar · inbjuden av Jakob-83')
  expect(within(letter).getByText('långsamt').tagName).toBe('STRONG')
  expect(rowOf('Naturvänner').getAttribute('aria-current')).toBe('true')
  expect(tab(/Inbjudningar/).getAttribute('aria-selected')).toBe('true')
})

test('joining a group from its letter opens it', async () => {
  world.groupInvites = [anInvite({ groupId: '9' })]
  onPost('groups/9/accept', answers(Group, aGroup({ groupId: '9' })))
  onGet('groups/count', answers(GroupCount, { groups: 0, messages: 0, invites: 0 }))
  const { user } = await openChats('/chats?tab=invites&group=9')
  await user.click(await screen.findByRole('button', { name: 'Gå med' }))
  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/groups'))
  expect(screen.getByTestId('search').textContent).toBe('?id=9')
})

test('declining a group invite, or ignoring its sender, moves on to the next one', async () => {
  world.groupInvites = [anInvite({ groupId: '9', groupName: 'Naturvänner' }), anInvite({ groupId: '8' })]
  const declines = onPost('groups/9/decline', answersNothing)
  const ignores = onPost('ignore', answersNothing)
  onGet('groups/count', answers(GroupCount, { groups: 0, messages: 0, invites: 1 }))
  const { user } = await openChats('/chats?tab=invites&group=9')
  await press(user, await screen.findByRole('button', { name: 'Tacka nej och ignorera' }))
  const question = await screen.findByRole('alertdialog', { name: 'Tacka nej och ignorera Jakob-83?' })
  await press(user, within(question).getByRole('button', { name: 'Tacka nej och ignorera' }))
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

test('the address of a missing group invite leads to the list, which shows a message', async () => {
  await openChats('/chats?tab=invites&group=77')
  await waitFor(() => expect(screen.getByTestId('search').textContent).toBe('?tab=invites'))
  expect(toast()?.text).toBe('Inbjudan finns inte, eller har tagits bort.')
})

test('on a phone a group invite is a card, and declining it focuses the next one', async () => {
  onPhone()
  world.chats.invite('Saga', 'Hej')
  world.groupInvites = [anInvite({ groupId: '9', groupName: 'Naturvänner' })]
  const { user } = await openChats('/chats?tab=invites')
  const card = await screen.findByRole('article', { name: 'Inbjudan från Saga' })
  await press(user, within(card).getByRole('button', { name: 'Tacka nej' }))
  await waitFor(() => expect(screen.queryByRole('article', { name: /Saga/ })).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: /Naturvänner/ })))
})

test('a failure to load group invites shows an error', async () => {
  world.chats.invite('Saga', 'Hej')
  onGet('groups/invites', refuses(403, 'FORBIDDEN', 'Nej'))
  const { user } = await openChats('/chats?tab=invites')
  expect(await screen.findByRole('heading', { name: 'Kunde inte läsa in inbjudningar' })).toBeTruthy()
  expect(rowOf('Saga')).toBeTruthy()
  world.groupInvites = [anInvite({ groupId: '9', groupName: 'Naturvänner' })]
  onGet('groups/invites', answers(z.array(GroupInvite), world.groupInvites))
  await user.click(screen.getByRole('button', { name: 'Försök igen' }))
  expect(await screen.findByRole('link', { name: /Naturvänner/ })).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Kunde inte läsa in inbjudningar' })).toBeNull()
})

test('the loading state and the empty pane show the specified texts', {
  tags: 'chats.page-invites-loading',
}, async () => {
  onGet('chats/invites', () => new Promise(() => undefined))
  show(<ChatsPage />, '/chats?tab=invites')
  act(() => void loadAll())
  expect(await screen.findByText('Läser in inbjudningar')).toBeTruthy()
  expect(await screen.findByRole('heading', { name: 'Väntar på inbjudan' })).toBeTruthy()
})

test('the error state shows the specified texts', { tags: 'chats.page-invites-error' }, async () => {
  server.use(
    http.get('*/api/v2/chats/invites', () => HttpResponse.json({ code: 'FORBIDDEN', message: 'Nej' }, { status: 403 })),
  )
  await openChats('/chats?tab=invites')
  expect(await screen.findByRole('heading', { name: 'Kunde inte läsa in inbjudningar' })).toBeTruthy()
})

test('ignoring takes effect at once and can be undone', async () => {
  const chatId = world.chats.open('Linn')
  const { user } = await openChat(chatId)
  await user.click(screen.getByRole('button', { name: 'Fler val för chatten med Linn' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Ignorera' }))
  await waitFor(() => expect(screen.getByText('Du ignorerar Linn.')).toBeTruthy())
  expect(screen.getByText('Du ignorerar nu Linn.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Ångra' }))
  await waitFor(() => expect(field()).toBeTruthy())
})

test('the team cannot be ignored', async () => {
  const chatId = world.chats.open('Teamet', 'Välkommen')
  const { user } = await openChat(chatId)
  await user.click(screen.getByRole('button', { name: 'Fler val för chatten med Teamet' }))
  const menu = await screen.findByRole('menu')
  expect(
    within(menu)
      .getAllByRole('menuitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Ta bort chatten'])
})

test('deleting a chat asks for confirmation by name, with the focus on the safe choice', {
  tags: 'chats.page-delete-chat',
}, async () => {
  const chatId = world.chats.open('Jakob-83')
  const { user } = await openChat(chatId)
  await user.click(screen.getByRole('button', { name: 'Fler val för chatten med Jakob-83' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Ta bort chatten' }))
  const question = await screen.findByRole('alertdialog', { name: 'Ta bort chatten med Jakob-83?' })
  expect(document.activeElement).toBe(within(question).getByRole('button', { name: 'Behåll' }))
  await user.click(within(question).getByRole('button', { name: 'Ta bort chatten' }))
  expect(await screen.findByRole('heading', { name: 'Välj en chatt' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: /Jakob/ })).toBeNull()
  expect(posts(`chats/${chatId}/delete`)).toHaveLength(1)
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

async function find(status: ChatStatus) {
  serveStatuses({ hits: [saga], statuses: { 'Saga på ön': status } })
  const { user } = await openChats()
  await user.click(screen.getByRole('button', { name: 'Ny chatt' }))
  const dialog = await screen.findByRole('dialog', { name: 'Ny chatt' })
  await user.type(within(dialog).getByLabelText('Profilnamn'), 'saga')
  await user.click(within(dialog).getByRole('button', { name: 'Sök' }))
  await user.click(await within(dialog).findByRole('button', { name: /Saga på ön/ }))
  return { user, dialog: within(dialog) }
}

test('a member is found by a part of the name, in a session-encrypted response, and invited with a text', {
  tags: 'chats.page-new-chat',
}, async () => {
  const { user, dialog } = await find({ status: 'MAY_INVITE', chatId: null, relationship: 0 })
  const button = await dialog.findByRole<HTMLButtonElement>('button', { name: 'Bjud in till chatt' })
  expect(button.disabled).toBe(true)
  await user.type(dialog.getByLabelText('Första meddelandet'), 'H')
  expect(dialog.getByText('Skriv minst två tecken.')).toBeTruthy()
  await user.type(dialog.getByLabelText('Första meddelandet'), 'ej Saga')
  expect(dialog.queryByText('Skriv minst två tecken.')).toBeNull()
  await user.click(button)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(world.chats.list('sent')).toMatchObject([{ partner: { userName: 'Saga på ön' }, lastMessage: 'Hej Saga' }])
  expect(toast()?.text).toBe('Inbjudan till Saga på ön är skickad.')
})

test('a rejected invite keeps the input and shows the reason', async () => {
  const { user, dialog } = await find({ status: 'MAY_INVITE', chatId: null, relationship: 3 })
  expect(await dialog.findByText('Du har tackat nej till en inbjudan från Saga på ön.')).toBeTruthy()
  server.use(
    http.post('*/chats/invites', () =>
      HttpResponse.json({ code: 'TOO_MANY_REQUESTS', message: 'Det gick lite fort.' }, { status: 429 }),
    ),
  )
  await user.type(dialog.getByLabelText('Första meddelandet'), 'Hej Saga')
  await user.click(dialog.getByRole('button', { name: 'Bjud in till chatt' }))
  expect(await dialog.findByText('Det gick lite fort.')).toBeTruthy()
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Första meddelandet').value).toBe('Hej Saga')
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
] as const satisfies [string, ChatStatus, string[]][])(
  '%s has its own buttons and words',
  { tags: 'chats.page-buttons-by-status' },
  async (_, status, wanted) => {
    const { dialog } = await find(status)
    for (const text of wanted) expect(await dialog.findByText(text)).toBeTruthy()
    expect(dialog.queryByRole('button', { name: 'Bjud in till chatt' })).toBeNull()
  },
)

test('the dialog opens an existing chat', async () => {
  const chatId = world.chats.open('Saga på ön', 'Hej igen')
  const { user, dialog } = await find({ status: 'ALREADY_CHAT', chatId, relationship: 2 })
  await user.click(await dialog.findByRole('button', { name: 'Öppna chatten' }))
  await waitFor(() => expect(field()).toBeTruthy())
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('an unknown name shows a hint', async () => {
  world.requests = fakeGateway(world.chats)
  const { user } = await openChats()
  await user.click(screen.getByRole('button', { name: 'Ny chatt' }))
  const dialog = await screen.findByRole('dialog', { name: 'Ny chatt' })
  expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Sök' }).disabled).toBe(true)
  await user.type(within(dialog).getByLabelText('Profilnamn'), 'ingen{Enter}')
  expect(await within(dialog).findByText('Ingen medlem heter så. Prova en annan del av namnet.')).toBeTruthy()
})
