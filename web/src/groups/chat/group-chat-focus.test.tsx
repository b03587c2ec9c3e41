import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { expect, test, vi } from 'vitest'
import { onPost, respondWithError } from '../../testing.tsx'
import { server } from '../../testing-server.ts'
import {
  chooseAction,
  commentField,
  fake,
  field,
  findPost,
  markAllRead,
  openGroup,
  postMessages,
  posts,
  setUpGroupChat,
} from './group-chat-testing.tsx'

setUpGroupChat()

test('arrow keys move between posts, Enter opens the actions, Escape returns to the field', async () => {
  fake.post('Linn', 'ett')
  fake.post('Linn', 'två')
  const { user } = await openGroup()
  act(() => findPost('två').focus())
  await user.keyboard('{ArrowUp}')
  expect(document.activeElement).toBe(findPost('ett'))
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('menuitem', { name: 'Kopiera texten' })).toBeTruthy()
  await user.keyboard('{Escape}')
  act(() => findPost('ett').focus())
  await user.keyboard('{Escape}')
  expect(document.activeElement).toBe(field())
})

test('the focus stays on the message when expanding it removes the focused button', async () => {
  fake.post('Bortvald', 'Läs mig', { ignored: true })
  const { id } = fake.post('Linn', 'Hej')
  for (let n = 1; n <= 5; n += 1) fake.comment(id, 'Siv', `svar ${n}.`)
  fake.comment(id, 'Bortvald', 'Läs mig också', { ignored: true })
  const { user } = await openGroup()
  await user.click(within(findPost('Ett meddelande från Bortvald')).getByRole('button', { name: 'Visa' }))
  expect(document.activeElement).toBe(findPost('Läs mig'))
  await user.click(screen.getByRole('button', { name: 'Visa' }))
  expect(document.activeElement).toBe(findPost('Läs mig också'))
  await user.click(screen.getByRole('button', { name: /^Visa alla/ }))
  expect(document.activeElement).toBe(findPost('svar 1.'))
})

test('the focus stays on the row when a member deletes a message', async () => {
  fake.post('Mira', 'Först')
  fake.post('Mira', 'Sist')
  const { user } = await openGroup()
  await chooseAction(user, findPost('Först'), 'Ta bort meddelandet')
  await user.click(await screen.findByRole('button', { name: 'Ta bort meddelandet' }))
  await waitFor(() => expect(document.activeElement).toBe(posts()[0]))
  expect(posts()[0]?.textContent).toContain('Meddelandet är borttaget')
})

test('the focus moves to the message field when the message being edited is deleted', async () => {
  const { id } = fake.post('Mira', 'Mina ord')
  const { user } = await openGroup()
  await user.click(field())
  await user.keyboard('{ArrowUp}')
  await user.type(await screen.findByRole('textbox', { name: 'Redigera meddelandet' }), ' och fler')
  fake.deletePost(id)
  await waitFor(() => expect(document.activeElement).toBe(field()))
  expect(screen.queryByRole('textbox', { name: 'Redigera meddelandet' })).toBeNull()
})

test('Escape moves from a comment field to its message, and from there to the message field', async () => {
  fake.post('Linn', 'Hej')
  const { user } = await openGroup()
  await user.click(commentField('Hej'))
  await user.keyboard('{Escape}')
  expect(document.activeElement).toBe(findPost('Hej'))
  await user.keyboard('{Escape}')
  expect(document.activeElement).toBe(field())
})

test('the Escape that cancels a composition of an input method stays in the field', async () => {
  fake.post('Mira', 'Mina ord')
  const { user } = await openGroup()
  await user.click(commentField('Mina ord'))
  fireEvent.keyDown(commentField('Mina ord'), { key: 'Escape', isComposing: true })
  expect(document.activeElement).toBe(commentField('Mina ord'))
  await user.click(field())
  await user.keyboard('{ArrowUp}')
  const editor = await screen.findByRole('textbox', { name: 'Redigera meddelandet' })
  fireEvent.keyDown(editor, { key: 'Escape', isComposing: true })
  expect(document.activeElement).toBe(editor)
})

test('discarding a message that could not be sent moves the focus to another message', async () => {
  fake.post('Linn', 'Hej')
  const { user } = await openGroup()
  onPost('groups/3/messages', respondWithError(403, 'FORBIDDEN', 'Nej.'))
  await user.type(field(), 'Får jag?{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Ta bort' }))
  expect(document.activeElement).toBe(findPost('Hej'))
  expect(posts()).toHaveLength(1)
})

test('the button to the newest messages moves the focus to the message field when a key presses it', async () => {
  postMessages(200)
  markAllRead()
  const { user } = await openGroup(`/groups?id=3&message=${fake.stored[99]?.message.id}`)
  const button = await screen.findByRole('button', { name: 'Till det senaste' })
  act(() => button.focus())
  await user.keyboard('{Enter}')
  await waitFor(() => expect(findPost('nummer 200.')).toBeTruthy())
  expect(document.activeElement).toBe(field())
})

test('the button that requests older messages again moves the focus to the first message', async () => {
  postMessages(200)
  markAllRead()
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600)
  server.use(
    http.get('*/groups/3/messages', ({ request }) =>
      request.url.includes('before=') ? respondWithError(429, 'TOO_MANY_REQUESTS', 'Det gick lite fort.')() : undefined,
    ),
  )
  const { user } = await openGroup()
  const retry = await screen.findByRole('button', { name: 'Försök igen' })
  act(() => retry.focus())
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(posts()[0])
})
