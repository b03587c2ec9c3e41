import type { Id } from '@app/contract/base'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { expect, test, vi } from 'vitest'
import { findConversation } from '../../chats/state.ts'
import { useChats } from '../../chats/store.ts'
import { reload } from '../../conversation/conversation-testing.ts'
import { setOnline } from '../../lib/device/online.ts'
import { useToasts } from '../../lib/feedback/toasts.ts'
import { respondWithError } from '../../testing.tsx'
import { server } from '../../testing-server.ts'
import {
  getField,
  listBubbles,
  listMessageTexts,
  listPosts,
  openChat,
  openChats,
  setUpChatsDevice,
  testState,
} from './chats-testing.tsx'

setUpChatsDevice()

/** Creates a chat with a new message by each of its two members. */
function aTalk() {
  const { chats } = testState
  const chatId = chats.open('Linn', 'Hej')
  chats.setTime(new Date().toISOString())
  return { chats, chatId, theirs: chats.send(chatId, false, 'Kommer du?'), mine: chats.send(chatId, true, 'Ja gärna') }
}

const getBubble = (text: string) => listBubbles().find(({ textContent }) => textContent?.includes(text))!
const lineOf = (text: string) => getBubble(text).closest<HTMLElement>('[data-row]')!
const findPill = (text: string, name: RegExp) => within(lineOf(text)).findByRole('button', { name })

async function openMenu(user: Awaited<ReturnType<typeof openChat>>['user'], text: string) {
  act(() => getBubble(text).focus())
  await user.keyboard('{Enter}')
  return within(await screen.findByRole('menu'))
}

test('a reaction shows immediately and is stored once, and pressing it again removes it', {
  tags: 'talk.page-reactions',
}, async () => {
  const { chats, chatId, theirs } = aTalk()
  const { user } = await openChat(chatId)
  await user.hover(getBubble('Kommer du?'))
  const bar = within(await within(lineOf('Kommer du?')).findByRole('toolbar', { name: 'Reagera' }))
  await user.click(bar.getByRole('button', { name: 'Hjärta' }))
  const heart = await findPill('Kommer du?', /^Hjärta, 1/)
  expect(heart.getAttribute('aria-pressed')).toBe('true')
  await waitFor(() => expect(listPosts(`chats/${chatId}/${theirs.id}/react`)).toHaveLength(1))
  await waitFor(() => expect(chats.getChat(chatId).messages.at(-2)?.reactions).toHaveLength(1))
  act(() => void chats.react(chatId, theirs.id, 'HEART', false))
  await user.click(await findPill('Kommer du?', /^Hjärta, 2, du är en av dem/))
  await findPill('Kommer du?', /^Hjärta, 1$/)
  await waitFor(() =>
    expect(chats.getChat(chatId).messages.at(-2)?.reactions).toEqual([{ reaction: 'HEART', count: 1, mine: false }]),
  )
})

test('reactions are neither unread nor announced', {
  tags: 'talk.page-reactions',
}, async () => {
  const { chats, chatId, mine } = aTalk()
  await openChat(chatId)
  act(() => void chats.react(chatId, mine.id, 'FIRE', false))
  await findPill('Ja gärna', /^Eld, 1/)
  expect(useChats.getState().known.get(chatId)?.chat?.newMessages).toBe(0)
  expect(document.querySelectorAll('[aria-live="polite"] > p')).toHaveLength(0)
})

test('quick presses send one request at a time, and only the last reaction is stored', {
  tags: 'talk.page-reactions',
}, async () => {
  const { chats, chatId, theirs } = aTalk()
  const { user } = await openChat(chatId)
  let respond = (): void => undefined
  const answered = new Promise<void>((resolve) => {
    respond = resolve
  })
  const received: unknown[] = []
  server.use(
    http.post('*/react', async ({ request }) => {
      received.push(await request.clone().json())
      await answered
      return undefined
    }),
  )
  await user.hover(getBubble('Kommer du?'))
  const bar = within(await within(lineOf('Kommer du?')).findByRole('toolbar', { name: 'Reagera' }))
  for (const name of ['Hjärta', 'Eld', 'Tumme upp']) await user.click(bar.getByRole('button', { name }))
  await findPill('Kommer du?', /^Tumme upp, 1/)
  await waitFor(() => expect(received).toEqual([{ reaction: 'HEART' }]))
  respond()
  await waitFor(() =>
    expect(chats.getChat(chatId).messages.at(-2)?.reactions).toEqual([{ reaction: 'THUMB', count: 1, mine: true }]),
  )
  expect(received).toEqual([{ reaction: 'HEART' }, { reaction: 'THUMB' }])
  expect(listPosts(`chats/${chatId}/${theirs.id}/react`)).toHaveLength(2)
})

test('a rejected reaction disappears and its reason is shown; offline none is sent, and a toast says why', {
  tags: 'talk.page-reactions',
}, async () => {
  const { chatId } = aTalk()
  const requests: string[] = []
  const { user } = await openChat(chatId)
  server.use(
    http.post('*/react', ({ request }) => {
      requests.push(request.url)
      return respondWithError(403, 'FORBIDDEN', 'Det går inte.')()
    }),
  )
  await user.hover(getBubble('Kommer du?'))
  const bar = within(await within(lineOf('Kommer du?')).findByRole('toolbar', { name: 'Reagera' }))
  await user.click(bar.getByRole('button', { name: 'Hjärta' }))
  expect(await screen.findByText('Det går inte.')).toBeTruthy()
  expect(within(lineOf('Kommer du?')).queryByRole('button', { name: /^Hjärta, / })).toBeNull()
  act(() => {
    useToasts.setState({ queue: [] })
    setOnline(false)
  })
  await user.click(bar.getByRole('button', { name: 'Eld' }))
  expect(await screen.findByText('Du är offline. Reagera igen när du är online.')).toBeTruthy()
  expect(requests).toHaveLength(1)
  expect(within(lineOf('Kommer du?')).queryByRole('button', { name: /^Eld, / })).toBeNull()
  act(() => setOnline(true))
})

test('Tab reaches the bar of reactions, arrow keys move in it, and Escape returns to the message', {
  tags: 'talk.page-keys',
}, async () => {
  const { chatId } = aTalk()
  const { user } = await openChat(chatId)
  act(() => getBubble('Ja gärna').focus())
  const bar = await within(lineOf('Ja gärna')).findByRole('toolbar', { name: 'Reagera' })
  await user.tab()
  expect(document.activeElement).toBe(within(bar).getByRole('button', { name: 'Hjärta' }))
  await user.keyboard('{ArrowLeft}')
  expect(document.activeElement).toBe(within(bar).getByRole('button', { name: 'Svara' }))
  await user.keyboard('{Escape}')
  expect(document.activeElement).toBe(getBubble('Ja gärna'))
})

test('a reply shows its quote above the field, survives a reload, and quotes the message once sent', {
  tags: 'talk.page-replies',
}, async () => {
  const { chats, chatId, theirs } = aTalk()
  const { user } = await openChat(chatId)
  const menu = await openMenu(user, 'Kommer du?')
  await user.click(menu.getByRole('menuitem', { name: 'Svara' }))
  expect(await screen.findByText('Svarar Linn')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(getField()))
  await user.type(getField(), 'Klart')
  reload()
  const again = await openChat(chatId)
  expect(await screen.findByText('Svarar Linn')).toBeTruthy()
  expect(getField().value).toBe('Klart')
  await again.user.type(getField(), '{Enter}')
  expect(await within(getBubble('Klart')).findByText('Svar till Linn:')).toBeTruthy()
  expect(screen.queryByText('Svarar Linn')).toBeNull()
  await waitFor(() => expect(chats.getChat(chatId).messages.at(-1)?.replyTo?.id).toBe(theirs.id))
})

test('Escape in the field, and the button beside it, cancel a reply', async () => {
  const { chatId } = aTalk()
  const { user } = await openChat(chatId)
  for (const cancel of [
    () => user.keyboard('{Escape}'),
    () => user.click(screen.getByRole('button', { name: 'Avbryt svaret' })),
  ]) {
    const menu = await openMenu(user, 'Kommer du?')
    await user.click(menu.getByRole('menuitem', { name: 'Svara' }))
    await screen.findByText('Svarar Linn')
    await waitFor(() => expect(document.activeElement).toBe(getField()))
    await cancel()
    expect(screen.queryByText('Svarar Linn')).toBeNull()
    expect(document.activeElement).toBe(getField())
  }
})

test('a quote changes when its message is edited or deleted', {
  tags: 'talk.page-quotes',
}, async () => {
  const { chats, chatId, theirs } = aTalk()
  chats.send(chatId, true, 'Svaret', undefined, null, theirs.id)
  await openChat(chatId)
  expect(getBubble('Svaret').textContent).toContain('Kommer du?')
  act(() => void chats.edit(chatId, theirs.id, 'Kommer ni?', false))
  expect(getBubble('Svaret').textContent).toContain('Kommer ni?')
  expect(within(lineOf('Linn: Kommer ni?')).getByText(/redigerat/)).toBeTruthy()
  act(() => chats.deleteMessage(chatId, theirs.id, false))
  expect(getBubble('Svaret').textContent).toContain('Borttaget meddelande')
})

test('a quote opens its message, which takes the focus and is outlined', {
  tags: 'talk.page-quotes',
}, async () => {
  const { chats, chatId, theirs } = aTalk()
  chats.send(chatId, true, 'Svaret', undefined, null, theirs.id)
  const { user } = await openChat(chatId)
  await user.click(within(getBubble('Svaret')).getByRole('button', { name: /^Svar till Linn:/ }))
  const original = getBubble('Linn: Kommer du?')
  expect(document.activeElement).toBe(original)
  expect(original.hasAttribute('data-outlined')).toBe(true)
  fireEvent.animationEnd(original)
  expect(original.hasAttribute('data-outlined')).toBe(false)
})

/** Creates a chat with many messages, whose last one quotes the first one after the invite. */
function aLongTalk(): { chatId: Id; firstId: Id } {
  const { chats } = testState
  const chatId = chats.open('Linn', 'inbjudan')
  const first = chats.send(chatId, false, 'allra först')
  for (let n = 1; n <= 120; n += 1) chats.send(chatId, n % 2 === 0, `rad ${n}.`)
  chats.send(chatId, true, 'minns du?', undefined, null, first.id)
  return { chatId, firstId: first.id }
}

test('opening a quote loads the messages around its message if it is not loaded, and a button leads back to the end', async () => {
  const { chatId, firstId } = aLongTalk()
  const { user } = await openChat(chatId)
  await user.click(within(getBubble('minns du?')).getByRole('button', { name: /^Svar till Linn:/ }))
  await screen.findByText('rad 1.')
  await waitFor(() => expect(document.activeElement).toBe(getBubble('Linn: allra först')))
  expect(testState.requests.some((request) => request.includes(`around=${firstId}`))).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Till det senaste' }))
  await screen.findByText('minns du?')
  expect(findConversation(useChats.getState(), chatId)?.hasNewer).toBe(false)
})

test('a link opens a chat at its message; a missing message shows a toast and the newest messages', {
  tags: 'talk.page-link',
}, async () => {
  const { chatId, firstId } = aLongTalk()
  const view = await openChats(`/chats?id=${chatId}&message=${firstId}`)
  await screen.findByText('allra först')
  expect(getBubble('allra först').hasAttribute('data-outlined')).toBe(true)
  view.unmount()
  reload()
  await openChats(`/chats?id=${chatId}&message=999999`)
  expect(await screen.findByText('Meddelandet finns inte längre.')).toBeTruthy()
  expect(await screen.findByText('minns du?')).toBeTruthy()
})

test("ArrowUp in an empty field edits the member's last message, and saving returns the focus to the field", {
  tags: 'talk.page-edits',
}, async () => {
  const { chats, chatId, mine } = aTalk()
  const { user } = await openChat(chatId)
  await user.click(getField())
  await user.keyboard('{ArrowUp}')
  const editor = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Redigera meddelandet' })
  expect(editor.value).toBe('Ja gärna')
  expect(document.activeElement).toBe(editor)
  await user.type(editor, ' det{Enter}')
  await waitFor(() => expect(listMessageTexts()).toContain('Ja gärna det'))
  expect(within(lineOf('Ja gärna det')).getByText(/redigerat/)).toBeTruthy()
  expect(listPosts(`chats/${chatId}/${mine.id}/edit`)).toHaveLength(1)
  expect(chats.getChat(chatId).chat.newMessages).toBe(0)
  await waitFor(() => expect(document.activeElement).toBe(getField()))
})

test('Escape cancels an edit and restores the draft', async () => {
  const { chatId } = aTalk()
  const { user } = await openChat(chatId)
  await user.type(getField(), 'halvfärdigt')
  const menu = await openMenu(user, 'Ja gärna')
  await user.click(menu.getByRole('menuitem', { name: /^Redigera/ }))
  const editor = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Redigera meddelandet' })
  await user.type(editor, ' nej{Escape}')
  expect(getField().value).toBe('halvfärdigt')
  expect(listMessageTexts()).toContain('Ja gärna')
})

test('an edit that is too late or offline shows the reason and keeps the text', {
  tags: 'talk.page-edits',
}, async () => {
  const { chats, chatId } = aTalk()
  const { user } = await openChat(chatId)
  const menu = await openMenu(user, 'Ja gärna')
  await user.click(menu.getByRole('menuitem', { name: /^Redigera/ }))
  const editor = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Redigera meddelandet' })
  act(() => setOnline(false))
  await user.type(editor, ' då{Enter}')
  expect((await screen.findByText(/^Du är offline\. Texten är kvar/)).getAttribute('role')).toBe('alert')
  act(() => setOnline(true))
  chats.setTime(new Date(Date.now() + 60 * 60_000).toISOString())
  await user.type(editor, '{Enter}')
  expect(await screen.findByText(/^Det är för sent att redigera/)).toBeTruthy()
  expect(editor.value).toBe('Ja gärna då')
})

test('the menu offers to edit a new message, with the remaining time, but not one that is twenty minutes old', async () => {
  const { chats, chatId } = aTalk()
  chats.setTime(new Date(Date.now() - 20 * 60_000).toISOString())
  chats.send(chatId, true, 'gammalt')
  const { user } = await openChat(chatId)
  const menu = await openMenu(user, 'gammalt')
  expect(menu.queryByRole('menuitem', { name: /^Redigera/ })).toBeNull()
  await user.keyboard('{Escape}')
  const other = await openMenu(user, 'Ja gärna')
  expect(other.getByRole('menuitem', { name: /^Redigera/ }).textContent).toMatch(/min kvar/)
})

test('a long press opens the reactions and the menu of a message, and choosing a reaction closes them', {
  tags: 'talk.page-long-press',
}, async () => {
  const { chatId } = aTalk()
  await openChat(chatId)
  await within(lineOf('Kommer du?')).findByRole('button', { name: /^Fler val/ })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  fireEvent.pointerDown(getBubble('Kommer du?'), { pointerType: 'touch', isPrimary: true })
  act(() => void vi.advanceTimersByTime(399))
  expect(screen.queryByRole('dialog')).toBeNull()
  act(() => void vi.advanceTimersByTime(1))
  vi.useRealTimers()
  const dialog = within(await screen.findByRole('dialog', { name: 'Fler val för meddelandet' }))
  expect(dialog.getByRole('menuitem', { name: 'Svara' })).toBeTruthy()
  // A new touch ends the suppression of the click that follows the long press.
  fireEvent.pointerDown(dialog.getByRole('button', { name: 'Tumme upp' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Tumme upp' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await findPill('Kommer du?', /^Tumme upp, 1/)
})

test('a key chooses a reaction after a long press that the browser followed with no click', async () => {
  const { chatId } = aTalk()
  const { user } = await openChat(chatId)
  await within(lineOf('Kommer du?')).findByRole('button', { name: /^Fler val/ })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  fireEvent.pointerDown(getBubble('Kommer du?'), { pointerType: 'touch', isPrimary: true })
  act(() => void vi.advanceTimersByTime(400))
  vi.useRealTimers()
  const dialog = within(await screen.findByRole('dialog', { name: 'Fler val för meddelandet' }))
  dialog.getByRole('button', { name: 'Tumme upp' }).focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await findPill('Kommer du?', /^Tumme upp, 1/)
})
