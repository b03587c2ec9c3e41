import { MemberResponse } from '@app/contract/members/members'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { loadOlder } from '../../chats/loads.ts'
import { onPartnerChanged } from '../../chats/store.ts'
import { startSession } from '../../lib/http/session.ts'
import { mira, onGet, respondWith } from '../../testing.tsx'
import { ownResponse } from '../../testing-members.ts'
import {
  findRow,
  getField,
  getLog,
  getTab,
  listBubbles,
  listPosts,
  openChat,
  openChats,
  rowOf,
  setUpChatsDevice,
  testState,
} from './chats-testing.tsx'

setUpChatsDevice()

const getOpeningInvite = () => listBubbles()[0]!
const readOpeningText = () => getOpeningInvite().textContent ?? ''

test('a chat begins with its opening invite: both photos, the original words, and who invited whom', {
  tags: 'chats.page-opening-invite',
}, async () => {
  const chatId = testState.chats.open('Linn', 'Hej **Mira**')
  testState.chats.send(chatId, true, 'Hej Linn')
  onGet('members/username/:name', respondWith(MemberResponse, ownResponse({ profilePhotoUrl: '/media/own' })))
  await openChat(chatId)
  const photos = { profilePhotoUrl: '/media/small', photoUrl: '/media/medium' }
  act(() => onPartnerChanged({ type: 'partner:changed', userName: 'Linn', ...photos, badges: [] }))
  const listPhotos = () => [...getOpeningInvite().querySelectorAll('img')].map((image) => image.getAttribute('src'))
  await waitFor(() => expect(listPhotos()).toEqual(['/media/medium', '/media/own']))
  expect(within(getOpeningInvite()).getByRole('heading', { name: 'Ni kan skriva nu' })).toBeTruthy()
  expect(getOpeningInvite().querySelector('blockquote strong')?.textContent).toBe('Mira')
  expect(readOpeningText()).toMatch(/Linn bjöd in dig .+\. Du tackade ja .+\.$/)
  expect(readOpeningText()).not.toContain('tur')
  expect(listBubbles()).toHaveLength(2)
  expect(within(getLog()).queryByText('Hej Linn')).toBeTruthy()
})

test.each([
  ['Du skrev: ”Jag sjunger hemma” … Jag med!', 'Du skrev: ’Jag sjunger hemma’ … Jag med!'],
  ['You wrote: “I sing at home” … Me too!', 'You wrote: ‘I sing at home’ … Me too!'],
])('the card, which quotes the invite, shows quotes in it with single marks: %s', async (text, shown) => {
  await openChat(testState.chats.open('Linn', text))
  expect(getOpeningInvite().querySelector('blockquote')?.textContent).toBe(shown)
})

test('until a message follows, the invited member reads that it is their turn', async () => {
  const invitedChat = testState.chats.open('Linn', 'Hej')
  const { user } = await openChat(invitedChat)
  expect(readOpeningText()).toMatch(/Du tackade ja .+, så det är din tur\.$/)
  await user.type(getField(), 'Hej själv{Enter}')
  expect(readOpeningText()).not.toContain('din tur')
})

test('the inviter reads that it is the turn of the other member', async () => {
  const chatId = testState.chats.open('Linn', 'Hej', { byMe: true })
  await openChat(chatId)
  expect(readOpeningText()).toMatch(/Du bjöd in Linn .+\. Linn tackade ja .+, så det är deras tur\./)
})

test('the opening invite leaves out the time of acceptance if it is unknown', async () => {
  const chatId = testState.chats.open('Linn', 'Hej')
  testState.chats.chats.get(chatId)!.acceptedAt = null
  await openChat(chatId)
  expect(readOpeningText()).not.toContain('tackade')
  expect(readOpeningText()).toMatch(/Linn bjöd in dig .+\. Det är din tur\.$/)
})

test('the opening invite keeps the menu of its message, and stays when the message is deleted', async () => {
  const chatId = testState.chats.open('Linn', 'Hej', { byMe: true })
  const { user } = await openChat(chatId)
  act(() => getOpeningInvite().focus())
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('menuitem', { name: 'Ta bort meddelandet' })).toBeTruthy()
  await user.keyboard('{Escape}')
  testState.chats.deleteMessage(chatId, testState.chats.getChat(chatId).messages[0]!.id)
  expect(getOpeningInvite().querySelector('blockquote')).toBeNull()
  expect(within(getOpeningInvite()).getByText('Meddelandet är borttaget')).toBeTruthy()
  expect(within(getOpeningInvite()).getByRole('heading', { name: 'Ni kan skriva nu' })).toBeTruthy()
  expect(readOpeningText()).not.toContain('tur')
})

test('the opening invite of a chat that has ended does not say that the two can write', async () => {
  const chatId = testState.chats.open('Linn', 'Hej')
  testState.chats.partnerLeaves(chatId)
  await openChat(chatId)
  expect(within(getOpeningInvite()).getByRole('heading', { name: 'Så började det' })).toBeTruthy()
  expect(readOpeningText()).not.toContain('tur')
})

test('the opening invite appears above older messages only once the start of the chat is loaded', async () => {
  const chatId = testState.chats.open('Linn', 'Allra först')
  for (let number = 0; number < 55; number += 1) testState.chats.send(chatId, true, `rad ${number}`)
  await openChat(chatId)
  expect(screen.queryByRole('heading', { name: 'Ni kan skriva nu' })).toBeNull()
  await act(() => loadOlder(chatId))
  expect(await screen.findByRole('heading', { name: 'Ni kan skriva nu' })).toBeTruthy()
})

test('a chat with the team has no opening invite', async () => {
  const chatId = testState.chats.open('Teamet', 'Välkommen!')
  await openChat(chatId)
  expect(screen.queryByRole('heading', { name: 'Ni kan skriva nu' })).toBeNull()
  expect(listBubbles().at(0)?.textContent).toBe('Teamet: Välkommen!')
})

test('the team sees its chats without opening invites', async () => {
  startSession({ ...mira, memberLevel: 'ADMIN' })
  const chatId = testState.chats.open('Linn', 'En fråga')
  await openChat(chatId)
  expect(screen.queryByRole('heading', { name: 'Ni kan skriva nu' })).toBeNull()
})

const isAnimated = () => getOpeningInvite().querySelectorAll('[class*="rolls"]').length > 0

test('the opening invite is animated on the first visit after the acceptance, and not on the next one', async () => {
  const invite = testState.chats.invite('Linn', 'Hej', { byMe: true })
  const { user } = await openChats()
  testState.chats.accept(invite)
  expect(getTab(/Chattar/).textContent).toContain('1 oläst')
  await user.click(rowOf('Linn'))
  await screen.findByRole('log')
  expect(isAnimated()).toBe(true)
  await waitFor(() =>
    expect(listPosts(`chats/${invite}/mark-read/${testState.chats.getChat(invite).messages[0]!.id}`)).toHaveLength(1),
  )
  testState.chats.open('Siv')
  await user.click(rowOf('Siv'))
  await waitFor(() => expect(isAnimated()).toBe(false))
  await user.click(rowOf('Linn'))
  await waitFor(() => expect(readOpeningText()).toContain('Du bjöd in Linn'))
  expect(isAnimated()).toBe(false)
})

test('accepting an invite opens the chat with an animated opening invite, and focuses the field', async () => {
  testState.chats.invite('Saga', 'Hej')
  const { user } = await openChats('/chats?tab=invites')
  await user.click(await findRow('Saga'))
  await user.click(
    within(await screen.findByRole('region', { name: 'Inbjudan från Saga' })).getByRole('button', { name: 'Tacka ja' }),
  )
  await screen.findByRole('log')
  expect(isAnimated()).toBe(true)
  expect(document.activeElement).toBe(getField())
  expect(readOpeningText()).toContain('så det är din tur')
})

test('the opening invite of a chat that the member has visited before is not animated', async () => {
  await openChat(testState.chats.open('Linn', 'Hej'))
  expect(isAnimated()).toBe(false)
})
