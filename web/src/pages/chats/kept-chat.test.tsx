import { Block } from '@app/contract/members/blocks'
import { act, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { aBlock } from '../../blocks/fake-blocks.ts'
import { chatsIn } from '../../chats/state.ts'
import { useChats } from '../../chats/store.ts'
import { useDrafts } from '../../conversation/composer/drafts.ts'
import { useBlockRequest } from '../../lib/blocking/request-block.ts'
import { useReportRequest } from '../../lib/reporting/request-report.ts'
import { onGet, renderInApp, respondWith } from '../../testing.tsx'
import { OwnBlocks } from '../blocks/OwnBlocks.tsx'
import { ChatsPage } from './ChatsPage.tsx'
import { openChats, setUpChatsDevice, testState } from './chats-testing.tsx'

setUpChatsDevice()

/** Opens the chat with a blocked member. */
async function openKeptChat() {
  const chatId = testState.chats.open('Vargen 77', 'Svara då.')
  testState.chats.open('Linn')
  testState.chats.send(chatId, false, 'Jag vet var du bor.')
  testState.chats.blockByName('Vargen 77', true)
  const view = await openChats(`/chats?id=${chatId}`)
  await screen.findByText('Jag vet var du bor.')
  return { ...view, chatId }
}

test('a chat with a blocked member can be read, but not written in, and is in no list or count', {
  tags: 'blocks.page-kept-chat',
}, async () => {
  const { user } = await openKeptChat()
  expect(screen.getByText('Du har blockerat Vargen 77.')).toBeTruthy()
  expect(screen.queryByRole('textbox', { name: /^Meddelande till/ })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Vargen 77' })).toBeNull()
  expect(screen.queryByText(/^Aktiv/)).toBeNull()
  const list = within(screen.getByRole('region', { name: 'Chattar och inbjudningar' }))
  expect(list.getByText('Linn')).toBeTruthy()
  expect(list.queryByText('Vargen 77')).toBeNull()
  expect(chatsIn(useChats.getState().known, 'chats').map(({ partner }) => partner.userName)).toEqual(['Linn'])
  expect(testState.chats.count().messages).toBe(0)
  expect(testState.requests.filter((request) => request.includes('mark-read'))).toEqual([])
  expect(testState.frames.flat()).not.toContainEqual({ userNames: expect.arrayContaining(['Vargen 77']) })

  await user.click(screen.getByRole('button', { name: 'Häv' }))
  expect(useBlockRequest.getState().request).toEqual({ kind: 'end', name: 'Vargen 77' })
  act(() => testState.chats.blockByName('Vargen 77', false))
  expect(await screen.findByRole('textbox', { name: 'Meddelande till Vargen 77' })).toBeTruthy()
  expect(list.getByText('Vargen 77')).toBeTruthy()
})

test('messages of a kept chat can be reported without another block, and deleting the chat leads to the blocked members', {
  tags: 'blocks.page-kept-chat',
}, async () => {
  const { user, chatId } = await openKeptChat()
  await user.click(screen.getAllByRole('button', { name: 'Fler val för meddelandet', hidden: true }).at(-1)!)
  await user.click(await screen.findByRole('menuitem', { name: 'Anmäl meddelandet' }))
  await expect.poll(() => useReportRequest.getState().request).toMatchObject({ name: 'Vargen 77', isBlocked: true })
  await user.click(screen.getByRole('button', { name: 'Fler val för chatten med Vargen 77' }))
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['Ta bort chatten'])
  await user.click(screen.getByRole('menuitem', { name: 'Ta bort chatten' }))
  expect(await screen.findByText(/också om du häver blockeringen/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Ta bort chatten' }))
  await waitFor(() => expect(screen.getByTestId('path').textContent).toBe('/myprofile'))
  expect(testState.requests).toContain(`POST chats/${chatId}/delete`)
})

test('a block removes the chat from the list, and its draft from the device', {
  tags: 'blocks.page-removal',
}, async () => {
  const chatId = testState.chats.open('Vargen 77')
  const { user } = await openChats(`/chats?id=${chatId}`)
  await user.type(await screen.findByRole('textbox', { name: 'Meddelande till Vargen 77' }), 'Låt mig vara')
  await waitFor(() => expect(useDrafts.getState().texts.size).toBe(1))
  act(() => testState.chats.blockByName('Vargen 77', true))
  await waitFor(() => expect(screen.queryByText('Vargen 77')).toBeNull())
  const { removeChatsWith } = await import('../../chats/remove-member.ts')
  act(() => removeChatsWith('Vargen 77', chatId))
  expect(useDrafts.getState().texts.size).toBe(0)
  expect(Object.keys(localStorage).filter((key) => key.startsWith('salong.draft'))).toEqual([])
})

test('a chat that a block has removed from the page opens from the list of blocked members', {
  tags: 'blocks.page-kept-chat',
}, async () => {
  const chatId = testState.chats.open('Vargen 77', 'Svara då.')
  const { unmount } = await openChats()
  act(() => testState.chats.blockByName('Vargen 77', true))
  unmount()
  onGet('blocks', respondWith(z.array(Block), [aBlock({ chatId })]))
  const { user } = renderInApp(
    <Routes>
      <Route path="/myprofile" element={<OwnBlocks />} />
      <Route path="/chats" element={<ChatsPage />} />
    </Routes>,
    '/myprofile',
  )
  await user.click(await screen.findByRole('link', { name: 'Läs chatten med Vargen 77' }))
  expect(await screen.findByText('Du har blockerat Vargen 77.')).toBeTruthy()
})
