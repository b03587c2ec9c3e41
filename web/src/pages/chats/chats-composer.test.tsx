import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { reload } from '../../conversation/conversation-testing.ts'
import { setTabState } from '../../conversation/fake-browser.ts'
import { useToasts } from '../../lib/feedback/toasts.ts'
import { setHubConnection } from '../../lib/realtime/hub-connection.ts'
import { onGet, onPost, respondEmpty, respondWithError } from '../../testing.tsx'
import { skipRetryDelays } from '../../testing-retries.ts'
import {
  getField,
  getLog,
  listBubbles,
  listMessageTexts,
  openChat,
  openChats,
  rowOf,
  setUpChatsDevice,
  testState,
} from './chats-testing.tsx'

setUpChatsDevice()

const findSendButton = () => screen.queryByRole('button', { name: 'Skicka' })
const isSendButtonShown = () => findSendButton()?.hasAttribute('data-shown')
const simulateTouchScreen = () =>
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('coarse'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))

test('a message of one character shows a hint, and has no send button', {
  tags: 'chats.page-message-length',
}, async () => {
  const chatId = testState.chats.open('Linn')
  const { user } = await openChat(chatId)
  expect(isSendButtonShown()).toBe(false)
  await user.type(getField(), 'H')
  expect(isSendButtonShown()).toBe(false)
  expect(screen.getByText('Skriv minst två tecken.')).toBeTruthy()
  await user.type(getField(), '{Enter}')
  expect(listMessageTexts()).toHaveLength(1)
  await user.type(getField(), 'ej')
  expect(isSendButtonShown()).toBe(true)
  expect(screen.queryByText('Skriv minst två tecken.')).toBeNull()
  await user.clear(getField())
  await user.type(getField(), '   x   ')
  expect(isSendButtonShown()).toBe(false)
})

test('a message longer than a thousand characters shows the count, and no send button', async () => {
  const chatId = testState.chats.open('Linn')
  const { user } = await openChat(chatId)
  await user.click(getField())
  await user.paste('x'.repeat(1_001))
  expect(screen.getByRole('alert').textContent).toMatch(/1.?001 av 1.?000 tecken/)
  expect(isSendButtonShown()).toBe(false)
  await user.keyboard('{Backspace}')
  expect(isSendButtonShown()).toBe(true)
})

test('Shift+Enter breaks the line, and a key that ends a composition sends nothing', async () => {
  const chatId = testState.chats.open('Linn')
  const { user } = await openChat(chatId)
  await user.type(getField(), 'rad ett{Shift>}{Enter}{/Shift}rad två')
  expect(getField().value).toBe('rad ett\nrad två')
  const composingEnter = createEvent.keyDown(getField(), { key: 'Enter', isComposing: true })
  fireEvent(getField(), composingEnter)
  expect(composingEnter.defaultPrevented).toBe(false)
  fireEvent.keyDown(getField(), { key: 'Enter', keyCode: 229 })
  expect(listMessageTexts()).toHaveLength(1)
  await user.type(getField(), '{Enter}')
  expect(listMessageTexts().at(-1)).toBe('rad ett\nrad två')
})

test('on a touch screen Enter breaks the line and the button sends', async () => {
  simulateTouchScreen()
  const chatId = testState.chats.open('Linn')
  const { user } = await openChat(chatId)
  await user.type(getField(), 'ett{Enter}två')
  expect(getField().value).toBe('ett\ntvå')
  await user.click(screen.getByRole('button', { name: 'Skicka' }))
  expect(listMessageTexts().at(-1)).toBe('ett\ntvå')
  expect(document.activeElement).toBe(getField())
})

test('a draft survives a reload, shows in the list, and is removed when sent', async () => {
  const linnsChatId = testState.chats.open('Linn')
  testState.chats.open('Siv')
  let { user } = await openChat(linnsChatId)
  await user.type(getField(), 'halvfärdig tanke')
  await waitFor(() => expect(rowOf('Linn').textContent).toContain('Utkast: halvfärdig tanke'))
  await user.click(rowOf('Siv'))
  await waitFor(() => expect(screen.getByRole('heading', { level: 2, name: /Siv/ })).toBeTruthy())
  expect(getField().value).toBe('')
  reload()
  ;({ user } = await openChat(linnsChatId))
  expect(getField().value).toBe('halvfärdig tanke')
  await user.type(getField(), '{Enter}')
  expect(rowOf('Linn').textContent).not.toContain('Utkast')
  reload()
  await openChat(linnsChatId)
  expect(getField().value).toBe('')
})

const changeDraftInAnotherTab = (chatId: string, newValue: string | null) =>
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: `salong.draft.42.chat:${chatId}`, newValue }))
  })

test('a draft from another tab appears, but never overwrites input in this one', async () => {
  const chatId = testState.chats.open('Linn')
  const { user } = await openChat(chatId)
  act(() => getField().blur())
  changeDraftInAnotherTab(chatId, 'skrivet i en annan flik')
  expect(getField().value).toBe('skrivet i en annan flik')
  changeDraftInAnotherTab(chatId, null)
  expect(getField().value).toBe('')
  await user.type(getField(), 'skrivs här')
  changeDraftInAnotherTab(chatId, 'stör inte')
  expect(getField().value).toBe('skrivs här')
})

test('a draft sent in another tab is removed in this tab while its window is unfocused', async () => {
  const chatId = testState.chats.open('Linn')
  const { user } = await openChat(chatId)
  await user.type(getField(), 'samma utkast')
  setTabState({ focused: false })
  changeDraftInAnotherTab(chatId, 'samma utkast')
  changeDraftInAnotherTab(chatId, null)
  expect(getField().value).toBe('')
})

test('typing is published at the first key and ends when the field is left or the message is sent', async () => {
  const chatId = testState.chats.open('Linn')
  const { user } = await openChat(chatId)
  const listTypingFrames = () => testState.frames.filter((frame) => Array.isArray(frame) && frame[0] === 'typing')
  await user.type(getField(), 'Hej')
  expect(listTypingFrames()).toEqual([['typing', { chatId, typing: true }]])
  await user.tab()
  expect(listTypingFrames().slice(1)).toEqual([['typing', { chatId, typing: false }]])
  await user.click(getField())
  await user.type(getField(), ' igen{Enter}')
  expect(listTypingFrames().slice(2)).toEqual([
    ['typing', { chatId, typing: true }],
    ['typing', { chatId, typing: false }],
  ])
})

test('a received message is announced once with its author; history and sent messages are not announced', async () => {
  const chatId = testState.chats.open('Linn', 'historia')
  const { user, container } = await openChat(chatId)
  expect(getLog().hasAttribute('aria-live')).toBe(false)
  expect(within(getLog()).getByText('historia').closest('[aria-live]')?.getAttribute('aria-live')).toBe('off')
  const listAnnouncements = () =>
    [...container.querySelectorAll('[aria-live="polite"] > p')].map(({ textContent }) => textContent)
  expect(listAnnouncements()).toEqual([])
  testState.chats.send(chatId, false, 'hör du mig?')
  testState.chats.send(chatId, false, 'eller inte?')
  expect(listAnnouncements()).toEqual(['Linn: hör du mig?', 'Linn: eller inte?'])
  await user.type(getField(), 'jag skriver{Enter}')
  await waitFor(() => expect(testState.chats.getChat(chatId).messages).toHaveLength(4))
  expect(listAnnouncements()).toEqual(['Linn: hör du mig?', 'Linn: eller inte?'])
})

test('Tab reaches one bubble, arrow keys move between bubbles, and Escape returns to the field', async () => {
  const chatId = testState.chats.open('Linn', 'ett')
  testState.chats.send(chatId, false, 'två')
  testState.chats.send(chatId, true, 'tre')
  const { user } = await openChat(chatId)
  expect(listBubbles().map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, 0])
  act(() => listBubbles().at(-1)?.focus())
  await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}')
  expect(document.activeElement).toBe(listBubbles()[0])
  expect(listBubbles().map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1])
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(listBubbles()[1])
  await user.keyboard('{Escape}')
  expect(document.activeElement).toBe(getField())
})

test("Enter opens the actions of a bubble; the member's own message can be deleted after a confirmation", {
  tags: 'chats.page-delete-message',
}, async () => {
  const chatId = testState.chats.open('Linn', 'från Linn')
  testState.chats.send(chatId, true, 'ångrar mig')
  const { user } = await openChat(chatId)
  act(() => listBubbles()[0]?.focus())
  await user.keyboard('{Enter}')
  const menu = await screen.findByRole('menu')
  expect(
    within(menu)
      .getAllByRole('menuitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Svara', 'Kopiera texten', 'Anmäl meddelandet'])
  await user.keyboard('{Escape}')
  act(() => listBubbles()[1]?.focus())
  await user.keyboard('{Enter}')
  await user.click(await screen.findByRole('menuitem', { name: 'Ta bort meddelandet' }))
  const confirmation = await screen.findByRole('alertdialog', { name: 'Ta bort meddelandet?' })
  expect(document.activeElement).toBe(within(confirmation).getByRole('button', { name: 'Behåll' }))
  await user.click(within(confirmation).getByRole('button', { name: 'Ta bort meddelandet' }))
  await waitFor(() => expect(listMessageTexts()).toEqual(['från Linn', 'Meddelandet är borttaget']))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  // The closed dialog restores the focus within two frames, which must not happen in the next test.
  await act(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
})

test.each<[string, Partial<Clipboard> | undefined]>([
  ['the member denies access to the clipboard', { writeText: () => Promise.reject(new Error('denied')) }],
  ['the browser has no clipboard', undefined],
])('copying a message shows an error when %s', async (_, clipboard) => {
  const { user } = await openChat(testState.chats.open('Linn', 'från Linn'))
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(clipboard as Clipboard)
  act(() => listBubbles()[0]?.focus())
  await user.keyboard('{Enter}')
  await user.click(await screen.findByRole('menuitem', { name: 'Kopiera texten' }))
  expect(await screen.findByText('Texten kunde inte kopieras.')).toBeTruthy()
})

test('a message that is deleted without a connection is replaced even if the chat cannot be reloaded', async () => {
  const chatId = testState.chats.open('Linn', 'från Linn')
  testState.chats.send(chatId, true, 'ångrar mig')
  const { user } = await openChat(chatId)
  testState.chats.onPush = () => undefined
  act(() => setHubConnection(null))
  skipRetryDelays()
  onPost('client-logs', respondEmpty)
  onGet(`chats/${chatId}`, respondWithError(503, 'UNAVAILABLE', 'Det går inte just nu.'))
  act(() => listBubbles()[1]?.focus())
  await user.keyboard('{Enter}')
  await user.click(await screen.findByRole('menuitem', { name: 'Ta bort meddelandet' }))
  const confirmation = await screen.findByRole('alertdialog', { name: 'Ta bort meddelandet?' })
  await user.click(within(confirmation).getByRole('button', { name: 'Ta bort meddelandet' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(listMessageTexts()).toEqual(['från Linn', 'Meddelandet är borttaget'])
  expect(useToasts.getState().queue).toEqual([])
  await act(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
})

test('a message renders external links, but no pictures and no javascript links', async () => {
  const chatId = testState.chats.open(
    'Linn',
    'Se https://example.com/a?b=1. Och **fet** [x](javascript:alert(1)) ![b](https://e.com/p.png)',
  )
  await openChat(chatId)
  const link = await within(getLog()).findByRole('link')
  expect(link.getAttribute('href')).toBe('https://example.com/a?b=1')
  expect(link.getAttribute('rel')).toContain('noopener')
  expect(getLog().querySelector('img, script, [href^="javascript"]')).toBeNull()
})

test('a page that loads with a chat open does not move the focus', async () => {
  const chatId = testState.chats.open('Linn')
  await openChats(`/chats?id=${chatId}`)
  await screen.findByRole('log')
  expect(document.activeElement).toBe(document.body)
})
