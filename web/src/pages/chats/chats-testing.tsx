import type { ChatStatus } from '@app/contract/chats'
import { GroupInvite } from '@app/contract/groups'
import type { SearchHit } from '@app/contract/members/profiles'
import type { Push } from '@app/contract/pushes'
import { act, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { vi } from 'vitest'
import * as z from 'zod/mini'
import { FakeChats } from '../../chats/fake-chats.ts'
import { fakeGateway } from '../../chats/fake-gateway.ts'
import { loadAll } from '../../chats/loads.ts'
import { startChats } from '../../chats/member.ts'
import { clearReadMarks } from '../../chats/reads.ts'
import { chatAdapter } from '../../chats/sending.ts'
import {
  onChatChanged,
  onChatCount,
  onChatMessage,
  onChatMessageDeleted,
  onChatPhotoReady,
  onChatRead,
  onInviteNew,
} from '../../chats/store.ts'
import { conversationDevice } from '../../conversation/conversation-testing.ts'
import { startWriting } from '../../conversation/member.ts'
import { answers, onGet, show } from '../../testing.tsx'
import { PageSlotsContext } from '../../ui/layout/page-slots.ts'
import { ChatsPage } from './ChatsPage.tsx'

const HANDLERS: { [Type in Push['type']]?: (push: never) => void } = {
  'chat:message': onChatMessage,
  'chat:message-deleted': onChatMessageDeleted,
  'chat:read': onChatRead,
  'chat:changed': onChatChanged,
  'chat:count': onChatCount,
  'invite:new': onInviteNew,
  'invite:answered': onChatChanged,
  'photo:ready': onChatPhotoReady,
}

/** The fake server of the running test, the requests it received, and the messages sent to the hub. */
export const world = {
  chats: new FakeChats(),
  groupInvites: [] as GroupInvite[],
  requests: [] as string[],
  frames: [] as unknown[],
}

/** Adds to the fake gateway: members found by name, and their relation to me. */
export function serveStatuses(more: { hits: readonly SearchHit[]; statuses: Record<string, ChatStatus> }): void {
  world.requests = fakeGateway(world.chats, more)
}

function start(): () => void {
  const stops = [startChats(), startWriting('42', { chat: chatAdapter })]
  return () => {
    for (const each of stops) each()
  }
}

/** Returns the routes with a new member per test, on the chats page. */
export const chatsDevice = () =>
  conversationDevice({
    modules: () => [import('./Invites.tsx')],
    serve: () => {
      world.chats = new FakeChats(Date.now() - 3 * 60 * 60_000)
      world.requests = fakeGateway(world.chats)
      world.frames = []
      world.groupInvites = []
      onGet('groups/invites', () => answers(z.array(GroupInvite), world.groupInvites)())
      return (...frame) => world.frames.push(frame)
    },
    start,
    forget: clearReadMarks,
  })

/** Connects the fake server, which then pushes its changes as through the socket. */
function connect({ chats }: typeof world): void {
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

/** Opens the last address, with the earlier ones in the history. */
export async function openChats(...addresses: string[]) {
  const view = show(<Page />, ...(addresses.length > 0 ? addresses : ['/chats']))
  await act(async () => {
    await loadAll()
  })
  connect(world)
  return view
}

export async function openChat(chatId: string) {
  const view = await openChats(`/chats?id=${chatId}`)
  await screen.findByRole('log')
  return view
}

/** Simulates a screen that shows one pane at a time. */
export const onPhone = () =>
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('max-width'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))

export const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Meddelande till/ })
export const log = () => screen.getByRole('log')
export const bubbles = () => within(log()).getAllByRole('article')
export const words = () => bubbles().map(({ textContent }) => textContent?.replace(/^(Du|Linn): /, ''))
export const rowOf = (name: string) =>
  within(screen.getByRole('tabpanel')).getByRole('link', { name: new RegExp(name) })
export const tab = (name: RegExp) => screen.getByRole('tab', { name })
export const posts = (path: string) => world.requests.filter((call) => call === `POST ${path}`)
