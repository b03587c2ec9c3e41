import type { ChatStatus } from '@app/contract/chats'
import { GroupInvite } from '@app/contract/groups'
import { MemberResponse } from '@app/contract/members/members'
import type { SearchHit } from '@app/contract/members/profiles'
import type { Push } from '@app/contract/pushes'
import { act, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { Route, Routes } from 'react-router-dom'
import { vi } from 'vitest'
import * as z from 'zod/mini'
import { FakeChats } from '../../chats/fakes/fake-chats.ts'
import { fakeGateway } from '../../chats/fakes/fake-gateway.ts'
import { loadAll } from '../../chats/loads.ts'
import { chatAdapter } from '../../chats/sending.ts'
import { startChats } from '../../chats/start-chats.ts'
import {
  onChatChanged,
  onChatCount,
  onChatMessage,
  onChatMessageChanged,
  onChatPhotoReady,
  onChatRead,
  onInviteNew,
} from '../../chats/store.ts'
import { setUpConversationDevice } from '../../conversation/conversation-testing.ts'
import { startWriting } from '../../conversation/writing.ts'
import { onGet, renderInApp, respondWith } from '../../testing.tsx'
import { ownResponse } from '../../testing-members.ts'
import { PageSlotsContext } from '../../ui/layout/page-slots.ts'
import { serveStart } from '../../welcome/fake-welcome.ts'
import { rememberDeviceUse } from '../../welcome/start/request-absence.ts'
import { ChatsPage } from './ChatsPage.tsx'

const THREE_HOURS_MS = 3 * 60 * 60_000

const HANDLERS: { [Type in Push['type']]?: (push: never) => void } = {
  'chat:message': onChatMessage,
  'chat:message-changed': onChatMessageChanged,
  'chat:message-deleted': onChatMessageChanged,
  'chat:read': onChatRead,
  'chat:changed': onChatChanged,
  'chat:count': onChatCount,
  'invite:new': onInviteNew,
  'invite:answered': onChatChanged,
  'photo:ready': onChatPhotoReady,
}

/**
 * The fake server of the running test, the group invites that it returns, the requests that it has received, and the
 * frames sent to the hub.
 */
export const testState = {
  chats: new FakeChats(),
  groupInvites: [] as GroupInvite[],
  requests: [] as string[],
  frames: [] as unknown[],
}

/** Makes the fake server also find members by name and return their chat status. Clears the list of requests. */
export function serveStatuses(members: { hits: readonly SearchHit[]; statuses: Record<string, ChatStatus> }): void {
  testState.requests = fakeGateway(testState.chats, members)
}

/** Starts chats and the client outbox; returns a function that stops them. */
function start(): () => void {
  const cleanups = [startChats(), startWriting('42', { chat: chatAdapter })]
  return () => {
    for (const cleanUp of cleanups) cleanUp()
  }
}

/** Sets up each test with a logged-in member, a new fake server, and the modules of the chats page. */
export const setUpChatsDevice = () =>
  setUpConversationDevice({
    modules: () => [
      import('./Invites.tsx'),
      import('./PartnerColumn.tsx'),
      import('../../chats/pane/ClosedNote.tsx'),
      import('../../chats/pane/DeleteChat.tsx'),
      import('../../chats/pane/OpeningInvite.tsx'),
    ],
    serve: () => {
      testState.chats = new FakeChats(Date.now() - THREE_HOURS_MS)
      testState.requests = fakeGateway(testState.chats)
      testState.frames = []
      testState.groupInvites = []
      rememberDeviceUse()
      serveStart({ hidden: true })
      onGet('members/username/:name', respondWith(MemberResponse, ownResponse()))
      onGet('groups/invites', () => respondWith(z.array(GroupInvite), testState.groupInvites)())
      return (...frame) => testState.frames.push(frame)
    },
    start,
  })

/** Connects the fake server to the page, which then handles its pushes as if they came through the socket. */
function connect({ chats }: typeof testState): void {
  chats.onPush = (push) =>
    act(() => {
      HANDLERS[push.type]?.(push as never)
      onChatCount({ type: 'chat:count', count: chats.count() })
    })
}

/** Renders the page with the shell's slot for the heading. */
function Page() {
  const [title, setTitle] = useState<HTMLElement | null>(null)
  return (
    <PageSlotsContext value={{ title, actions: null }}>
      <div ref={setTitle} />
      <ChatsPage />
    </PageSlotsContext>
  )
}

/** Opens the last of the paths, with the others before it in the history. Other pages are empty. */
export async function openChats(...paths: string[]) {
  const view = renderInApp(
    <Routes>
      <Route path="/chats" element={<Page />} />
      <Route path="*" element={null} />
    </Routes>,
    ...(paths.length > 0 ? paths : ['/chats']),
  )
  await act(async () => {
    await loadAll()
  })
  connect(testState)
  return view
}

export async function openChat(chatId: string) {
  const view = await openChats(`/chats?id=${chatId}`)
  await screen.findByRole('log')
  return view
}

/** Simulates a screen that shows one pane at a time. */
export const simulatePhone = () =>
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('max-width'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))

export const getField = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Meddelande till/ })
export const getLog = () => screen.getByRole('log')
export const listBubbles = () => within(getLog()).getAllByRole('article')
/** Returns the texts of the messages; the first one is the opening invite. */
export const listMessageTexts = () =>
  listBubbles().map(
    (bubble) => bubble.querySelector('blockquote')?.textContent ?? bubble.textContent?.replace(/^(Du|Linn): /, ''),
  )
export const rowOf = (name: string) =>
  within(screen.getByRole('tabpanel')).getByRole('link', { name: new RegExp(name) })
/** Finds a row of a list whose code loads when it is first shown. */
export const findRow = async (name: string) =>
  within(await screen.findByRole('tabpanel')).findByRole('link', { name: new RegExp(name) })
export const getTab = (name: RegExp) => screen.getByRole('tab', { name })
export const listPosts = (path: string) => testState.requests.filter((call) => call === `POST ${path}`)
